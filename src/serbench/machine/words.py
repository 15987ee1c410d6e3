"""The machine record (serbench.machine) in plain words: facts, what disturbs measurements and its remedy.

Pure: an item that the record lacks is omitted.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from serbench.machine.disturbance import Interference
from serbench.machine.identity import processor
from serbench.machine.pace import SLOW

_GIB = 1024**3
_UNITS = (("TiB", 1024**4), ("GiB", _GIB), ("MiB", 1024**2), ("KiB", 1024))
_LITTLE_MEMORY_BYTES = 2 * _GIB
_LITTLE_DISK_BYTES = 4 * _GIB
_LITTLE_FREE_MEMORY_BYTES = _GIB
# Reading one of these clocks takes a microsecond or more, as long as many operations.
_SLOW_CLOCKS = ("hpet", "acpi_pm", "jiffies")
_RAISE_QUOTA = (
    "Give the control group more (docker run --cpus, systemd's CPUQuota), and run nothing else in it; build"
    " with -j 1."
)
# Up to this level every user may count what happens outside the kernel.
_PARANOID_ABOUT_ALL = 2

Machine = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Disturbance:
    """Something that makes measurements here less certain, and its remedy. ``bearable`` is what the
    method compensates for."""

    subject: str
    problem: str
    cure: str
    bearable: bool = False


def facts(machine: Machine) -> list[tuple[str, str]]:
    """The facts about the machine, as (label, text)."""
    found = [
        ("processor", _processor(machine)),
        ("cores", _cores(machine)),
        ("caches", _caches(machine)),
        ("clock", _clock(machine)),
        ("counters", _counters(machine)),
        ("memory", _memory(machine)),
        ("files", _files(machine)),
        ("system", _system(machine)),
        ("surroundings", _surroundings(machine)),
        ("load", _load(machine)),
        ("serbench", _software(machine)),
    ]
    return [(label, text) for label, text in found if text]


def disturbances(
    machine: Machine, free_disk_bytes: int | None = None, beside: Interference | None = None
) -> list[Disturbance]:
    """The disturbances of measurements on this machine. ``beside`` is the activity while it was examined; it
    and the free disk space are unknown where None."""
    return [*_beside(beside), *_of_the_processor(machine), *_of_the_room(machine, free_disk_bytes)]


def bytes_text(size_bytes: float) -> str:
    """A size in binary units: ``48 KiB``, ``23.5 GiB``."""
    name, unit_bytes = next((unit for unit in _UNITS if size_bytes >= unit[1]), ("bytes", 1))
    value = size_bytes / unit_bytes
    return f"{f'{value:.0f}' if value >= 100 else f'{value:.1f}'.removesuffix('.0')} {name}"


def _processor(machine: Machine) -> str:
    signature, microcode = machine.get("cpu_signature"), machine.get("microcode")
    parts = [processor(machine), f"family-model-stepping {signature}" if signature else ""]
    parts += [f"microcode {microcode}" if microcode else "", machine.get("architecture") or ""]
    return ", ".join(filter(None, parts))


def _cores(machine: Machine) -> str:
    if machine.get("logical_cores") is None:
        return ""
    parts = [f"{machine['logical_cores']} logical"]
    allowed = machine.get("allowed_cores")
    if allowed is not None and len(allowed) != machine["logical_cores"]:
        parts.append(f"{len(allowed)} of them allowed to serbench")
    if machine.get("threads_per_core"):
        parts.append(f"{machine['threads_per_core']} to a physical core")
    if machine.get("cgroup_cores"):
        parts.append(f"limited to the time of {machine['cgroup_cores']:g}")
    return ", ".join(parts)


def _caches(machine: Machine) -> str:
    def one(cache: Mapping[str, Any]) -> str:
        kind = {"Data": " data", "Instruction": " instructions"}.get(cache.get("type") or "", "")
        return f"L{cache['level']}{kind} {bytes_text(cache['size_bytes'])}"

    caches = machine.get("caches") or ()
    return ", ".join(one(cache) for cache in caches if cache.get("level") and cache.get("size_bytes"))


def _clock(machine: Machine) -> str:
    parts = []
    if machine.get("governors"):
        parts.append(f"governor {', '.join(machine['governors'])}")
    if machine.get("turbo") is not None:
        parts.append("turbo on" if machine["turbo"] else "turbo off")
    if not parts:
        parts.append("the system does not report its governor")
    if machine.get("cpu_mhz"):
        parts.append(f"{machine['cpu_mhz']} MHz when it was read")
    if machine.get("clock_source"):
        parts.append(f"time from {machine['clock_source']}")
    return ", ".join(parts)


def _counters(machine: Machine) -> str:
    """The counting of instructions that is possible. From 3 on in ``perf_event_paranoid`` a kernel of
    Debian's keeps its counters to root."""
    if machine.get("counts_instructions") is None:
        return ""
    if not machine["counts_instructions"]:
        return "instructions are not counted here (run --count simulates: callgrind)"
    if (machine.get("perf_event_paranoid") or 0) > _PARANOID_ABOUT_ALL:
        return "instructions, for root (for all: sudo sysctl kernel.perf_event_paranoid=2)"
    return "instructions"


