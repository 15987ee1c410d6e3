"""The times and counts of a sort, first as it makes runs, then as it merges."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from harness.timing.phase_times import PhaseTimes

T = TypeVar("T")

# The steps of a sort, the same while runs are made and while they are merged. Order is sorting, or merging.
READ, COPY, DECODE, KEY, ORDER, ENCODE, WRITE, FSYNC, FREE = range(9)
_STEPS = ("read", "copy", "decode", "key", "{order}", "encode", "write", "fsync", "free")


def _names() -> list[str]:
    stages = (("runs", "sort"), ("merge", "merge"))
    return [f"{stage}-{step.format(order=order)}" for stage, order in stages for step in _STEPS]


@dataclass(slots=True)
class Tally:
    """Bytes are those of the data file and of runs; decodes and accesses are calls of the codec."""

    read_bytes: int = 0
    written_bytes: int = 0
    decodes: int = 0
    accesses: int = 0
    comparisons: int = 0
    phases: PhaseTimes = field(default_factory=lambda: PhaseTimes(*_names()))
    _stage: int = 0

    def begin_merging(self) -> None:
        self._stage = len(_STEPS)

    def timed(self, step: int, work: Callable[[], T]) -> T:
        return self.phases.timed(self._stage + step, work)
