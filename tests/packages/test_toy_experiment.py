"""An experiment that is one folder, and of which no other file knows: every command works with it."""

import json
from pathlib import Path

import pytest
from fakes.toy import Ask, own_data

import serbench.experiments
from serbench.cli.main import main
from serbench.engine import blocks

TOYS = Path(__file__).parents[1] / "toys" / "experiments"


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serbench.experiments, "__path__", [*serbench.experiments.__path__, str(TOYS)])


def test_it_is_found_by_its_folder_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert "toy" in [package.name for package in serbench.experiments.experiments()]
    assert main(["--help"]) == 0
    assert "toy Measure how long a process writes messages." in " ".join(capsys.readouterr().out.split())
    assert main(["toy", "--help"]) == 0
    assert "--repeat R" in capsys.readouterr().out.partition("How much:")[2]


def test_it_is_previewed_measured_resumed_reported_and_compared(ask: Ask, tmp_path: Path) -> None:
    words = ["toy", *own_data(tmp_path), "--quiet"]
    previewed = ask(*words, "--dry-run", "--json")
    (workload,) = previewed["workloads"]
    assert workload == "own-order"
    assert previewed == {
        "workloads": [workload],
        "codecs": ["toy/plain"],
        "repetitions": 2,
        "seed": 1,
        "estimated_s": 0.2,
        "max_time_s": None,
        "unavailable": {},
    }
    found = ask(*words, "--repeat", "3", "--json", "--out", str(tmp_path / "runs"))
    assert [row["codec"] for row in found["rows"]] == ["toy/plain"]
    assert found["failures"] == []
    directory = found["directory"]
    lines = Path(directory, "measurements.jsonl").read_text().splitlines()
    Path(directory, "measurements.jsonl").write_text(f"{lines[0]}\n")
    again = ask("toy", "--resume", directory, "--json", "--quiet")
    assert again["directory"] == directory
    measured = Path(directory, "measurements.jsonl").read_text().splitlines()
    assert measured[0] == lines[0] and len(measured) >= 3
    assert "toy/plain" in ask("report", directory)
    assert "The toy was measured." in ask("report", directory, "--markdown")
    assert "toy/plain" in Path(directory, "report.html").read_text()
    assert "toy/plain" in ask("compare", directory, directory)
    assert f"./serbench toy --resume {directory}" in _refused(ask, directory)
    assert ask("report", directory, "--json")["rows"] == again["rows"]


def _refused(ask: Ask, directory: str) -> str:
    with pytest.raises(AssertionError) as refusal:
        ask("run", "--resume", directory)
    return str(refusal.value)


def test_it_is_fitted_into_the_time(ask: Ask, tmp_path: Path) -> None:
    words = ["toy", *own_data(tmp_path), "--quiet", "--repeat", "4", "--json", "--dry-run", "--max-time"]
    fitting = ask(*words, "0.25s")
    assert (fitting["repetitions"], fitting["estimated_s"]) == (2, 0.2)
    with pytest.raises(AssertionError, match=r"Even one repetition takes about .* or name fewer codecs\."):
        ask(*words, "0.05s")


def test_it_is_measured_in_blocks(ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["toy", *own_data(tmp_path), "--blocks", "5"]
    assert ask(*words, "--dry-run", "--json")["estimated_s"] == 5 * 0.2 + 4 * 1800
    told = ask(*words, "--dry-run")
    assert "about 2 h 0 min once everything is built, in 5 blocks, at least 30 min apart" in told
    with pytest.raises(AssertionError, match="--blocks 5 waits between its blocks, so --max-time cannot"):
        ask(*words, "--max-time", "1h")
    monkeypatch.setattr(blocks, "GAP_S", 0.0)
    found = ask(*words, "--json", "--quiet", "--out", str(tmp_path / "runs"))
    (row,) = found["rows"]
    assert (found["blocks"], row["codec"]) == (5, "toy/plain")
    lines = Path(found["directory"], "measurements.jsonl").read_text().splitlines()
    # Some may have been disturbed.
    assert [json.loads(line)["block"] for line in lines if not json.loads(line)["attempt"]] == [
        0, 0, 1, 1, 2, 2, 3, 3, 4, 4,
    ]  # fmt: skip
    Path(found["directory"], "measurements.jsonl").write_text("".join(f"{line}\n" for line in lines[:3]))
    assert ask("toy", "--resume", found["directory"], "--json", "--quiet")["blocks"] == 5


def test_a_preset_has_its_own_repetitions_and_twins(ask: Ask, tmp_path: Path) -> None:
    words = ["toy", *own_data(tmp_path), "--quiet", "--preset", "standard", "--json"]
    found = ask(*words, "--out", str(tmp_path / "runs"))
    assert [row["codec"] for row in found["twins"]] == ["toy/plain (twin)"]
    assert found["noise_floors"]["toy"]["share"] > 0
    plan = json.loads(Path(found["directory"], "run.json").read_text())["plan"]
    assert plan["settings"] == {"repetitions": 3}
    assert sorted(fork["index"] for fork in plan["forks"]) == [0, 0, 1, 1, 2, 2]


def test_it_is_small() -> None:
    """The code of an experiment with one figure is short: the engine gives it the rest (CONTRIBUTING.md)."""
    lines = [line for file in TOYS.rglob("*.py") for line in file.read_text().splitlines()]
    assert 60 < len(lines) <= 120