def _memory(machine: Machine) -> str:
    if machine.get("memory_bytes") is None:
        return ""
    parts = [bytes_text(machine["memory_bytes"])]
    if machine.get("cgroup_memory_limit_bytes"):
        parts.append(f"limited to {bytes_text(machine['cgroup_memory_limit_bytes'])}")
    if machine.get("memory_available_bytes") is not None:
        parts.append(f"{bytes_text(machine['memory_available_bytes'])} free")
    if machine.get("huge_pages"):
        parts.append(f"huge pages: {machine['huge_pages']}")
    return ", ".join(parts)


def _files(machine: Machine) -> str:
    systems = machine.get("file_systems") or {}
    # The disks of virtual machines claim to be rotational.
    turns = not machine.get("hypervisor")
    return ", ".join(
        f"{what} on {system['type']}{' on a rotational disk' if turns and system.get('rotational') else ''}"
        for what, system in systems.items()
        if system
    )


def _system(machine: Machine) -> str:
    kernel = machine.get("kernel")
    return ", ".join(
        part for part in (machine.get("distribution"), f"kernel {kernel}" if kernel else "") if part
    )


def _surroundings(machine: Machine) -> str:
    parts = []
    if machine.get("hypervisor") is not None:
        parts.append("a virtual machine" if machine["hypervisor"] else "not a virtual machine")
    if machine.get("container"):
        parts.append(f"a container ({machine['container']})")
    if machine.get("aslr") is not None:
        parts.append("addresses are randomised" if machine["aslr"] else "addresses are fixed")
    return ", ".join(parts)


def _load(machine: Machine) -> str:
    load = machine.get("load_average")
    return f"{load[0]:g}, {load[1]:g} and {load[2]:g} over 1, 5 and 15 minutes" if load else ""


def _software(machine: Machine) -> str:
    revision = machine.get("git_revision")
    changed = " with changes" if machine.get("git_dirty") else ""
    parts = (machine.get("serbench_version"), f"commit {revision[:12]}{changed}" if revision else "")
    python = machine.get("python_version")
    return ", ".join(part for part in (*parts, f"Python {python}" if python else "") if part)


def _beside(beside: Interference | None) -> Iterator[Disturbance]:
    """The disturbances by other programs, a quota, and other guests, which take time or slow the cores."""
    if beside and beside.is_loaded:
        problem = f"Other programs keep the machine busy: they use {beside.load:.1f} cores."
        cure = "Stop them, or wait, before you measure; what they disturb is measured again if there is time."
        yield Disturbance("load", problem, cure)
    if beside and beside.is_robbed:
        problem = f"The hypervisor gives the time of {beside.steal:.2f} cores to other guests."
        cure = "Use CPU times, by which serbench ranks, not wall times; or a dedicated machine."
        yield Disturbance("steal", problem, cure)
    if beside and beside.is_throttled:
        problem = f"A CPU quota withholds the time of {beside.throttled:.2f} cores: processes are paused."
        yield Disturbance("quota", problem, _RAISE_QUOTA)
    if beside and beside.is_shared:
        problem = (
            f"The speed of the cores varies: in {beside.slow:.0%} of the checks a fixed loop took at least"
            f" {SLOW:g} times its shortest time, as it does while another guest of the host shares a core."
        )
        cure = "Measure in a quieter hour or on a dedicated machine: here intervals will be wide."
        yield Disturbance("pace", problem, cure)


