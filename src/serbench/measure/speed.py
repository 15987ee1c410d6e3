"""How fast the processors are now, against the fastest that they were since this process began.

A core that the host shares with another guest, or a clock that falls because the machine is warm, is seen
neither in the time that was stolen nor in the load: the same work only takes longer.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field

# Of more processors than these the first are looked at, so that a look stays short.
_MOST_PROCESSORS = 4
# Of so many runs of the work the fastest counts: an interrupt is no slow processor.
_RUNS = 3
# About a millisecond.
_WORK_STEPS = 20_000
# So often each processor is looked at before anything is compared with its best.
_FIRST_LOOKS = 10


@dataclass(slots=True)
class SpeedProbe:
    """Knows each processor at its fastest."""

    _least_ns: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for _ in range(_FIRST_LOOKS):
            self.slowdown()

    def slowdown(self) -> float:
        """How many times as long the same work takes as it did at its fastest, on the processor where that is
        most, of those that this process may use; 1.0 is as fast as ever."""
        usable = processors()
        slowdowns = [self._slowdown_of(processor) for processor in usable[:_MOST_PROCESSORS]]
        _stay_on(usable)
        return max(slowdowns)

    def _slowdown_of(self, processor: int) -> float:
        _stay_on([processor])
        took_ns = min(_work_ns() for _ in range(_RUNS))
        self._least_ns[processor] = min(took_ns, self._least_ns.get(processor, took_ns))
        return took_ns / self._least_ns[processor]


def processors() -> list[int]:
    """The processors that this process may use; one nameless where the system does not tell."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0]


def _stay_on(chosen: list[int]) -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, chosen)


def _work_ns() -> int:
    """The CPU time of a fixed piece of work in nanoseconds, at least 1."""
    begin_ns = time.thread_time_ns()
    total = 0
    for step in range(_WORK_STEPS):
        total += step * step
    return max(1, time.thread_time_ns() - begin_ns)
