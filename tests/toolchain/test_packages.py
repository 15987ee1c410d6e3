"""Distribution packages, against fakes of dpkg-query, apt-get, sudo and id that stand alone on PATH."""

from pathlib import Path

import pytest

from serbench.errors import SerbenchError
from serbench.toolchain.packages import (
    NO_INSTALL,
    InstallOutcome,
    download_bytes,
    install_packages,
    installed_packages,
    may_install,
    missing_packages,
    unavailable_packages,
)

# The state of the machine is a folder: available/ and installed/ hold a file for each package, and apt-get
# finds nothing before `lists` is there.
DPKG_QUERY = """
for name in "$@"; do
    if [ -e "$STATE/installed/$name" ]; then echo "$name installed"; fi
done
exit 1
"""
APT_GET = """
case " $* " in *" --print-uris "*) echo "'http://deb.example/a.deb' a.deb 2340000 MD5Sum:00"; exit 0 ;; esac
echo "apt-get $*" >>"$STATE/log"
echo "$DEBIAN_FRONTEND" >"$STATE/frontend"
case " $* " in *" update "*) : >"$STATE/lists"; exit 0 ;; esac
while [ "$1" != -- ]; do shift; done
shift
for name in "$@"; do
    if [ ! -e "$STATE/lists" ] || [ ! -e "$STATE/available/$name" ]; then
        echo "E: Unable to locate package $name"
        exit 100
    fi
done
for name in "$@"; do : >"$STATE/installed/$name"; done
"""
SUDO_WITHOUT_PASSWORD = 'shift; echo "sudo $1" >>"$STATE/log"; exec "$@"'
SUDO_WITH_PASSWORD = 'echo "sudo: a password is required" >&2; exit 1'


class Machine:
    """A distribution of fakes."""

    def __init__(self, folder: Path) -> None:
        self.programs = folder / "bin"
        self.state = folder / "state"
        for name in ("installed", "available"):
            (self.state / name).mkdir(parents=True)
        self.programs.mkdir()
        for name in ("env", "true"):
            (self.programs / name).symlink_to(f"/usr/bin/{name}")
        self.told: list[str] = []

    def program(self, name: str, script: str) -> None:
        path = self.programs / name
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def available(self, *names: str) -> None:
        for name in names:
            (self.state / "available" / name).touch()

    def log(self) -> list[str]:
        path = self.state / "log"
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

    def install(self, *names: str) -> InstallOutcome:
        return install_packages(names, self.told.append)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    # `./serbench test --no-install` sets it for the tests.
    monkeypatch.delenv(NO_INSTALL, raising=False)
    made = Machine(tmp_path)
    made.program("dpkg-query", DPKG_QUERY)
    made.program("apt-get", APT_GET)
    made.program("id", "echo 0")
    monkeypatch.setenv("PATH", str(made.programs))
    monkeypatch.setenv("STATE", str(made.state))
    return made


def test_missing_packages_keep_their_order_and_come_once(machine: Machine) -> None:
    (machine.state / "installed" / "g++").touch()
    assert missing_packages(["libb-dev", "g++", "liba-dev", "libb-dev"]) == ("libb-dev", "liba-dev")


def test_nothing_is_missing_where_there_is_no_dpkg(machine: Machine) -> None:
    (machine.programs / "dpkg-query").unlink()
    assert missing_packages(["libb-dev"]) == ()


@pytest.mark.parametrize("name", ["-oAPT::Pre-Invoke=x", "", "two words", "../x"])
def test_text_that_is_no_package_name_is_refused(machine: Machine, name: str) -> None:
    with pytest.raises(SerbenchError, match="cannot be the name"):
        missing_packages([name])


def test_a_removed_package_with_configuration_left_is_not_installed() -> None:
    assert installed_packages("cmake installed\nninja-build config-files\n") == {"cmake"}


def test_root_installs_with_the_lists_as_they_are(machine: Machine) -> None:
    machine.available("cmake")
    (machine.state / "lists").touch()
    assert machine.install("cmake") == InstallOutcome(installed=("cmake",))
    assert machine.log() == [
        "apt-get -o DPkg::Lock::Timeout=120 -o Dpkg::Options::=--force-confold "
        "install -y --no-install-recommends -- cmake"
    ]
    assert (machine.state / "frontend").read_text(encoding="utf-8") == "noninteractive\n"
    assert machine.told == [
        "Installs 1 package of the distribution with apt-get, 2.3 MB to download: cmake."
        " --no-install prevents it."
    ]


