"""The pace of a core: how long a fixed loop takes on it, against the least that it has taken on any.

The threads of a physical core share its units. Where a hypervisor gives the other thread to another guest, a
program takes up to twice its usual CPU time, and no counter of this machine tells: not steal, not load.
"""

import os
from bisect import insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from time import monotonic, sleep, thread_time_ns
from typing import NamedTuple

# About 0.15 ms each; the least of them is without the misses and the interrupt of one.
_LOOPS = 4
_TURNS = 2500
# The cores of larger machines are not looked at one by one after each fork.
_MOST_CORES = 8
# Guests come and go within tenths of a second.
_BETWEEN_S = 0.01
# The other thread takes 40 to 150 % (docs/decisions/0056-pace.md), a turbo clock up to 20 %.
SLOW = 1.3


def core_of_first_thread(pid: int, root: Path = Path("/")) -> int | None:
    """The core on which the first thread of a process runs, or ran last."""
    try:
        return _fields(root / f"proc/{pid}/stat").core
    except (OSError, IndexError, ValueError):
        return None


def busiest_core(pid: int, root: Path = Path("/")) -> int | None:
    """The core on which that thread of a living process runs that has taken most CPU time; None for one with
    children, as they do the work."""
    tasks, found = root / f"proc/{pid}/task", []
    with suppress(OSError):
        if (tasks / f"{pid}/children").read_text().strip():
            return None
    for stat in tasks.glob("*/stat"):
        # A thread may have ended.
        with suppress(OSError, IndexError, ValueError):
            found.append(_fields(stat))
    return max(found).core if found else None


class _Thread(NamedTuple):
    ticks: int
    core: int


def _fields(stat: Path) -> _Thread:
    """Of proc(5) the fields 14 and 15 together, and 39; the second, a name in parentheses, may hold
    anything."""
    fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    return _Thread(int(fields[11]) + int(fields[12]), int(fields[36]))


def loop_ns(core: int) -> int | None:
    """The CPU time of the loop on this core, to which the calling thread moves and returns from; None where
    it may not."""
    allowed = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {core})
    except OSError:
        return None
    try:
        return min(_timed() for _ in range(_LOOPS))
    finally:
        with suppress(OSError):
            os.sched_setaffinity(0, allowed)


def slow_share(
    seconds: float, cores: Iterable[int] | None = None, loop: Callable[[int], int | None] = loop_ns
) -> float | None:
    """The share of looks within so many seconds at which a core was slow; None where it cannot be told."""
    until_s = monotonic() + seconds
    looks: dict[int, list[int]] = {core: [] for core in few(cores)}
    while monotonic() < until_s:
        for core, taken_ns in looks.items():
            taken_ns += filter(None, (loop(core),))
        sleep(min(_BETWEEN_S, max(0.0, until_s - monotonic())))
    return share_of_slow(looks.values())


def share_of_slow(looks: Iterable[Sequence[int]]) -> float | None:
    """The share of times of the loop, of each core in order, that are slow against the least of their core;
    None where there are none."""
    paces = [each / min(taken_ns) for taken_ns in looks for each in taken_ns]
    return sum(pace >= SLOW for pace in paces) / len(paces) if paces else None


def few(cores: Iterable[int] | None = None) -> list[int]:
    """The cores to look at one by one, by default those that this process may use; none where these are
    many."""
    known = sorted(os.sched_getaffinity(0) if cores is None else cores)
    return known if len(known) <= _MOST_CORES else []


def _timed() -> int:
    began_ns, total = thread_time_ns(), 0
    for turn in range(_TURNS):
        total += turn * turn
    return thread_time_ns() - began_ns


# The CPU time of the loop in ns by core.
Looks = Mapping[int, int]


@dataclass(slots=True)
class Pace:
    """The paces of cores. ``fastest_ns`` is the least that the loop has taken so far, without the shortest
    tenth of the looks: a clock that is higher for a moment must not make all others slow."""

    loop: Callable[[int], int | None] = loop_ns
    fastest_ns: float = inf
    _taken_ns: list[float] = field(default_factory=list)

    def learn(self, seconds: float, cores: Iterable[int] | None = None) -> None:
        """Looks at all cores in turn for so long, as one may be slow at first."""
        looked = few(cores)
        until_s = monotonic() + seconds
        while self.looks_at(looked) and monotonic() < until_s:
            pass

    def looks(self, core: int | None = None, cores: Iterable[int] | None = None) -> Looks:
        """How long the loop takes now on each core, as nobody knows on which a process will run next; where
        they are many, on this one alone."""
        return self.looks_at(few(cores) or ([] if core is None else [core]))

    def of(self, looks: Looks, core: int | None) -> float | None:
        """How many times its least the loop took on a core; where the core is not known, on the fastest of
        all. None where it was not looked at."""
        chosen = looks.values() if core is None else [looks[core]] if core in looks else []
        return min(chosen) / self.fastest_ns if chosen else None

    def looks_at(self, cores: Iterable[int]) -> Looks:
        """How long the loop takes now on each of these cores where it may run."""
        found = {core: taken_ns for core in cores if (taken_ns := self.loop(core))}
        for taken_ns in found.values():
            insort(self._taken_ns, taken_ns)
        if self._taken_ns:
            least_ns = self._taken_ns[len(self._taken_ns) // 10]
            self.fastest_ns = least_ns if len(self._taken_ns) >= 10 else min(self.fastest_ns, least_ns)
        return found
