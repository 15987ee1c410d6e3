"""Runs at a distance: what is kept, when the next one begins, and what becomes of an interrupt."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from fakes.samples import measured

from serbench.engine.amounts import Repetitions
from serbench.engine.blocks import Clocks
from serbench.engine.work import Fork, Plan, Step, Work
from serbench.experiments.memory.calibrate.series import measured_series
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder

_GAP_S = 3600.0
_FORK_S = 60
_START_S = datetime(2026, 11, 21, 9, tzinfo=UTC).timestamp()
_FORKS = tuple(Fork(codec, "record", number) for number in range(2) for codec in ("cpp/a", "cpp/b"))


@dataclass
class _Hours:
    """A clock that only sleeping and measuring move; an interrupt comes before the fork of a number."""

    place: Path
    passed_s: float = 0.0
    slept_s: float = 0.0
    forks: int = 0
    interrupted_at: int | None = None
    told: list[str] = field(default_factory=list)

    def now(self) -> datetime:
        return datetime.fromtimestamp(_START_S + self.passed_s, UTC)

    def sleep(self, seconds: float) -> None:
        self.passed_s += seconds
        self.slept_s += seconds

    def record(self, number: int) -> Mapping[str, Any]:
        runners = [{"codec": codec, "workload": "record", "product_key": "k"} for codec in ("cpp/a", "cpp/b")]
        return {
            "experiment": "memory",
            "started_at": self.now().isoformat(),
            "runners": runners,
            "corpora": {"record": {"sha256": "ab"}},
            "plan": {"seed": 1, "forks": [number]},
            "machine": {"cpu_model": "one"},
        }

    def series(self, runs: int, record: Mapping[str, Any] | None = None) -> list[RunFolder]:
        clocks = Clocks(lambda: self.passed_s, lambda: _START_S + self.passed_s, self.sleep)
        record_of = self.record if record is None else lambda number: record
        work = _Work(Plan(Repetitions(2), 1, _FORKS), self)
        return measured_series(
            self.place, runs, _GAP_S, record_of, lambda folder: work, self.told.append, clocks
        )


@dataclass(frozen=True, slots=True)
class _Work(Work):
    hours: _Hours

    def measured(self, fork: Fork, step: Step) -> list[Row]:
        if self.hours.forks == self.hours.interrupted_at:
            raise KeyboardInterrupt
        self.hours.forks += 1
        row = measured(fork.codec, "encode", fork.index, 100)
        started_at = self.hours.now().isoformat(timespec="milliseconds")
        self.hours.passed_s += _FORK_S
        return [replace(row, started_at=started_at, wall_ns=(_FORK_S * 10**9 // 3,) * 3)]


def test_runs_begin_an_hour_after_the_end_of_those_before(tmp_path: Path) -> None:
    hours = _Hours(tmp_path)
    folders = hours.series(3)
    assert [len(folder.rows) for folder in folders] == [4, 4, 4]
    assert hours.slept_s == 2 * _GAP_S
    assert [line for line in hours.told if "begins" not in line] == [f"run {n} of 3" for n in (1, 2, 3)]
    assert hours.told[1] == "run 2 of 3 begins in 60 min"


def test_what_is_measured_is_found_and_only_the_rest_measured(tmp_path: Path) -> None:
    hours = _Hours(tmp_path, interrupted_at=6)
    with pytest.raises(KeyboardInterrupt):
        hours.series(3)
    again = _Hours(tmp_path, passed_s=hours.passed_s + 600)
    folders = again.series(3)
    # The second run goes on at once, and the third begins an hour after its end.
    assert (again.forks, again.slept_s) == (2 + 4, _GAP_S)
    assert [len(folder.rows) for folder in folders] == [4, 4, 4]
    done = _Hours(tmp_path, passed_s=again.passed_s)
    assert [folder.name for folder in done.series(3)] == [folder.name for folder in folders]
    assert (done.forks, done.slept_s, done.told) == (0, 0, [])


def test_an_interrupted_wait_is_shorter_by_what_has_passed(tmp_path: Path) -> None:
    first = _Hours(tmp_path)
    first.series(1)
    again = _Hours(tmp_path, passed_s=first.passed_s + 1000)
    again.series(2)
    assert (again.forks, again.slept_s) == (4, _GAP_S - 1000)


@pytest.mark.parametrize(
    "other",
    [
        {"runners": [{"codec": "cpp/a", "workload": "record", "product_key": "other"}]},
        {"corpora": {"record": {"sha256": "cd"}}},
        {"machine": {"cpu_model": "another"}},
        {"plan": {"seed": 2, "forks": [0]}},
    ],
    ids=lambda other: next(iter(other)),
)
def test_runs_of_anything_else_are_of_another_series(tmp_path: Path, other: Mapping[str, Any]) -> None:
    hours = _Hours(tmp_path)
    (kept,) = hours.series(1)
    (another,) = hours.series(1, {**hours.record(0), **other})
    assert another.name != kept.name
    assert [folder.name for folder in hours.series(1)] == [kept.name]
