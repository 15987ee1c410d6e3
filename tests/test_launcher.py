"""The launcher, in a copy of its own with a space in the path, a stub package and fakes of Python and pip."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]
LOCKS = {"run": "one==1\n", "test": "one==1\ntwo==2\n"}
STUB = "import sys\nprint(sys.argv[1:])\nprint(sys.flags.safe_path)\nsys.exit(7)\n"

# `python3 -m venv` makes an environment whose python is FAKE_INNER; what is called is written to $STATE/log.
FAKE_PYTHON = """
case "$*" in
    "-m venv"*)
        echo venv >>"$STATE/log"
        if [ -e "$STATE/no-venv" ]; then echo "ensurepip is not available"; exit 1; fi
        mkdir -p "$4/bin"
        rm -f "$4/bin/python" "$4"/stamp-*
        cp "$STATE/inner" "$4/bin/python" ;;
    "-c from ensurepip import version") [ ! -e "$STATE/no-venv" ] ;;
    *version_info*print*|*print*version_info*) echo 3.11 ;;
    *version_info*) [ ! -e "$STATE/old-python" ] ;;
esac
"""
FAKE_INNER = """
case "$*" in
    *" pip "*)
        case "$*" in *" --require-hashes --no-deps --only-binary :all: -r "*) ;; *) exit 1 ;; esac
        for lock; do :; done
        echo "pip $(tr '\\n' ' ' <"$lock")" >>"$STATE/log"
        [ ! -e "$STATE/no-network" ] ;;
    *) exec "$REAL_PYTHON" "$@" ;;
esac
"""


class Copy:
    """A checkout that holds the launcher and the stub."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "check out"
        self.state = folder / "state"
        self.programs = folder / "bin"
        self.cache = folder / "cache"
        (self.root / "src" / "serbench").mkdir(parents=True)
        self.state.mkdir()
        self.programs.mkdir()
        shutil.copy(CHECKOUT / "serbench", self.root / "serbench")
        (self.root / "requirements").mkdir()
        for name, text in LOCKS.items():
            self.lock(name, text)
        (self.root / "src" / "serbench" / "__main__.py").write_text(STUB, encoding="utf-8")
        self._executable(self.state / "inner", FAKE_INNER)
        for name in ("python3", "python3.14", "python3.13", "python3.12", "python3.11"):
            self.program(name, FAKE_PYTHON)
        # Nothing of a test may reach the real package manager.
        self.program("id", "echo 1000")
        self.program("sudo", "exit 1")
        self.program("apt-get", 'echo "apt-get $*" >>"$STATE/log"; exit 1')
        self.environment = {
            "PATH": f"{self.programs}:/usr/bin:/bin",
            "STATE": str(self.state),
            "REAL_PYTHON": sys.executable,
            "SERBENCH_CACHE": str(self.cache),
        }

    def _executable(self, path: Path, script: str) -> None:
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def lock(self, name: str, text: str) -> None:
        (self.root / "requirements" / f"{name}.txt").write_text(text, encoding="utf-8")

    def program(self, name: str, script: str) -> None:
        self._executable(self.programs / name, script)

    def start(self, *words: str, by: Path | None = None, cwd: Path | None = None) -> subprocess.Popen[str]:
        return subprocess.Popen(
            (str(by or self.root / "serbench"), *words),
            cwd=cwd or self.root,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *words: str, by: Path | None = None, cwd: Path | None = None) -> tuple[int, str, str]:
        process = self.start(*words, by=by, cwd=cwd)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def log(self) -> list[str]:
        path = self.state / "log"
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

    def make_ready_environment(self, folder: Path) -> None:
        """An environment as a completed set-up leaves it, with the real Python."""
        (folder / "bin").mkdir(parents=True)
        (folder / "bin" / "python").symlink_to(sys.executable)
        pins = hashlib.sha256(LOCKS["run"].encode()).hexdigest()
        stamp = f"{pins} {Path(sys.executable).resolve()} {folder}\n"
        (folder / "stamp-run").write_text(stamp, encoding="utf-8")


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


PREPARING = "Preparing Python environment (once; downloads the packages in requirements/run.txt) …\n"
ANSWER = "['run', 'a b', '']\nTrue\n"


