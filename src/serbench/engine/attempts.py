"""The attempts at the forks of a run: which forks are measured again, and which of a fork's attempts counts.
A failure of any attempt fails its cell, however quiet the other attempts were. Pure."""

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Self, TypeVar

from serbench.engine.work import Fork
from serbench.outcomes import is_of_codec
from serbench.record.row import Row
from serbench.statistics.estimate import LEAST_FORKS_FOR_BOOTSTRAP

# Once, and at most twice more.
MOST_ATTEMPTS = 3
# This share of a plan's forks may be measured again, so that a machine that is never quiet makes a run a
# fifth longer and not three times as long.
_AGAIN = 5
# Of the measurements of a run so many may count although they were disturbed.
MOST_DISTURBED = 0.1
# From this share of the measurements on, slow cores are told.
_FEW_SLOW = 0.05

ForkIdentity = tuple[str, str, int]
AnyFork = TypeVar("AnyFork", bound=Fork)


@dataclass(slots=True)
class Attempts:
    """How often each of ``planned`` forks has been measured."""

    planned: int
    _number: dict[ForkIdentity, int] = field(default_factory=dict)

    @classmethod
    def of(cls, planned: int, rows: Iterable[Row]) -> Self:
        """The attempts recorded in rows on the disk."""
        attempts = cls(planned)
        for identity, _ in dict.fromkeys((row.fork_identity, row.attempt) for row in rows):
            attempts.add(identity)
        return attempts

    def add(self, identity: ForkIdentity) -> None:
        """Counts one more attempt at a fork."""
        self._number[identity] = self._number.get(identity, 0) + 1

    def of_fork(self, fork: Fork) -> int:
        """How often the fork has been measured."""
        return self._number.get(fork.identity, 0)

    def disturbed(
        self, forks: Sequence[AnyFork], rows: Iterable[Row], *, bounded: bool = True
    ) -> list[AnyFork]:
        """The forks among these that count in the results of ``rows`` although they were disturbed, the least
        measured first; if ``bounded``, those that may have another attempt. A fork of nothing but failures is
        not tried again; in any other, what failed fails again without being run
        (serbench.experiments.memory.execute)."""
        counting = counting_though_disturbed(rows)
        due = sorted((fork for fork in forks if fork.identity in counting), key=self.of_fork)
        if not bounded:
            return due
        repetitions = sum(self._number.values()) - len(self._number)
        left = max(0, math.ceil(self.planned / _AGAIN) - repetitions)
        return [fork for fork in due if self.of_fork(fork) < MOST_ATTEMPTS][:left]


def first_of_each(forks: Iterable[AnyFork]) -> list[AnyFork]:
    """The first of the forks of each cell in each block: once one of them was undisturbed, the others may no
    longer count."""
    first: dict[Hashable, AnyFork] = {}
    for fork in forks:
        first.setdefault((fork.codec, fork.workload, fork.cells, fork.block), fork)
    return list(first.values())


def unmeasured(forks: Sequence[AnyFork], rows: Iterable[Row]) -> list[AnyFork]:
    """The unmeasured forks among these. They have no rows yet, or their last attempt met a fault that is not
    a codec's."""
    rows = list(rows)
    measured = {row.fork_identity for row in rows} - hindrances(rows).keys()
    return [fork for fork in forks if fork.identity not in measured]


def hindrances(rows: Iterable[Row]) -> dict[ForkIdentity, str]:
    """The forks whose last attempt met a fault that is not a codec's, with its outcome."""
    last: dict[ForkIdentity, list[Row]] = {}
    for row in rows:
        of_fork = last.setdefault(row.fork_identity, [])
        if of_fork and of_fork[0].attempt != row.attempt:
            of_fork.clear()
        of_fork.append(row)
    faults = ((identity, row.outcome) for identity, of_fork in last.items() for row in of_fork)
    return {identity: outcome for identity, outcome in faults if not is_of_codec(outcome)}


def judged(rows: Iterable[Row]) -> list[Row]:
    """The rows that say something of codecs. A fault that is not a codec's stays only where its cell has
    nothing else."""
    rows = list(rows)
    told = {row.conditions for row in rows if is_of_codec(row.outcome)}
    return [row for row in rows if is_of_codec(row.outcome) or row.conditions not in told]


