"""The container: its file names what exists and what serbench asks for, and its script does that in order."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from serbench.codecs.sets import DEFAULT
from serbench.languages import language_named, languages
from serbench.locations import CHECKOUT
from serbench.selection.choice import select_codecs
from serbench.selection.discovery import find_codecs
from serbench.toolchain.requirements import version_fault

SCRIPT = CHECKOUT / ".ci" / "container"
FETCHING = ["ca-certificates", "git"]


def instructions() -> list[tuple[str, str]]:
    """Each instruction of the Containerfile with its words, continued lines joined."""
    text = (CHECKOUT / "Containerfile").read_text(encoding="utf-8")
    lines = re.sub(r"(?m)^#.*\n", "", text).replace("\\\n", " ").splitlines()
    parts = (line.partition(" ") for line in lines if line)
    return [(name, " ".join(words.split())) for name, _, words in parts]


def of(name: str) -> list[str]:
    return [words for found, words in instructions() if found == name]


def images() -> dict[str, str]:
    """The tag of each image that it begins with or copies from."""
    return dict(re.findall(r"/library/(\w+):(\S+)", "\n".join(of("FROM"))))


@pytest.mark.parametrize(
    "language, image, said", [("go", "golang", "go version go{}"), ("rust", "rust", "rustc {}")]
)
def test_a_toolchain_that_is_copied_is_new_enough(language: str, image: str, said: str) -> None:
    compiler = language_named(language).requirements[0]
    version = images()[image].split("-")[0]
    assert not compiler.packages, "Debian has it, so nothing has to be copied"
    assert version_fault(compiler, said.format(version)) == ""
    if image == "golang":
        assert f"/go{version}." in compiler.command, "the release that serbench names where Go is missing"


def test_other_toolchains_are_packages_of_the_distribution() -> None:
    copied = {"go", "rust"}
    for language in languages():
        packages = all(one.packages for one in language.requirements)
        assert packages is (language.name not in copied), language.name


def test_it_is_the_debian_on_which_serbench_is_tried() -> None:
    release = images()["debian"].split("-")[0]
    assert f"tried on Debian {release}" in (CHECKOUT / "README.md").read_text(encoding="utf-8")


def test_it_ends_as_an_ordinary_user_who_installs_nothing() -> None:
    names = [name for name, _ in instructions()]
    assert names.index("USER") > max(at for at, name in enumerate(names) if name in ("RUN", "COPY"))
    assert of("USER") == ["1000"]
    assert of("VOLUME") == ["/home/serbench"]


def test_what_it_starts_is_in_the_checkout() -> None:
    copied = "/opt/serbench/"
    assert f". {copied.rstrip('/')}" in of("COPY")
    started = re.findall(rf"{copied}([\w./-]+)", " ".join(of("RUN") + of("ENTRYPOINT")))
    assert started == [".ci/container", "serbench"]
    assert all(os.access(CHECKOUT / path, os.X_OK) for path in started)


def test_its_script_names_no_package_that_serbench_installs() -> None:
    codecs = select_codecs(["all"])
    asked = {name for codec in codecs for name in codec.packages.get("debian", ())}
    asked |= {name for one in languages() for need in one.requirements for name in need.packages}
    assert len(asked) > 10
    assert not asked & set(re.findall(r"[\w.+-]+", SCRIPT.read_text(encoding="utf-8")))


def test_the_default_set_has_every_language() -> None:
    found = {codec.language for codec in find_codecs() if codec.belongs_to(DEFAULT)}
    assert found == {language.name for language in languages()}


@pytest.fixture
def system(tmp_path: Path) -> Path:
    """A copy of the script beside a launcher that ends with $ALL or $DEFAULT, and programs of a system; all
    write into a log what they are called with."""
    (tmp_path / ".ci").mkdir()
    (tmp_path / "bin").mkdir()
    shutil.copy(SCRIPT, tmp_path / ".ci" / "container")
    log = f'echo "${{0##*/}} $*" >>"{tmp_path}/log"\n'
    for name in ("useradd", "apt-get", "git", "chown"):
        program(tmp_path / "bin" / name, log)
    program(
        tmp_path / "serbench",
        f'{log}[ "$HOME" = /home/serbench ] && [ "$3" = all ] && exit "$ALL"\nexit "$DEFAULT"\n',
    )
    return tmp_path


def program(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}", encoding="utf-8")
    path.chmod(0o755)


def run(system: Path, all_codecs: int, default: int) -> tuple[int, list[str]]:
    """The exit status of the script, and what it called."""
    path = f"{system}/bin:{os.environ['PATH']}"
    variables = {"PATH": path, "ALL": str(all_codecs), "DEFAULT": str(default)}
    done = subprocess.run((str(system / ".ci" / "container"),), env=variables, check=False)
    return done.returncode, (system / "log").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("all_codecs", [0, 1])
def test_the_script_makes_a_user_and_lets_serbench_install(system: Path, all_codecs: int) -> None:
    status, calls = run(system, all_codecs, 0)
    assert status == 0
    assert calls == [
        "useradd --create-home --uid 1000 serbench",
        "apt-get update -qq",
        f"apt-get install -y -qq --no-install-recommends {' '.join(FETCHING)}",
        f"git config --system --add safe.directory {system}",
        "serbench setup --codecs all",
        "serbench setup --codecs default",
        "chown -R serbench: /home/serbench",
    ]


@pytest.mark.parametrize("all_codecs, default", [(2, 0), (1, 1)])
def test_an_image_that_cannot_measure_is_not_made(system: Path, all_codecs: int, default: int) -> None:
    status, calls = run(system, all_codecs, default)
    assert status != 0
    assert calls[-1].startswith("serbench setup")
