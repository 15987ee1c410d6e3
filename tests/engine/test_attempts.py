"""Forks that are measured again, and which attempt counts."""

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.samples import failed, measured
from fakes.tiny import BRIEF

from serbench.engine.attempts import (
    Attempts,
    any_cell_missing,
    cells_in,
    counting_though_disturbed,
    first_of_each,
    hindrances,
    judged,
    measured_again,
    much_disturbed,
    shared_core_words,
    unmeasured,
)
from serbench.engine.executing import execute
from serbench.engine.work import Measure
from serbench.experiments.memory.flow import MemoryWork
from serbench.experiments.memory.plan import Fork, Plan
from serbench.outcomes import NOT_OF_CODEC
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder

PLAN = Plan(BRIEF, 1, tuple(Fork("cpp/a", "record", index, ("encode",)) for index in range(12)))


def row(fork: int, *, attempt: int = 0, disturbed: bool = False, load: float = 0.0) -> Row:
    return replace(measured("cpp/a", "encode", fork, 10), attempt=attempt, disturbed=disturbed, load=load)


def identity(fork: int) -> tuple[str, str, int]:
    return ("cpp/a", "record", fork)


def indexes(rows: list[Row]) -> list[int]:
    """The forks that are due: those without rows, then those that are to be measured again."""
    attempts = Attempts.of(len(PLAN.forks), rows)
    return [fork.index for fork in (*unmeasured(PLAN.forks, rows), *attempts.disturbed(PLAN.forks, rows))]


def test_a_disturbed_fork_is_due_again_after_those_without_rows() -> None:
    assert indexes([]) == list(range(12))
    rows = [row(0, disturbed=True), *(row(index) for index in range(1, 10))]
    assert indexes(rows) == [10, 11, 0]
    assert indexes([*rows, row(0, attempt=1)]) == [10, 11]


def test_a_fork_is_tried_three_times() -> None:
    quiet = [row(index) for index in range(1, 12)]
    tries = [row(0, attempt=attempt, disturbed=True) for attempt in range(3)]
    assert indexes(quiet + tries[:2]) == [0]
    assert indexes(quiet + tries) == []


def test_a_fifth_of_the_plan_may_be_measured_again() -> None:
    rows = [row(index, disturbed=True) for index in range(12)]
    # Those beyond it are no longer due, so that no fork is announced that will not be measured again.
    assert indexes(rows) == [0, 1, 2]
    again = [row(index, attempt=1) for index in range(2)]
    assert indexes(rows + again) == [2]
    assert indexes(rows + again + [row(2, attempt=1, disturbed=True)]) == []


@pytest.mark.parametrize("outcome", sorted(NOT_OF_CODEC))
def test_a_fault_that_is_no_codecs_is_measured_again_when_the_run_goes_on(outcome: str) -> None:
    fault = failed("cpp/a", "encode", 3, outcome, "No room.")
    rows = [*(row(index) for index in range(12) if index != 3), fault]
    assert indexes(rows) == [3]
    assert hindrances(rows) == {("cpp/a", "record", 3): outcome}
    # In the results it stands only for a cell of which nothing else is known.
    assert judged([fault]) == [fault]
    assert judged(rows) == rows[:-1]
    again = [*rows, row(3, attempt=1)]
    assert indexes(again) == []
    assert hindrances(again) == {}
    assert [each.outcome for of_cell in cells_in(again).whole for each in of_cell] == ["ok"] * 12
    assert measured_again(again) == 0


def test_a_user_who_allows_time_has_no_other_bounds() -> None:
    rows = [row(index, attempt=attempt, disturbed=True) for index in range(12) for attempt in range(4)]
    rows.append(row(3, attempt=4, disturbed=True))
    due = Attempts.of(12, rows).disturbed(PLAN.forks, rows, bounded=False)
    # The one that was measured most comes last.
    assert [fork.index for fork in due] == [0, 1, 2, *range(4, 12), 3]


def test_forks_that_do_not_count_are_not_measured_again() -> None:
    slow = [replace(row(index, disturbed=True), pace=1.5) for index in range(7)]
    fast = [replace(row(index), pace=1.0) for index in range(7, 12)]
    assert indexes([*slow, *fast[1:]]) == [7, 0, 1, 2]
    assert indexes([*slow, *fast]) == []


def test_of_each_cell_one_fork_is_measured_again_before_the_next_look() -> None:
    other = Fork("cpp/b", "record", 0, ("encode",))
    later = replace(PLAN.forks[0], block=1)
    assert first_of_each([*PLAN.forks, other, later]) == [PLAN.forks[0], other, later]


def test_more_than_a_tenth_is_much() -> None:
    rows = [row(index) for index in range(10)]
    assert much_disturbed([*rows[1:], row(0, disturbed=True)]) is None
    assert much_disturbed([*rows[2:], row(0, disturbed=True), row(1, disturbed=True)]) == (
        "2 of 10 measurements were disturbed by others at every attempt, more than 10%"
    )