def _of_the_processor(machine: Machine) -> Iterator[Disturbance]:
    """The disturbances by the processor, its clock and its caches, which differ between measurements."""
    if slow := [name for name in machine.get("governors") or () if name != "performance"]:
        problem = (
            f"The clock follows the load (governor {', '.join(slow)}), so the first measurements run slower."
        )
        yield Disturbance("governor", problem, "sudo cpupower frequency-set -g performance")
    if machine.get("turbo"):
        problem = (
            "The clock rises above its nominal rate while the processor is cool, so times drift as it warms"
            " up."
        )
        intel = "Intel: echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo"
        cure = f"{intel}; others: echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost"
        yield Disturbance("turbo", problem, cure)
    if machine.get("smt"):
        problem = "Two threads share a physical core, so a neighbouring thread slows a measurement down."
        yield Disturbance("smt", problem, "echo off | sudo tee /sys/devices/system/cpu/smt/control")
    if (clock := machine.get("clock_source")) in _SLOW_CLOCKS:
        problem = f"The kernel reads the time from a slow clock ({clock}), which costs time in each sample."
        cure = "If /sys/devices/system/clocksource/clocksource0/available_clocksource lists tsc, choose it."
        yield Disturbance("clock", problem, cure)
    if (limit_s := machine.get("cpu_time_limit_s")) is not None:
        # Linux then reads a process's clock from sums that it keeps for the limit and renews at its ticks
        # (kernel/time/posix-cpu-timers.c, cpu_clock_sample_group).
        problem = (
            f"A process may take {limit_s} s of CPU time (ulimit -t). Under such a limit the clock of CPU"
            " time advances in steps of milliseconds, so samples are wrong."
        )
        yield Disturbance("clock", problem, "Measure from a shell in which `ulimit -t` says unlimited.")
    if machine.get("aslr"):
        problem = "Addresses are randomised (ASLR), so each process is placed differently in the caches."
        cure = "No action needed: forks average over it. To turn it off: setarch -R ./serbench run"
        yield Disturbance("aslr", problem, cure, bearable=True)


def _of_the_room(machine: Machine, free_disk_bytes: int | None) -> Iterator[Disturbance]:
    """Where cores, memory or disk space are scarce."""
    cores = machine.get("cgroup_cores")
    if cores and cores < (machine.get("logical_cores") or cores):
        problem = (
            f"A CPU quota of {cores:g} cores is set: beyond it all processes are paused for the rest of a"
            " period, usually 0.1 s, which lengthens wall times and latencies and empties caches. Forks that"
            " were paused are flagged as disturbed and measured again."
        )
        yield Disturbance("limit", problem, _RAISE_QUOTA)
    sizes = (machine.get("memory_bytes"), machine.get("cgroup_memory_limit_bytes"))
    least = min(filter(None, sizes), default=_LITTLE_MEMORY_BYTES)
    if least < _LITTLE_MEMORY_BYTES:
        problem = f"The machine has little memory: {bytes_text(least)}."
        yield Disturbance("memory", problem, "Build with -j 1, so that one compiler runs at a time.")
    free = machine.get("memory_available_bytes")
    if free is not None and free < _LITTLE_FREE_MEMORY_BYTES:
        problem = (
            f"Little memory is free: {bytes_text(free)}; a runner that is swapped out measures the disk."
        )
        yield Disturbance("memory", problem, "Stop programs that hold memory before you measure.")
    if free_disk_bytes is not None and free_disk_bytes < _LITTLE_DISK_BYTES:
        problem = f"Little disk space is free for built runners: {bytes_text(free_disk_bytes)}."
        yield Disturbance("disk", problem, "Free some, or choose another place with SERBENCH_CACHE.")
