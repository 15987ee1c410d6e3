"""Measures the missing forks of a run of any experiment, and disturbed ones again: how often, and which of a
fork's attempts counts. A failure of any attempt fails its cell, however quiet the other attempts were."""

import math
import time
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate
from typing import Any, Self, TypeVar

from serbench.engine.rounds import round_ends
from serbench.engine.work import Fork, Measure, Progress, Work
from serbench.errors import Fault, Incomplete
from serbench.outcomes import is_of_codec
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder
from serbench.statistics.estimate import LEAST_FORKS_FOR_BOOTSTRAP

_NS_PER_S = 1_000_000_000
# Once, and at most twice more.
MOST_ATTEMPTS = 3
# This share of a plan's forks may be measured again, so that a machine that is never quiet makes a run a
# fifth longer and not three times as long.
_AGAIN = 5
# From this share of the attempts on, slow cores are told.
_FEW_SLOW = 0.05

ForkIdentity = tuple[str, str, int]
AnyFork = TypeVar("AnyFork", bound=Fork)


@dataclass(slots=True)
class Attempts:
    """How often each of ``planned`` forks has been measured, and which must be measured again."""

    planned: int
    _number: dict[ForkIdentity, int] = field(default_factory=dict)
    _disturbed: set[ForkIdentity] = field(default_factory=set)

    @classmethod
    def of(cls, planned: int, rows: Sequence[Row]) -> Self:
        """The attempts recorded in rows on the disk."""
        attempts = cls(planned)
        groups: dict[tuple[ForkIdentity, int], list[Row]] = {}
        for row in rows:
            groups.setdefault((row.fork_identity, row.attempt), []).append(row)
        for group in groups.values():
            attempts.add(group)
        return attempts

    def add(self, rows: Sequence[Row]) -> None:
        """Records the rows of one attempt at one fork. A fork of nothing but failures is not tried again; in
        any other, what failed fails again without being run (serbench.experiments.memory.execute)."""
        identity = rows[0].fork_identity
        self._number[identity] = self._number.get(identity, 0) + 1
        if any(row.ok and row.disturbed for row in rows):
            self._disturbed.add(identity)
        else:
            self._disturbed.discard(identity)

    def of_fork(self, fork: Fork) -> int:
        """How often the fork has been measured."""
        return self._number.get(fork.identity, 0)

    def disturbed(self, forks: Sequence[AnyFork]) -> list[AnyFork]:
        """The forks among these that were disturbed and may have another attempt."""
        due = [
            fork for fork in forks if fork.identity in self._disturbed and self.of_fork(fork) < MOST_ATTEMPTS
        ]
        repetitions = sum(self._number.values()) - len(self._number)
        return due[: max(0, math.ceil(self.planned / _AGAIN) - repetitions)]


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


def still_disturbed(rows: Iterable[Row]) -> int:
    """How many forks count although no attempt at them was undisturbed."""
    counting = (row for of_cell in cells_in(row for row in rows if row.ok).whole for row in of_cell)
    return len({row.fork_identity for row in counting if row.disturbed})


def shared_core_words(rows: Sequence[Row]) -> str | None:
    """A sentence about the attempts that were made on slow cores; None where they were few."""
    attempts = {(row.fork_identity, row.attempt) for row in rows if row.ok and row.pace is not None}
    slow = {(row.fork_identity, row.attempt) for row in rows if row.ok and row.is_slow}
    if len(slow) < _FEW_SLOW * len(attempts) or not slow:
        return None
    counting = {row.fork_identity for of_cell in cells_in(rows).whole for row in of_cell if row.is_slow}
    return (
        f"The core was slow in {len(slow)} of {len(attempts)} attempts, as it is while another guest of the"
        f" host shares it. {len(counting)} of them count, for lack of others."
    )


def _disturbance(row: Row) -> tuple[bool, float]:
    missing = sum(cores or 0.0 for cores in (row.load, row.steal, row.throttled))
    return (row.disturbed, missing + (row.pace or 1.0) - 1.0)


