"""A run that was much disturbed says how to measure disturbed forks again."""

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
    drive.begin(tmp_path, "honest", operations=("encode",))
    (folder,) = (tmp_path / "results").iterdir()
    rows = (folder / "measurements.jsonl").read_text()
    (folder / "measurements.jsonl").write_text(rows.replace('"disturbed":false', '"disturbed":true'))
    capsys.readouterr()
    assert main(["run", "--resume", str(folder)]) == 0
    assert capsys.readouterr().err.splitlines()[-1] == (
        "3 of 3 measurements were disturbed by others at every attempt, more than 10%. Measure these again"
        f" by: ./serbench run --resume {folder} --again 1h"
    )
    assert main(["run", "--resume", str(folder), "--again", "20s"]) == 0
    assert "Measuring disturbed forks again: 3 left, at most 20 s" in capsys.readouterr().err
