"""A run in blocks: which forks, when each block begins, and what becomes of an interrupt."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fakes.samples import measured

from serbench.engine.amounts import Repetitions
from serbench.engine.blocks import (
    GAP_S,
    Blocks,
    Clocks,
    blocks_clause,
    estimate_of,
    execute_blocks,
    in_blocks,
    number_of_blocks,
    pauses_s,
)
from serbench.engine.rounds import in_rounds
from serbench.engine.work import Fork, Plan, Progress, Step, Work
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder

_CODECS = ("cpp/a", "cpp/b", "cpp/c", "cpp/d")
_FORK_S = 60
_START_S = datetime(2026, 11, 21, 9, tzinfo=UTC).timestamp()


def _plan(blocks: int, repetitions: int = 2) -> Plan[Repetitions, Fork]:
    forks = [(number, Fork(codec, "record", number)) for codec in _CODECS for number in range(repetitions)]
    return in_blocks(Plan(Repetitions(repetitions), 1, in_rounds(forks, 1)), blocks)


@dataclass
class _Time(Progress):
    """A clock that only sleeping and measuring move, and what was told of the waits."""

    passed_s: float = 0.0
    set_back_s: float = 0.0
    slept_s: float = 0.0
    told: list[tuple[int, int, int]] = field(default_factory=list)
    interrupt: Callable[[float], bool] = lambda slept_s: False

    def sleep(self, seconds: float) -> None:
        self.passed_s += seconds
        self.slept_s += seconds
        if self.interrupt(self.slept_s):
            raise KeyboardInterrupt

    @property
    def clocks(self) -> Clocks:
        return Clocks(lambda: self.passed_s, lambda: _START_S + self.passed_s - self.set_back_s, self.sleep)

    def waiting(self, block: int, blocks: int, left_s: float) -> None:
        self.told.append((block, blocks, round(left_s)))

    def iso(self) -> str:
        return datetime.fromtimestamp(_START_S + self.passed_s, UTC).isoformat(timespec="milliseconds")


@dataclass(frozen=True, slots=True)
class _Work(Work):
    """Each fork takes a minute; those of ``disturbed`` are so the first time."""

    time: _Time
    disturbed: frozenset[int] = frozenset()
    fails_at: list[int] = field(default_factory=list)
    order: list[tuple[str, int, int]] = field(default_factory=list)

    def measured(self, fork: Fork, step: Step) -> list[Row]:
        if self.fails_at and len(self.order) == self.fails_at[0]:
            raise KeyboardInterrupt
        row = measured(fork.codec, "encode", fork.index, 100)
        first = (fork.codec, fork.index, fork.block) not in self.order
        self.order.append((fork.codec, fork.index, fork.block))
        row = replace(row, started_at=self.time.iso(), disturbed=first and fork.index in self.disturbed)
        self.time.passed_s += _FORK_S
        return [replace(row, wall_ns=(_FORK_S * 10**9 // 3,) * 3)]


def _work(blocks: int, time: _Time, **more: object) -> _Work:
    return _Work(_plan(blocks), time, fork_ns=lambda fork: _FORK_S * 10**9, **more)  # type: ignore[arg-type]


def _run(folder: RunFolder, work: _Work) -> None:
    with folder.writing():
        execute_blocks(work, folder, work.time, clocks=work.time.clocks)


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return RunFolder.create(tmp_path, {"experiment": "memory"}, datetime(2026, 11, 21, 9, tzinfo=UTC))


def test_each_block_has_all_forks_in_an_order_of_its_own() -> None:
    plan = _plan(3)
    assert number_of_blocks(plan.forks) == 3
    assert len({fork.identity for fork in plan.forks}) == len(plan.forks) == 24
    orders = [[fork.codec for fork in plan.forks if fork.block == block] for block in range(3)]
    assert len({tuple(order) for order in orders}) == 3
    for order in orders:
        assert sorted(order[:4]) == sorted(order[4:]) == sorted(_CODECS)
    assert [fork.block for fork in plan.forks] == sorted(fork.block for fork in plan.forks)
    assert plan == _plan(3)
    assert {fork.index for fork in plan.forks if fork.block == 2} == {4, 5}


def test_one_block_is_the_plan_itself() -> None:
    assert (number_of_blocks(_plan(1).forks), pauses_s(_plan(1).forks), blocks_clause(_plan(1).forks)) == (
        1, 0.0, "",
    )  # fmt: skip
    assert _plan(1).forks == _plan(2).forks[:8]
    assert pauses_s(_plan(5).forks) == 4 * GAP_S
    # Of a run that is resumed in its second block, or between that and the third.
    left = [fork for fork in _plan(5).forks if fork.block]
    assert pauses_s(left, _rows([(0, 1.0), (1, 1.0)])) == 3 * GAP_S
    assert pauses_s(left[8:], _rows([(0, 1.0), (1, 1.0)])) == 3 * GAP_S
    assert blocks_clause(_plan(5).forks) == ", in 5 blocks, at least 30 min apart"


def test_blocks_are_half_an_hour_apart(folder: RunFolder) -> None:
    time = _Time()
    _run(folder, _work(3, time))
    assert [row.block for row in folder.rows] == [0] * 8 + [1] * 8 + [2] * 8
    assert time.slept_s == 2 * GAP_S
    found = Blocks.of(folder.rows)
    assert (found.number, found.gap_s) == (3, GAP_S)
    assert found.sentence == (
        "Times are from 3 blocks, at least 30 min apart: medians of their medians, which give ± and ranks."
    )
    assert time.told[0] == (1, 3, 1800) and time.told[-1] == (2, 3, 10)


def test_a_wait_that_is_interrupted_goes_on_where_it_was(folder: RunFolder) -> None:
    time = _Time(interrupt=lambda slept_s: slept_s >= 600)
    with pytest.raises(KeyboardInterrupt):
        _run(folder, _work(2, time))
    assert len(folder.rows) == 8
    again = _Time(passed_s=time.passed_s + 300)
    _run(RunFolder.load(folder.path), _work(2, again))
    assert again.slept_s == GAP_S - 900
    assert Blocks.of(RunFolder.load(folder.path).rows).gap_s == GAP_S


def test_a_block_that_has_begun_goes_on_at_once(folder: RunFolder) -> None:
    time = _Time()
    with pytest.raises(KeyboardInterrupt):
        _run(folder, _work(3, time, fails_at=[10]))
    again = _Time(passed_s=time.passed_s)
    work = _work(3, again)
    _run(RunFolder.load(folder.path), work)
    assert [block for _, _, block in work.order] == [1] * 6 + [2] * 8
    assert again.slept_s == GAP_S


def test_after_hours_nothing_waits(folder: RunFolder) -> None:
    time = _Time(interrupt=lambda slept_s: True)
    with suppress(KeyboardInterrupt):
        _run(folder, _work(2, time))
    again = _Time(passed_s=time.passed_s + 7200)
    _run(RunFolder.load(folder.path), _work(2, again))
    assert (again.slept_s, again.told) == (0, [])


def test_a_clock_that_was_set_back_makes_no_wait_longer(folder: RunFolder) -> None:
    time = _Time(set_back_s=86_400)
    _run(folder, _work(2, time))
    assert time.slept_s == GAP_S


def test_a_disturbed_fork_is_measured_again_within_its_block(folder: RunFolder) -> None:
    work = _work(2, _Time(), disturbed=frozenset({1, 3}))
    # With time for two more of each block.
    work = replace(work, fork_ns=lambda fork: 90 * 10**9)
    _run(folder, work)
    again = [(row.block, row.attempt) for row in folder.rows if row.attempt]
    assert again == [(0, 1), (0, 1), (1, 1), (1, 1)]
    assert [row.block for row in folder.rows] == sorted(row.block for row in folder.rows)


def test_what_is_whole_is_not_measured_again(folder: RunFolder) -> None:
    work = _work(2, _Time())
    _run(folder, work)
    _run(RunFolder.load(folder.path), work)
    assert len(work.order) == 16


def _rows(values: Sequence[tuple[int, float]]) -> list[Row]:
    return [
        replace(measured("cpp/a", "encode", fork, value), block=block)
        for fork, (block, value) in enumerate(values)
    ]


def test_an_estimate_is_the_median_of_the_medians_of_its_blocks() -> None:
    values = [(block, 100.0 * block + fork) for block in range(1, 6) for fork in (0, 1, 50)]
    found = estimate_of(_rows(values), [value for _, value in values])
    assert found.fork_values == (101, 201, 301, 401, 501)
    assert (found.median, found.low, found.high) == (301, 101, 501)
    one = [value for block, value in values if block == 1]
    assert estimate_of(_rows([(1, value) for value in one]), one).fork_values == (100, 101, 150)


def test_rows_of_unknown_times_tell_no_gap() -> None:
    rows = [replace(row, started_at="") for row in _rows([(0, 1.0), (1, 1.0)])]
    assert Blocks.of(rows).gap_s == 0
    assert Blocks.of(rows).sentence.startswith("Times are from 2 blocks: ")
    assert Blocks.of([]) == Blocks()