@dataclass(slots=True)
class Slowness:
    """Corrects the expected time of a fork by what the forks so far took."""

    estimated_ns: Callable[[Any], int]
    _expected_s: float = 0.0
    _took_s: float = 0.0

    def add(self, fork: Fork, rows: Sequence[Row], took_s: float) -> None:
        """Records the time of a fork. A failure says nothing about other forks, because what hangs
        costs its time once."""
        if all(row.ok for row in rows):
            self._expected_s += self._estimated_s(fork)
            self._took_s += took_s

    def expected_s(self, fork: Fork) -> float:
        """How long a fork takes: at least its estimate, because the languages deviate from theirs
        differently."""
        slowness = self._took_s / self._expected_s if self._expected_s else 1.0
        return max(1.0, slowness) * self._estimated_s(fork)

    def fitting(self, forks: Sequence[AnyFork], left_s: float) -> list[AnyFork]:
        """The first of these forks, as many as are expected to end in the time that is left."""
        ends_s = accumulate(map(self.expected_s, forks))
        return [fork for fork, end_s in zip(forks, ends_s, strict=True) if end_s <= left_s]

    def _estimated_s(self, fork: Fork) -> float:
        return self.estimated_ns(fork) / _NS_PER_S


def execute(
    work: Work,
    folder: RunFolder,
    forks: Sequence[Any] | None = None,
    *,
    progress: Progress | None = None,
    until_s: float = math.inf,
    again_until_s: float = math.inf,
    reserve: float = 0.0,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Measures every fork that ``folder`` lacks and appends its rows; ``folder`` must be open for writing.
    ``forks`` are those of one block; None for all.

    Failures of runners become rows. A KeyboardInterrupt drops only the current fork; SerbenchError when rows
    cannot be written or a disk is full. No fork begins that would not end by ``until_s`` of the ``clock``, at
    the pace of those before it, none of a codec that is ``needless``, and no round where the work has
    ``enough``. Disturbed forks are measured again after all others, as many as end by ``again_until_s``, or
    in the share ``reserve`` of the time that these took, as a slow machine has used up its time by then;
    none where some are left.
    """
    progress = progress or Progress()
    forks = work.forks if forks is None else forks
    own = {fork.identity for fork in forks}
    attempts = Attempts.of(len(forks), [row for row in folder.rows if row.fork_identity in own])
    slowness = Slowness(work.fork_ns)
    began_s = clock()

    def measure_one(measure: Measure, fork: Fork) -> None:
        began_s = clock()
        progress.fork_started(fork)
        try:
            rows = measure(fork, partial(progress.step_started, fork))
        except Fault as fault:
            raise Incomplete(
                f"{fault} What was measured is kept; continue with: {folder.resume_command}"
            ) from fault
        rows = [replace(row, attempt=attempts.of_fork(fork), block=fork.block) for row in rows]
        folder.append_fork(rows)
        attempts.add(rows)
        slowness.add(fork, rows, clock() - began_s)
        progress.fork_ended(fork, rows)

    with work.measuring(folder) as measure:
        missing = unmeasured(forks, folder.rows)
        begins = {0, *round_ends(missing)}
        needless: Collection[str] = ()
        for number, fork in enumerate(missing):
            if number in begins:
                if work.enough(folder):
                    return
                needless = work.needless(folder)
            if fork.codec in needless:
                continue
            if clock() + slowness.expected_s(fork) > until_s:
                return
            measure_one(measure, fork)
        needed = [fork for fork in forks if fork.codec not in needless]
        now_s = clock()
        again_until_s = min(until_s, max(again_until_s, now_s + reserve * (now_s - began_s)))
        while again := slowness.fitting(attempts.disturbed(needed), again_until_s - clock()):
            progress.again(again)
            for fork in again:
                measure_one(measure, fork)
