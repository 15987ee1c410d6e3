"""The parts of calibrate that judge the runs in a folder."""

import json
import shutil
from pathlib import Path

import pytest

from serbench.cli.main import main
from serbench.locations import CHECKOUT

_GOLDEN = CHECKOUT / "tests" / "golden" / "runs"


def _repeated(run: Path, times: int) -> None:
    """Gives a run so many times its forks, each time one per cent slower."""
    path = run / "measurements.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    more = [
        {**row, "fork": row["fork"] + 100 * again, "cpu_ns": [ns + ns * again // 100 for ns in row["cpu_ns"]]}
        for again in range(times)
        for row in rows
    ]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in more), encoding="utf-8")


def _kept(place: Path, *experiments: str) -> Path:
    for number, experiment in enumerate(experiments):
        shutil.copytree(_GOLDEN / experiment, place / f"20261121-21070{number}")
    return place


def test_intervals_are_of_the_runs_in_memory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = _kept(tmp_path, "memory", "store")
    _repeated(place / "20261121-210700", 6)
    status = main(["calibrate", "intervals", "--of", str(place), "--json", "--quiet"])
    found = json.loads(capsys.readouterr().out)["intervals"]
    assert status == 0 and found["simulated"]
    for one in found["simulated"]:
        assert one["drawn"] == 20_000
        assert one["holding"] / one["drawn"] == pytest.approx(one["level"], abs=0.01)
    assert found["halves"]["cells"] == sum(one["cells"] for one in found["simulated"])


def test_a_folder_without_what_is_judged_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "none").mkdir()
    assert main(["calibrate", "hours", "--of", str(tmp_path / "none")]) == 2
    assert f"There is no run in memory in {tmp_path / 'none'};" in capsys.readouterr().err
    assert main(["calibrate", "hours", "--of", str(_kept(tmp_path / "one", "memory"))]) == 2
    assert "No two of 1 runs show unchanged code" in capsys.readouterr().err


def test_too_few_forks_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "intervals", "--of", str(_kept(tmp_path, "memory"))]) == 2
    assert "No cell of 1 runs has five forks or more." in capsys.readouterr().err


def test_a_gap_that_is_no_duration_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "hours", "--gap", "soon"]) == 2
    assert "soon is not a duration" in capsys.readouterr().err