def test_a_warm_start_says_nothing_and_hands_on_words_and_status(copy: Copy) -> None:
    copy.make_ready_environment(copy.root / ".venv")
    assert copy.run("run", "a b", "") == (7, ANSWER, "")
    assert copy.log() == []


def test_it_finds_itself_through_a_link_and_from_elsewhere(copy: Copy, tmp_path: Path) -> None:
    copy.make_ready_environment(copy.root / ".venv")
    link = tmp_path / "a link"
    link.symlink_to(copy.root / "serbench")
    assert copy.run("run", "a b", "", by=link, cwd=tmp_path) == (7, ANSWER, "")
    assert copy.run("run", "a b", "", by=Path("check out/serbench"), cwd=tmp_path) == (7, ANSWER, "")


def test_files_of_the_current_folder_are_not_taken_for_modules(copy: Copy, tmp_path: Path) -> None:
    copy.make_ready_environment(copy.root / ".venv")
    (tmp_path / "runpy.py").write_text("raise SystemExit('wrong')\n", encoding="utf-8")
    assert copy.run("run", "a b", "", cwd=tmp_path) == (7, ANSWER, "")


def test_the_first_start_prepares_and_the_second_does_not(copy: Copy) -> None:
    assert copy.run("run", "a b", "") == (7, ANSWER, PREPARING)
    assert copy.log() == ["venv", "pip one==1 "]
    assert copy.run("run", "a b", "") == (7, ANSWER, "")
    assert copy.log() == ["venv", "pip one==1 "]


def test_the_tests_add_their_packages_to_the_same_environment(copy: Copy) -> None:
    copy.run("run")
    copy.run("test")
    copy.run("test")
    copy.run("run")
    assert copy.log() == ["venv", "pip one==1 ", "pip one==1 two==2 "]


def test_a_changed_lock_of_the_tests_alone_changes_nothing_for_others(copy: Copy) -> None:
    copy.run("test")
    copy.lock("test", "one==1\ntwo==3\n")
    assert copy.run("run", "a b", "") == (7, ANSWER, "")
    copy.run("test")
    assert copy.log() == ["venv", "pip one==1 two==2 ", "pip one==1 two==3 "]


def test_a_changed_lock_is_installed_into_the_environment_that_is_there(copy: Copy) -> None:
    copy.run("run")
    copy.lock("run", "one==3\n")
    assert copy.run("run")[0] == 7
    assert copy.log() == ["venv", "pip one==1 ", "pip one==3 "]


def test_an_environment_that_was_moved_is_made_afresh(copy: Copy, tmp_path: Path) -> None:
    copy.run("run")
    copy.root = copy.root.rename(tmp_path / "moved")
    assert copy.run("run")[0] == 7
    assert copy.log() == ["venv", "pip one==1 ", "venv", "pip one==1 "]


def test_an_interrupted_set_up_is_never_used(copy: Copy) -> None:
    (copy.state / "no-network").touch()
    status, out, err = copy.run("run")
    assert (status, out) == (2, "")
    assert err.splitlines()[-1] == (
        "serbench: the Python packages named in requirements/run.txt could not be installed; "
        "pip says why above; it needs a network."
    )
    (copy.state / "no-network").unlink()
    assert copy.run("run")[0] == 7
    assert copy.log() == ["venv", "pip one==1 ", "venv", "pip one==1 "]


def test_a_failed_addition_of_the_tests_spoils_the_environment_for_both(copy: Copy) -> None:
    copy.run("run")
    (copy.state / "no-network").touch()
    assert copy.run("test")[0] == 2
    (copy.state / "no-network").unlink()
    assert copy.run("run")[0] == 7
    assert copy.log() == ["venv", "pip one==1 ", "pip one==1 two==2 ", "venv", "pip one==1 "]


def test_two_first_starts_at_once_prepare_once(copy: Copy) -> None:
    processes = [copy.start("run") for _ in range(3)]
    errors = [process.communicate(timeout=60)[1] for process in processes]
    assert [process.returncode for process in processes] == [7, 7, 7]
    assert sorted(errors) == ["", "", PREPARING]
    assert copy.log() == ["venv", "pip one==1 "]


