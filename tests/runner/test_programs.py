"""Files that the kernel does not start are found before a shell reads them."""

import errno
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from serbench.codecs.runner import Runner
from serbench.runner.process import ask
from serbench.runner.programs import require_programs

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="programs are not ELF here")
HEADER_BYTES = 64
# Where execution begins: the kernel starts the program wherever it is, which then does anything.
ENTRY = range(24, 32)
# As a shell reads it, it makes a file of the rest of its line.
SCRIPT = b"\x7fELF >"


def written(path: Path, content: bytes) -> Path:
    path.unlink(missing_ok=True)
    path.write_bytes(content)
    path.chmod(0o755)
    return path


def is_no_program(path: Path) -> bool:
    try:
        require_programs((str(path), "describe", "corpus=/none"))
    except OSError as error:
        assert (error.errno, error.filename) == (errno.ENOEXEC, str(path))
        return True
    return False


def is_refused(path: Path) -> bool:
    """Whether the kernel says that it is no program."""
    try:
        subprocess.run((path,), check=False, capture_output=True)
    except OSError as error:
        return error.errno == errno.ENOEXEC
    return False


def test_it_is_what_the_kernel_says_of_every_bit_of_a_header(tmp_path: Path) -> None:
    program = shutil.which("true")
    assert program is not None
    whole = Path(program).read_bytes()
    found = set()
    for bit in (bit for bit in range(HEADER_BYTES * 8) if bit // 8 not in ENTRY):
        content = bytearray(whole)
        content[bit // 8] ^= 1 << bit % 8
        path = written(tmp_path / "program", bytes(content))
        assert is_no_program(path) == is_refused(path), f"bit {bit}"
        found.add(is_no_program(path))
    assert found == {True, False}


@pytest.mark.parametrize("size", [0, 1, 4, 50, 63, 64, 100, 400])
def test_a_program_that_is_cut_off_is_none(size: int, tmp_path: Path) -> None:
    path = written(tmp_path / "program", Path(sys.executable).read_bytes()[:size])
    assert is_refused(path)
    assert is_no_program(path)


def test_scripts_and_what_is_not_executable_stay(tmp_path: Path) -> None:
    assert not is_no_program(written(tmp_path / "script", b"#!/bin/sh\n"))
    (tmp_path / "text").write_text("text")
    require_programs((sys.executable, str(tmp_path / "text"), str(tmp_path / "none"), "true", str(tmp_path)))


@pytest.mark.parametrize("launcher", [(), ("taskset", "-c", "0"), ("env", "A=b")])
def test_no_shell_reads_a_damaged_runner(
    launcher: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    program = str(written(tmp_path / "runner", SCRIPT + b"made\n"))
    asked = ask(Runner((*launcher, program), "cpp/a", "tiny", "", "key"), "describe", {}, 20)
    assert (asked.outcome, asked.exit_status) == ("harness", None)
    assert asked.detail == f"The runner {program} could not be started: Exec format error."
    assert [path.name for path in tmp_path.iterdir()] == ["runner"]
