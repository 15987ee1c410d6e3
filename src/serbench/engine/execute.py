"""Measures the missing forks of a run of any experiment."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from typing import Any

from serbench.engine.attempts import AnyFork, Attempts, unmeasured
from serbench.engine.work import Fork, Measure, Progress, Work
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder

_NS_PER_S = 1_000_000_000


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
    *,
    progress: Progress | None = None,
    until_s: float = math.inf,
    again_until_s: float = math.inf,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Measures every fork that ``folder`` lacks and appends its rows; ``folder`` must be open for writing.

    Failures of runners become rows. A KeyboardInterrupt drops only the current fork; SerbenchError when rows
    cannot be written. No fork begins that would not end by ``until_s`` of the ``clock``, at the pace of those
    before it. Disturbed forks are measured again after all others, as many as end by ``again_until_s``.
    """
    progress = progress or Progress()
    attempts = Attempts.of(len(work.forks), folder.rows)
    slowness = Slowness(work.estimated_ns)

    def measure_one(measure: Measure, fork: Fork) -> None:
        began_s = clock()
        progress.fork_started(fork)
        rows = measure(fork, partial(progress.step_started, fork))
        rows = [replace(row, attempt=attempts.of_fork(fork)) for row in rows]
        folder.append_fork(rows)
        attempts.add(rows)
        slowness.add(fork, rows, clock() - began_s)
        progress.fork_ended(fork, rows)

    with work.measuring(folder) as measure:
        for fork in unmeasured(work.forks, folder.rows):
            if clock() + slowness.expected_s(fork) > until_s:
                return
            measure_one(measure, fork)
        while forks := slowness.fitting(attempts.disturbed(work.forks), again_until_s - clock()):
            progress.again(forks)
            for fork in forks:
                measure_one(measure, fork)