def test_a_missing_venv_module_is_named_with_its_command(copy: Copy) -> None:
    (copy.state / "no-venv").touch()
    status, _, err = copy.run("run")
    assert status == 2
    assert err.splitlines()[-1] == (
        "serbench: Python's venv module is missing; install it, on Debian and its relatives with: "
        "sudo apt-get install python3.11-venv"
    )
    assert copy.log() == ["venv"]


def test_root_installs_the_venv_module_and_refreshes_the_lists_only_when_needed(copy: Copy) -> None:
    (copy.state / "no-venv").touch()
    copy.program("id", "echo 0")
    update = '*update) touch "$STATE/lists"'
    install = '*) [ -e "$STATE/lists" ] && rm "$STATE/no-venv"'
    script = f'echo "apt-get $4 $5" >>"$STATE/log"\ncase "$*" in {update} ;; {install} ;; esac'
    copy.program("apt-get", script)
    assert copy.run("run")[0] == 7
    assert copy.log() == [
        "venv",
        "apt-get install -y",
        "apt-get update ",
        "apt-get install -y",
        "venv",
        "pip one==1 ",
    ]


@pytest.mark.parametrize("by", ["word", "variable"])
def test_nothing_is_installed_where_that_is_forbidden(copy: Copy, by: str) -> None:
    copy.program("id", "echo 0")
    (copy.state / "old-python").touch()
    words = ["run", "--no-install"] if by == "word" else ["run"]
    copy.environment |= {"SERBENCH_NO_INSTALL": "1"} if by == "variable" else {}
    status, _, err = copy.run(*words)
    assert status == 2
    assert "install it, on Debian and its relatives with: sudo apt-get install" in err
    assert not [line for line in copy.log() if line.startswith("apt-get")]
    copy.environment.pop("SERBENCH_NO_INSTALL", None)
    assert "Installing from the distribution: python3.11 python3.11-venv (--no-install" in copy.run("run")[2]
    assert [line for line in copy.log() if line.startswith("apt-get")]


def test_a_python_too_old_is_said(copy: Copy) -> None:
    (copy.state / "old-python").touch()
    status, _, err = copy.run("run")
    assert status == 2
    assert err.splitlines()[-1].startswith("serbench: Python 3.11 or later is needed; install it")


@pytest.mark.parametrize("name", ["a:b", "a\nb", 'a"b', "a;b", "a\\b"])
def test_a_checkout_that_not_all_tools_can_name_is_reached_by_a_link(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    copy = Copy(tmp_path / name)
    copy.cache = tmp_path / "cache"
    copy.environment["SERBENCH_CACHE"] = str(copy.cache)
    programs = copy.programs.rename(tmp_path / "programs")
    copy.environment["PATH"] = f"{programs}:/usr/bin:/bin"
    assert copy.run("run", "a b", "") == (7, ANSWER, PREPARING)
    assert copy.run("run", "a b", "") == (7, ANSWER, "")
    assert not (copy.root / ".venv").exists()
    link, environment = sorted(copy.cache.iterdir())
    assert (link.name[:9], environment.name[:5]) == ("checkout-", "venv-")
    assert link.resolve() == copy.root.resolve()


def test_settings_of_python_do_not_change_the_orchestrator(copy: Copy) -> None:
    copy.make_ready_environment(copy.root / ".venv")
    stub = (
        "import os, sys\nprint(sys.flags.optimize, [name for name in sorted(os.environ) if 'PYTHON' in name])"
    )
    (copy.root / "src" / "serbench" / "__main__.py").write_text(stub, encoding="utf-8")
    copy.environment |= {
        "PYTHONOPTIMIZE": "2",
        "PYTHONHASHSEED": "no number",
        "PYTHONWARNINGS": "error",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION": "python",
    }
    assert copy.run() == (0, "0 ['PYTHONPATH', 'REAL_PYTHON']\n", "")


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_checkout_that_cannot_be_written_uses_the_cache(copy: Copy) -> None:
    copy.root.chmod(0o555)
    try:
        assert copy.run("run", "a b", "") == (7, ANSWER, PREPARING)
        assert copy.run("run", "a b", "") == (7, ANSWER, "")
    finally:
        copy.root.chmod(0o755)
    assert not (copy.root / ".venv").exists()
    assert [path.name[:5] for path in copy.cache.iterdir()] == ["venv-"]