def test_what_failed_is_not_tried_again() -> None:
    rows = [row(index) for index in range(11)]
    rows.append(replace(failed("cpp/a", "encode", 11, "crashed", "It died."), disturbed=True))
    assert indexes(rows) == []


def test_a_disturbed_fork_is_due_again_for_what_did_not_fail_in_it() -> None:
    died = replace(failed("cpp/a", "decode", 0, "crashed", "It died."), disturbed=True)
    rows = [row(0, disturbed=True), died, *(row(index) for index in range(1, 12))]
    assert indexes(rows) == [0]
    assert indexes([*rows, row(0, attempt=1), replace(died, attempt=1, disturbed=False)]) == []


def test_the_attempt_that_was_disturbed_least_counts() -> None:
    first, second, third = (
        row(0, attempt=attempt, disturbed=True, load=load) for attempt, load in enumerate((0.9, 0.3, 0.5))
    )
    assert cells_in([first, second, third]).whole == ((second,),)
    quiet = row(0, attempt=2, load=1.0)
    assert cells_in([first, second, quiet, row(1)]).whole == ((quiet, row(1)),)
    rows = [first, second, third, row(1, disturbed=True), row(1, attempt=1), row(2)]
    assert (measured_again(rows), counting_though_disturbed(rows)) == (3, {identity(0)})
    died = replace(failed("cpp/a", "decode", 2, "crashed", "It died."), disturbed=True)
    assert counting_though_disturbed([*rows, died]) == {identity(0)}


def test_a_throttled_attempt_counts_less_than_one_with_less_throttling() -> None:
    much, little = (
        replace(row(0, attempt=attempt, disturbed=True), throttled=cores)
        for attempt, cores in enumerate((0.5, 0.2))
    )
    assert cells_in([much, little]).whole == ((little,),)


def test_forks_on_slow_cores_count_where_there_are_too_few_others() -> None:
    slow = replace(row(0, disturbed=True), pace=1.3)
    fast = [replace(row(index), pace=1.29) for index in range(1, 6)]
    assert cells_in([slow, *fast]).whole == (tuple(fast),)
    assert counting_though_disturbed([slow, *fast]) == set()
    assert cells_in([slow, *fast[1:]]).whole == ((slow, *fast[1:]),)
    assert counting_though_disturbed([slow, *fast[1:]]) == {identity(0)}
    # Each block has its own; and what other programs disturbed says too little to be left out.
    other = replace(slow, block=1, fork=12)
    assert cells_in([slow, *fast, other]).whole == ((*fast, other),)
    loaded = row(6, disturbed=True, load=0.5)
    assert cells_in([slow, *fast, loaded]).whole == ((*fast, loaded),)


def test_slow_cores_are_told_if_they_are_many() -> None:
    fast = [replace(row(index), pace=1.0) for index in range(18)]
    slow = replace(row(20), pace=1.9)
    assert shared_core_words([*fast, slow]) == (
        "The core was slow in 1 of 19 measurements, as it is while another guest of the host shares it."
        " 0 of them count, for lack of others."
    )
    assert (
        shared_core_words([*fast, *(replace(row(index), pace=1.0) for index in range(30, 40)), slow]) is None
    )
    few = [*fast[:3], slow]
    assert (shared_core_words(few) or "").endswith(" 1 of them count, for lack of others.")
    assert shared_core_words([row(0)]) is None


def test_a_slower_attempt_counts_less() -> None:
    slower, slow = (
        replace(row(0, attempt=attempt, disturbed=True), pace=pace) for attempt, pace in enumerate((2.0, 1.5))
    )
    assert cells_in([slower, slow]).whole == ((slow,),)


def test_a_cell_without_rows_is_missing() -> None:
    assert any_cell_missing(PLAN.forks, [])
    assert not any_cell_missing(PLAN.forks, [row(3)])


class Leaving(MemoryWork):
    """Work that needs no more forks of ``rust/b`` once each codec has one."""

    def needless(self, folder: RunFolder) -> tuple[str, ...]:
        return ("rust/b",) if folder.rows else ()

    @contextlib.contextmanager
    def measuring(self, folder: RunFolder) -> Iterator[Measure]:
        yield lambda fork, step: [measured(fork.codec, "encode", fork.index, 10)]


def test_a_round_has_no_fork_of_a_codec_that_is_needless(tmp_path: Path) -> None:
    forks = [Fork(codec, "record", index, ("encode",)) for index in range(3) for codec in ("cpp/a", "rust/b")]
    folder = RunFolder.create(tmp_path, {"experiment": "memory", "workloads": ["record"]})
    with folder.writing():
        execute(Leaving(Plan(BRIEF, 1, tuple(forks)), {}), folder)
    assert [(each.codec, each.fork) for each in folder.rows] == [
        ("cpp/a", 0),
        ("rust/b", 0),
        ("cpp/a", 1),
        ("cpp/a", 2),
    ]
