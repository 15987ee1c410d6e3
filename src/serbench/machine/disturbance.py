"""Disturbance of a measurement by other programs, other guests, and the quota of the control group.

The load average would count the measurement itself and what was built before it. So the processor time of all
programs is read instead, and that of the orchestrator and its runners is taken off.
"""

import os
import resource
import time
from dataclasses import dataclass, replace
from pathlib import Path

from serbench.machine.facts import parse_processor_ticks
from serbench.machine.pace import slow_share
from serbench.machine.record import throttled_ns

# A quarter of a core used by others takes caches, memory and clock speed from the measurement.
_DISTURBING_CORES = 0.25
# Half of the time that the hypervisor takes is missing on the measurement's own core.
_DISTURBING_STEAL_CORES = 0.05
# What a quota withholds is missing there too.
_DISTURBING_THROTTLED_CORES = 0.05
# More than a run measures again.
_OFTEN_SLOW = 0.25
_NS_PER_S = 1_000_000_000
_KTHREADD = "2"
# The kernel counts in ticks of 10 ms, so shorter times than a few of them mean nothing.
_LEAST_COUNTED_S = 0.05


@dataclass(frozen=True, slots=True)
class Usage:
    """Processor time that was used until ``at_s``, all in seconds: by all programs, by the hypervisor's other
    guests while this one wanted to run, and by this process with its children that have ended;
    ``throttled_s`` was withheld by a quota, None where the kernel does not say."""

    at_s: float
    busy_s: float
    stolen_s: float
    own_s: float
    throttled_s: float | None = None


@dataclass(frozen=True, slots=True)
class Interference:
    """``load``: the cores that other programs used; ``steal``: those that the hypervisor took;
    ``throttled``: those that a quota withheld, None where that is unknown; all as a mean over
    ``elapsed_s``. ``slow`` is the share of looks at which a core was slow (serbench.machine.pace), None where
    nothing was looked at, as during a fork, which has a look of its own."""

    load: float
    steal: float
    elapsed_s: float
    throttled: float | None = None
    slow: float | None = None

    @property
    def disturbs(self) -> bool:
        """Whether a measurement at that time is unreliable."""
        return self.is_loaded or self.is_robbed or self.is_throttled

    @property
    def cores(self) -> float:
        """All that is missing; less is better."""
        return self.load + self.steal + (self.throttled or 0.0)

    @property
    def is_loaded(self) -> bool:
        """Whether other programs use too much."""
        return self._counts(self.load, _DISTURBING_CORES)

    @property
    def is_robbed(self) -> bool:
        """Whether the hypervisor takes too much."""
        return self._counts(self.steal, _DISTURBING_STEAL_CORES)

    @property
    def is_throttled(self) -> bool:
        """Whether a quota withholds too much."""
        return self._counts(self.throttled or 0.0, _DISTURBING_THROTTLED_CORES)

    @property
    def is_shared(self) -> bool:
        """Whether cores are slow so often that most cells have a fork on one."""
        return self.slow is not None and self.slow >= _OFTEN_SLOW

    def _counts(self, cores: float, threshold: float) -> bool:
        return cores >= threshold and cores * self.elapsed_s >= _LEAST_COUNTED_S


def usage_now(root: Path = Path("/")) -> Usage | None:
    """The processor time used until now; None where the kernel does not say. ``root`` is the folder under
    which /proc and /sys are searched."""
    try:
        ticks = parse_processor_ticks((root / "proc/stat").read_text())
    except OSError:
        return None
    if ticks is None:
        return None
    per_second = os.sysconf("SC_CLK_TCK")
    used = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    own_s = sum(one.ru_utime + one.ru_stime for one in used)
    paused_ns = throttled_ns(root)
    return Usage(
        time.monotonic(),
        ticks.busy / per_second,
        ticks.stolen / per_second,
        own_s,
        None if paused_ns is None else paused_ns / _NS_PER_S,
    )


def usage_of_programs(root: Path = Path("/")) -> Usage | None:
    """The processor time used until now, with that of the kernel's own threads as this process's: while
    files are measured they write and read on its behalf."""
    usage = usage_now(root)
    return usage and replace(usage, own_s=usage.own_s + _kernel_threads_s(root / "proc"))


def _kernel_threads_s(proc: Path) -> float:
    """The processor time of the threads of Linux itself, which are the children of kthreadd; nothing where a
    container hides them."""
    ticks = 0
    for stat in proc.glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[1] == _KTHREADD:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def interference_between(before: Usage | None, after: Usage | None) -> Interference | None:
    """The interference of others with this process and its runners; None where either end is unknown."""
    if before is None or after is None or after.at_s <= before.at_s:
        return None
    elapsed_s = after.at_s - before.at_s
    others_s = (after.busy_s - before.busy_s) - (after.own_s - before.own_s)
    throttled = None
    if before.throttled_s is not None and after.throttled_s is not None:
        throttled = max(0.0, after.throttled_s - before.throttled_s) / elapsed_s
    return Interference(
        max(0.0, others_s) / elapsed_s,
        max(0.0, after.stolen_s - before.stolen_s) / elapsed_s,
        elapsed_s,
        throttled,
    )


def watch(seconds: float) -> Interference | None:
    """The interference of others while this process only looks at its cores."""
    before = usage_now()
    began_s = time.monotonic()
    slow = slow_share(seconds)
    time.sleep(max(0.0, began_s + seconds - time.monotonic()))
    by = interference_between(before, usage_now())
    return by and replace(by, slow=slow)
