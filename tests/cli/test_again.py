"""A run says what to do next: how to measure disturbed forks again, and how to see what came back changed."""

from pathlib import Path

import pytest
from fakes import drive, packages

from serbench.cli.main import main


@pytest.fixture(autouse=True)
def fakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages.fakes_only(tmp_path, monkeypatch)


def test_a_run_that_was_much_disturbed_says_how_to_measure_it_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = _measured(tmp_path, '"disturbed":false', '"disturbed":true')
    capsys.readouterr()
    assert main(["run", "--resume", str(folder)]) == 0
    assert capsys.readouterr().err.splitlines()[-1] == (
        "3 of 3 measurements were disturbed by others at every attempt, more than 10%. Measure these again"
        f" by: ./serbench run --resume {folder} --again 1h"
    )
    assert main(["run", "--resume", str(folder), "--again", "20s"]) == 0
    assert "Measuring disturbed forks again: 3 left, at most 20 s" in capsys.readouterr().err


def test_a_run_in_which_values_came_back_changed_names_the_command_that_shows_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = _measured(tmp_path, '"outcome":"ok"', '"outcome":"wrong"')
    assert main(["run", "--resume", str(folder)]) == 1
    assert capsys.readouterr().err.splitlines()[-1] == (
        "To see which values came back changed: ./serbench verify --data FILE --codecs fake/honest"
    )


def _measured(place: Path, text: str, instead: str) -> Path:
    """A run whose rows have another text."""
    drive.begin(place, "honest", operations=("encode",))
    (folder,) = (place / "results").iterdir()
    rows = (folder / "measurements.jsonl").read_text()
    (folder / "measurements.jsonl").write_text(rows.replace(text, instead))
    return folder
