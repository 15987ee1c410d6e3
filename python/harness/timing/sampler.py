"""Samples, and how many are taken."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from harness.timing.clocks import start_process

_FEWEST = 3
_CERTAIN = 2
# Runs an operation over all objects, so many times; each operation writes it out for itself.
Loop: TypeAlias = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Sample:
    """``n`` operations and what the clocks say of them."""

    n: int
    cpu_ns: int
    wall_ns: int


@dataclass(frozen=True, slots=True)
class SamplingPlan:
    """How long to measure: the CPU time that a sample takes at least, the wall time before the first, and the
    wall time after which 3 samples are enough."""

    sample_ns: int
    samples: int
    warmup_ns: int = 0
    budget_ns: int = 0

    def calibrated_rotations(self, take: Callable[[int], Sample]) -> int:
        """Warms up and calibrates at once: the number of rotations doubles until a sample is long enough,
        then runs of that length go on until the warm-up is over; one that falls short by then, as warm code
        is faster, doubles the number again. Two in a row have to be long enough: one may be so by a stall."""
        watch = start_process()
        rotations, long_enough = 1, 0
        while long_enough < _CERTAIN or watch.wall_ns() < self.warmup_ns:
            if take(rotations).cpu_ns >= self.sample_ns:
                long_enough += 1
            else:
                rotations, long_enough = rotations * 2, 0
        return rotations

    def goes_on(self, taken: int, elapsed_ns: int) -> bool:
        """Whether sampling goes on after so many samples and so long a time."""
        return taken < self.samples and (taken < _FEWEST or elapsed_ns < self.budget_ns)


def take(loop: Loop, objects: int, rotations: int) -> Sample:
    """Times one sample of a loop over so many objects."""
    watch = start_process()
    loop(rotations)
    cpu_ns = watch.cpu_ns()
    return Sample(rotations * objects, cpu_ns, watch.wall_ns())
