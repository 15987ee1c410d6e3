"""Earlier runs of the same executables beside a run, whatever its experiment."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from record.damage import GOOD, said
from report.folders import cells_in

from serbench.experiments.history import history_of
from serbench.record.run_folder import RunFolder
from serbench.report.standing import Key

_EARLIER, _OWN = "20261120-090000", "20261121-090000"
# Golden runs whose experiments time something; that of evolution has no costs.
_TIMED = ("cluster", "memory", "relay", "sort", "store")
_UNTIMED = ("evolution", "sizing", "torture")
_SLOWER = 1.25


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def _slower(value: Any) -> Any:
    """The value with a quarter more of all that is a time of a sample or a phase."""
    if isinstance(value, dict):
        return {name: _slower(of) for name, of in value.items()}
    return [_slower(of) for of in value] if isinstance(value, list) else round(value * _SLOWER)


def _run(results: Path, experiment: str, name: str, is_slower: bool = False) -> RunFolder:
    path = results / name
    path.mkdir(parents=True)
    record = json.loads((GOOD / experiment / "run.json").read_text())
    (path / "run.json").write_text(json.dumps({**record, "run": name}))
    rows = [json.loads(line) for line in (GOOD / experiment / "measurements.jsonl").read_text().splitlines()]
    if is_slower:
        rows = [row | {name: _slower(row[name]) for name in ("cpu_ns", "wall_ns", "phases")} for row in rows]
    (path / "measurements.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return RunFolder.load(path)


def _document(run: RunFolder) -> dict[str, Any]:
    status, out, _ = said("report", str(run.path), "--json")
    assert status == 0
    found: dict[str, Any] = json.loads(out)["history"]
    return found


@pytest.mark.parametrize("experiment", _TIMED)
def test_every_timed_experiment_tells_its_earlier_runs(tmp_path: Path, experiment: str) -> None:
    earlier = _run(tmp_path, experiment, _EARLIER, is_slower=True)
    run = _run(tmp_path, experiment, _OWN)
    found = _document(run)
    assert [one["run"] for one in found["runs"]] == [_EARLIER]
    assert found["runs"][0]["started_at"] == earlier.record["started_at"]
    assert found["cells"]
    ratios = [cell["earlier"][0]["median_ns"] / cell["median_ns"] for cell in found["cells"]]
    assert ratios == pytest.approx([_SLOWER] * len(ratios), rel=0.02)
    told = "In 1 earlier run of these executables all times moved together by +2"
    assert told in " ".join(said("report", str(run.path))[1].split())
    assert told in said("report", str(run.path), "--markdown")[1]


@pytest.mark.parametrize("experiment", (*_TIMED, *_UNTIMED))
def test_without_earlier_runs_nothing_is_told(tmp_path: Path, experiment: str) -> None:
    run = _run(tmp_path, experiment, _OWN)
    _run(tmp_path, experiment, "20261122-090000")
    assert _document(run) == {"runs": [], "against_others": {}, "cells": []}
    assert "earlier run" not in said("report", str(run.path))[1]


def test_the_page_has_the_earlier_times_of_each_cell(tmp_path: Path) -> None:
    _run(tmp_path, "memory", _EARLIER, is_slower=True)
    run = _run(tmp_path, "memory", _OWN)
    assert said("report", str(run.path), "--html", str(tmp_path / "page.html"))[0] == 0
    page = (tmp_path / "page.html").read_text()
    cells = cells_in(page)
    own = next(cell for cell in cells if cell["codec"] == "python/json" and cell["operation"] == "decode")
    assert own["earlier"] == f"{_EARLIER} +25.0%"


def _counting(found: list[str]) -> Callable[[RunFolder], Mapping[Key, float]]:
    def times(folder: RunFolder) -> Mapping[Key, float]:
        found.append(folder.name)
        return {("python/json", "record", "decode"): 100.0 + len(found)}

    return times


def test_the_times_of_an_earlier_run_are_computed_once(tmp_path: Path, cache: Path) -> None:
    _run(tmp_path, "memory", _EARLIER)
    run, found = _run(tmp_path, "memory", _OWN), []  # type: ignore[var-annotated]
    first = history_of(run, _counting(found))
    assert found == [_OWN, _EARLIER]
    again = history_of(run, _counting(found))
    assert found == [_OWN, _EARLIER, _OWN]
    assert again.runs == first.runs
    for kept in cache.rglob("*.json"):
        kept.write_text("[[]]")
    for _ in range(2):
        history_of(run, _counting(found))
    assert found[3:] == [_OWN, _EARLIER, _OWN]


def test_an_earlier_run_that_has_grown_is_read_again(tmp_path: Path) -> None:
    earlier = _run(tmp_path, "memory", _EARLIER)
    run, found = _run(tmp_path, "memory", _OWN), []  # type: ignore[var-annotated]
    history_of(run, _counting(found))
    lines = earlier.measurements.read_text().splitlines(keepends=True)
    earlier.measurements.write_text("".join(lines[:-1]))
    history_of(run, _counting(found))
    assert found == [_OWN, _EARLIER] * 2


def test_an_earlier_run_with_damaged_rows_is_passed_over(tmp_path: Path) -> None:
    earlier = _run(tmp_path, "memory", _EARLIER)
    earlier.measurements.write_text("{}\n")
    assert _document(_run(tmp_path, "memory", _OWN))["runs"] == []
