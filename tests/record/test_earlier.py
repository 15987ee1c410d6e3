"""Earlier runs under the conditions of a run: found by names, refused by what differs."""

import json
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from serbench.record.earlier import MOST_RUNS, earlier_runs
from serbench.record.run_folder import RunFolder

_GOLDEN = Path(__file__).parents[1] / "golden" / "runs"
_CELL = ("python/json", "record")


def _run(
    results: Path,
    name: str,
    change: Callable[[dict[str, Any]], object] = lambda record: None,
    experiment: str = "memory",
) -> RunFolder:
    """A golden run under this name, with a ``change`` of its record."""
    path = results / name
    shutil.copytree(_GOLDEN / experiment, path)
    record = json.loads((path / "run.json").read_text())
    began = datetime.strptime(name[:15], "%Y%m%d-%H%M%S").replace(tzinfo=UTC)
    record["started_at"] = began.isoformat()
    change(record)
    (path / "run.json").write_text(json.dumps(record))
    return RunFolder.load(path)


def _names(folder: RunFolder) -> list[str]:
    return [run.name for run in earlier_runs(folder)]


def test_the_runs_before_are_found_the_newest_first(tmp_path: Path) -> None:
    for name in ("20261121-090000", "20261121-090000-2", "20261121-090000-10", "20261122-090000"):
        _run(tmp_path, name)
    own = _run(tmp_path, "20261122-080000")
    assert _names(own) == ["20261121-090000-10", "20261121-090000-2", "20261121-090000"]


def test_a_copy_under_another_name_began_when_its_record_says(tmp_path: Path) -> None:
    for name in ("20261121-090000", "20261123-090000"):
        _run(tmp_path, name)
    own = _run(tmp_path, "20261122-080000")
    copy = own.path.rename(tmp_path / "the-good-one")
    assert _names(RunFolder.load(copy)) == ["20261121-090000"]


@pytest.mark.parametrize("experiment", sorted(path.name for path in _GOLDEN.iterdir()))
def test_every_experiment_has_its_earlier_runs(tmp_path: Path, experiment: str) -> None:
    _run(tmp_path, "20261121-090000", experiment=experiment)
    own = _run(tmp_path, "20261122-080000", experiment=experiment)
    (run,) = earlier_runs(own)
    assert run.alike == {(runner["codec"], runner["workload"]) for runner in own.record["runners"]}
    assert run.started_at == "2026-11-21T09:00:00+00:00"
    assert len(run.folder().rows) == len(own.rows)


def _set(*path: str | int, value: object) -> Callable[[dict[str, Any]], object]:
    def change(record: Any) -> None:
        *way, last = path
        for step in way:
            record = record[step]
        record[last] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        _set("experiment", value="store"),
        _set("machine", "cpu_model", value="another processor"),
        _set("machine", "logical_cores", value=3),
        _set("plan", "preset", "sample_ns", value=1),
        _set("plan", "preset", "keep", value=8),
    ],
)
def test_a_run_of_other_conditions_is_none(
    tmp_path: Path, change: Callable[[dict[str, Any]], object]
) -> None:
    _run(tmp_path, "20261121-090000", change)
    assert _names(_run(tmp_path, "20261122-080000")) == []


@pytest.mark.parametrize(
    "change",
    [
        _set("plan", "preset", "forks", value=99),
        _set("plan", "preset", "name", value="another"),
        _set("machine", "load_average", value=[1.0, 1.0, 1.0]),
        _set("seed", value=7),
    ],
)
def test_more_forks_or_a_load_are_no_other_conditions(
    tmp_path: Path, change: Callable[[dict[str, Any]], object]
) -> None:
    _run(tmp_path, "20261121-090000", change)
    assert _names(_run(tmp_path, "20261122-080000")) == ["20261121-090000"]


def _of_json(name: str, value: object) -> Callable[[dict[str, Any]], object]:
    def change(record: dict[str, Any]) -> None:
        (runner,) = (one for one in record["runners"] if one["codec"] == _CELL[0])
        runner[name] = value

    return change


@pytest.mark.parametrize(
    ("change", "alike"),
    [
        (lambda record: None, True),
        (_of_json("product_key", "another"), False),
        (_of_json("parameters", {"allocator": "jemalloc"}), False),
        (_set("corpora", "record", "sha256", value="0" * 64), False),
    ],
)
def test_a_cell_is_alike_by_its_executable_and_its_data(
    tmp_path: Path, change: Callable[[dict[str, Any]], object], alike: bool
) -> None:
    _run(tmp_path, "20261121-090000", change)
    (run,) = earlier_runs(_run(tmp_path, "20261122-080000"))
    assert (_CELL in run.alike) is alike
    assert run.is_alike(*_CELL) is alike
    assert not run.is_alike("python/absent", "record")


def test_a_workload_without_runners_stands_for_all_of_its_codec(tmp_path: Path) -> None:
    _run(tmp_path, "20261121-090000", experiment="evolution")
    _run(tmp_path, "20261121-100000", _set("runners", 0, "product_key", value="another"), "evolution")
    own = _run(tmp_path, "20261122-080000", experiment="evolution")
    codec = own.record["runners"][0]["codec"]
    assert [run.is_alike(codec, "10 unknown fields") for run in earlier_runs(own)] == [False, True]


def test_what_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    _run(tmp_path, "20261121-090000")
    for name, content in (("20261121-100000", '{"machine": 7}'), ("20261121-110000", "{")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "run.json").write_text(content)
    assert _names(_run(tmp_path, "20261122-080000")) == ["20261121-090000"]


def test_no_more_runs_are_used_than_the_newest(tmp_path: Path) -> None:
    for second in range(MOST_RUNS + 3):
        _run(tmp_path, f"20261121-0900{second:02}")
    found = _names(_run(tmp_path, "20261122-080000"))
    assert found == [f"20261121-0900{second:02}" for second in range(MOST_RUNS + 2, 2, -1)]
