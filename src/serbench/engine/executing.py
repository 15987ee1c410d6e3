"""Measures the missing forks of a run of any experiment, and disturbed ones again."""

import math
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from typing import Any

from serbench.engine.attempts import AnyFork, Attempts, first_of_each, unmeasured
from serbench.engine.rounds import round_ends
from serbench.engine.work import Fork, Measure, Progress, Work
from serbench.errors import Fault, Incomplete
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder

_NS_PER_S = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Again:
    """How long disturbed forks are measured again after all others: until ``until_s`` of the clock, or in the
    share ``reserve`` of the time that the others took, as a slow machine has used up its time by then. The
    user may allow ``allowed_s`` instead: then each is measured as often as the time lets it be."""

    until_s: float = math.inf
    reserve: float = 0.0
    allowed_s: float | None = None

    def end_s(self, began_s: float, now_s: float) -> float:
        """When it ends, where the other forks were measured from ``began_s`` until now."""
        if self.allowed_s is not None:
            return now_s + self.allowed_s
        return max(self.until_s, now_s + self.reserve * (now_s - began_s))


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
    again: Again | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Measures every fork that ``folder`` lacks and appends its rows; ``folder`` must be open for writing.
    ``forks`` are those of one block; None for all.

    Failures of runners become rows. A KeyboardInterrupt drops only the current fork; SerbenchError when rows
    cannot be written or a disk is full. No fork begins that would not end by ``until_s`` of the ``clock``, at
    the pace of those before it, none of a codec that is ``needless``, and no round where the work has
    ``enough``. Disturbed forks are measured ``again`` after all others, as many as end in its time; none
    where some are left.
    """
    progress, again = progress or Progress(), again or Again()
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
        attempts.add(fork.identity)
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
        end_s = min(until_s, again.end_s(began_s, clock()))
        while due := attempts.disturbed(needed, folder.rows, bounded=again.allowed_s is None):
            left_s = end_s - clock()
            if not (fitting := slowness.fitting(first_of_each(due), left_s)):
                return
            progress.again(len(due), left_s)
            for fork in fitting:
                measure_one(measure, fork)
