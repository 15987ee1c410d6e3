"""The phases of one thread, each timed for itself and over many objects at once."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from harness.timing.clocks import start_thread

T = TypeVar("T")


class PhaseTimes:
    """The times of phases of these names, in the order in which they are told."""

    def __init__(self, *names: str) -> None:
        self._names = names
        self._times: list[tuple[int, int] | None] = [None] * len(names)

    def timed(self, place: int, work: Callable[[], T]) -> T:
        """Does the work, and adds its time to the phase at a place among the names."""
        watch = start_thread()
        result = work()
        cpu_ns, wall_ns = watch.cpu_ns(), watch.wall_ns()
        wall_before, cpu_before = self._times[place] or (0, 0)
        self._times[place] = (wall_before + wall_ns, cpu_before + cpu_ns)
        return result

    def each(self) -> Iterator[tuple[str, int, int]]:
        """The phases that were timed, as name, wall and CPU time in ns."""
        for name, time in zip(self._names, self._times, strict=True):
            if time is not None:
                yield (name, *time)