def any_cell_missing(forks: Sequence[Fork], rows: Iterable[Row]) -> bool:
    """Whether a cell has no measurement at all."""
    measured = {row.fork_identity for row in rows}
    found = {cell for fork in forks if fork.identity in measured for cell in fork.cells}
    return any(cell not in found for fork in forks for cell in fork.cells)


@dataclass(frozen=True, slots=True)
class Cells:
    """The rows of a run by cells: of each cell in ``whole``, which never failed, the rows that count; of each
    in ``failed`` the first row that failed, of whatever attempt."""

    whole: tuple[tuple[Row, ...], ...]
    failed: tuple[Row, ...]


def cells_in(rows: Iterable[Row]) -> Cells:
    """Divides the rows of a run, of which some may be attempts at the same measurement, into cells."""
    cells: dict[Hashable, list[Row]] = {}
    for row in judged(rows):
        cells.setdefault(row.conditions, []).append(row)
    failures = [next((row for row in of_cell if not row.ok), None) for of_cell in cells.values()]
    return Cells(
        tuple(
            tuple(_at_full_pace(_least_disturbed(of_cell)))
            for of_cell, failure in zip(cells.values(), failures, strict=True)
            if failure is None
        ),
        tuple(failure for failure in failures if failure is not None),
    )


def which_count(rows: Sequence[Row]) -> list[bool]:
    """For each row whether it is in a result of its run."""
    counting = {id(row) for of_cell in cells_in(rows).whole for row in of_cell}
    return [id(row) in counting for row in rows]


def _least_disturbed(rows: Iterable[Row]) -> list[Row]:
    """The row of one attempt at each measurement of a fork: that which was not disturbed, else the one that
    was least."""
    best: dict[tuple[object, ...], Row] = {}
    for row in rows:
        key = (*row.cell, row.fork, *sorted(row.parameters.items()))
        if key not in best or _disturbance(row) < _disturbance(best[key]):
            best[key] = row
    return list(best.values())


def _at_full_pace(rows: Sequence[Row]) -> list[Row]:
    """The rows of a cell without those of slow cores, in blocks that have enough others for an interval."""
    fast = Counter(row.block for row in rows if not row.is_slow)
    return [row for row in rows if not row.is_slow or fast[row.block] < LEAST_FORKS_FOR_BOOTSTRAP]


def measured_again(rows: Iterable[Row]) -> int:
    """How many attempts were repetitions; one after a fault that is not a codec's is none."""
    rows = list(rows)
    again = {(row.fork_identity, row.attempt) for row in rows if row.attempt > 0}
    return len(again - {(row.fork_identity, row.attempt + 1) for row in rows if not is_of_codec(row.outcome)})


def counting_though_disturbed(rows: Iterable[Row]) -> set[ForkIdentity]:
    """The forks that count although no attempt at them was undisturbed."""
    return {row.fork_identity for row in _counting(rows) if row.disturbed}


def much_disturbed(rows: Iterable[Row]) -> str | None:
    """The clause that tells how many measurements, each of an operation in a fork, count although they were
    disturbed; None where they are few."""
    counting = _counting(rows)
    disturbed = sum(row.disturbed for row in counting)
    if disturbed <= MOST_DISTURBED * len(counting):
        return None
    return (
        f"{disturbed} of {len(counting)} measurements were disturbed by others at every attempt, more than"
        f" {MOST_DISTURBED:.0%}"
    )


def shared_core_words(rows: Sequence[Row]) -> str | None:
    """A sentence about the measurements that were made on slow cores; None where they were few."""
    looked_at = [row for row in rows if row.ok and row.pace is not None]
    slow = sum(row.is_slow for row in looked_at)
    if slow < _FEW_SLOW * len(looked_at) or not slow:
        return None
    return (
        f"The core was slow in {slow} of {len(looked_at)} measurements, as it is while another guest of the"
        f" host shares it. {sum(row.is_slow for row in _counting(rows))} of them count, for lack of others."
    )


def _counting(rows: Iterable[Row]) -> list[Row]:
    return [row for of_cell in cells_in(row for row in rows if row.ok).whole for row in of_cell]


def _disturbance(row: Row) -> tuple[bool, float]:
    missing = sum(cores or 0.0 for cores in (row.load, row.steal, row.throttled))
    return (row.disturbed, missing + (row.pace or 1.0) - 1.0)
