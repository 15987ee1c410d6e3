"""The clocks: CPU time and the wall's."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter_ns, process_time_ns, thread_time_ns


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """Both clocks since it was started."""

    clock: Callable[[], int]
    wall_began: int
    cpu_began: int

    def cpu_ns(self) -> int:
        """The CPU time so far."""
        return self.clock() - self.cpu_began

    def wall_ns(self) -> int:
        """The wall time so far."""
        return perf_counter_ns() - self.wall_began


def start_process() -> Stopwatch:
    """Measures the CPU time of the whole process. The CPU clock is read last here and first at the end, so
    that it holds only what is measured."""
    wall = perf_counter_ns()
    return Stopwatch(process_time_ns, wall, process_time_ns())


def start_thread() -> Stopwatch:
    """Measures the CPU time of this thread."""
    wall = perf_counter_ns()
    return Stopwatch(thread_time_ns, wall, thread_time_ns())
