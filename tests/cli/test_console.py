"""The messages of a command while it works, and the file with its details."""

from pathlib import Path

import pytest

from serbench.errors import BadInput, SerbenchError
from serbench.terminal.console import Voice


def fail(voice: Voice, error: SerbenchError) -> None:
    with pytest.raises(type(error)), voice.phase("Compiling"):
        voice.step("Compiling a")
        voice.step("Compiling b")
        raise error


def test_a_phase_that_fails_names_the_details(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path))
    fail(Voice(False, "run"), SerbenchError("There is no compiler."))
    log = tmp_path / "logs" / "run.log"
    assert capsys.readouterr().err == f"Details: {log}\n"
    # Each line begins with its time.
    assert [line[9:] for line in log.read_text().splitlines()] == [
        "Compiling: Compiling a",
        "Compiling: Compiling b",
    ]
    fail(Voice(False, "run"), BadInput("It is too late."))
    fail(Voice(True, "run"), SerbenchError("There is no compiler."))
    assert capsys.readouterr().err == ""
    assert len(log.read_text().splitlines()) == 2


def test_details_that_cannot_be_written_are_not_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "file"))
    fail(Voice(False, "run"), SerbenchError("There is no compiler."))
    assert capsys.readouterr().err == ""
