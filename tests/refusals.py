"""The refusal of every command for input that is not right."""

from pathlib import Path

import pytest


def require_refused(status: int, sentence: str, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit status says so, standard error holds the sentence, and no run was begun."""
    assert status == 2
    assert sentence in capsys.readouterr().err
    assert not (place / "results").exists()