def test_empty_lists_are_refreshed_once(machine: Machine) -> None:
    machine.available("cmake")
    assert machine.install("cmake").complete
    assert [line.split()[5] for line in machine.log()] == ["install", "update", "install"]


def test_what_is_installed_is_left_alone(machine: Machine) -> None:
    (machine.state / "installed" / "cmake").touch()
    assert machine.install("cmake") == InstallOutcome()
    assert machine.log() == []


def test_an_unknown_package_does_not_keep_the_others_away(machine: Machine) -> None:
    machine.available("cmake")
    outcome = machine.install("nonesuch", "cmake")
    assert outcome == InstallOutcome(
        installed=("cmake",),
        missing=("nonesuch",),
        command="sudo apt-get install nonesuch",
        detail="apt-get could not install nonesuch: Unable to locate package nonesuch.",
    )


def test_sudo_without_a_password_is_used(machine: Machine) -> None:
    machine.program("id", "echo 1000")
    machine.program("sudo", SUDO_WITHOUT_PASSWORD)
    machine.available("cmake")
    (machine.state / "lists").touch()
    assert machine.install("cmake").complete
    assert machine.log()[:2] == ["sudo true", "sudo env"]


@pytest.mark.parametrize("sudo", [SUDO_WITH_PASSWORD, None])
def test_an_ordinary_user_is_shown_the_command(machine: Machine, sudo: str | None) -> None:
    machine.program("id", "echo 1000")
    if sudo:
        machine.program("sudo", sudo)
    assert machine.install("libb-dev", "liba-dev") == InstallOutcome(
        missing=("libb-dev", "liba-dev"),
        command="sudo apt-get install libb-dev liba-dev",
        detail="This user may not install packages; missing: libb-dev, liba-dev.",
    )
    assert machine.log() == []


def test_who_may_install(machine: Machine) -> None:
    assert may_install()
    machine.program("id", "echo 1000")
    assert not may_install()
    machine.program("sudo", SUDO_WITHOUT_PASSWORD)
    assert may_install()
    machine.program("sudo", SUDO_WITH_PASSWORD)
    assert not may_install()
    machine.program("id", "echo 0")
    (machine.programs / "apt-get").unlink()
    assert not may_install()
    assert machine.log() == ["sudo true"]


def test_another_distribution_is_told_what_is_needed(machine: Machine) -> None:
    (machine.programs / "apt-get").unlink()
    outcome = machine.install("libb-dev")
    assert (outcome.missing, outcome.command) == (("libb-dev",), "")
    assert "libb-dev" in outcome.detail


def test_the_three_ways_in_which_apt_lacks_a_package() -> None:
    output = (
        "Package gone is not available, but is referred to by another package.\n"
        "E: Unable to locate package unknown\n"
        "E: Package 'empty' has no installation candidate\n"
    )
    assert unavailable_packages(output) == {"gone", "unknown", "empty"}


def test_nothing_is_installed_where_that_is_forbidden(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.available("cmake")
    (machine.state / "lists").touch()
    monkeypatch.setenv(NO_INSTALL, "1")
    assert not may_install()
    assert machine.install("cmake") == InstallOutcome(
        missing=("cmake",),
        command="sudo apt-get install cmake",
        detail="Nothing is installed (--no-install); missing: cmake.",
    )
    assert machine.log() == []
    monkeypatch.delenv(NO_INSTALL)
    assert may_install() and machine.install("cmake").complete


def test_apt_get_tells_what_it_would_download(machine: Machine) -> None:
    machine.program(
        "apt-get",
        """echo "'http://deb.example/a_1.deb' a_1.deb 1500000 SHA256:00"
        echo "'http://deb.example/b_1.deb' b_1.deb 500000 MD5Sum:00" """,
    )
    assert download_bytes(["a"]) == 2_000_000
    machine.program("apt-get", "exit 100")
    assert download_bytes(["a"]) is None
