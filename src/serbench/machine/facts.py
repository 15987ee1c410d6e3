"""Pure readers of what the kernel reports about a machine, each of one text, None where it does not say."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

_CACHE_UNITS = {"": 1, "K": 1024, "M": 1024**2, "G": 1024**3}
# cgroup v1 writes "no limit" as the largest multiple of a page in a signed 64-bit number.
_UNLIMITED_MEMORY_BYTES = 1 << 62
_CONTAINER_MARKS = (
    ("kubepods", "kubernetes"),
    ("docker", "docker"),
    ("libpod", "podman"),
    ("lxc", "lxc"),
    ("containerd", "containerd"),
)


@dataclass(frozen=True, slots=True)
class CpuInfo:
    """/proc/cpuinfo. ``signature`` is ``FAMILY-MODEL-STEPPING`` of x86, which tells models apart that a
    hypervisor gives one name, and ``mhz`` the clock when it was read. ``parts`` are ARM's
    ``implementer/part`` numbers, each kind of core once; ``board`` is the line ``Model`` or ``Hardware`` that
    ARM boards have instead of a model name."""

    model: str | None
    signature: str | None
    microcode: str | None
    mhz: int | None
    board: str | None
    parts: tuple[str, ...]
    processors: int | None
    hypervisor: bool | None


def parse_cpuinfo(text: str) -> CpuInfo:
    """Reads x86 and ARM layouts; ``hypervisor`` is known only where there is a line of x86 flags."""
    fields: dict[str, list[str]] = {}
    for line in text.splitlines():
        name, colon, value = line.partition(":")
        if colon:
            fields.setdefault(name.strip(), []).append(value.strip())
    implementers, parts = fields.get("CPU implementer", []), fields.get("CPU part", [])
    flags = fields.get("flags")
    return CpuInfo(
        model=_first(fields, "model name"),
        signature=_signature(fields),
        microcode=_first(fields, "microcode"),
        mhz=_mhz(_first(fields, "cpu MHz") or ""),
        board=_first(fields, "Model") or _first(fields, "Hardware"),
        parts=tuple(dict.fromkeys(f"{who}/{what}" for who, what in zip(implementers, parts, strict=False))),
        processors=sum(value.isdigit() for value in fields.get("processor", ())) or None,
        hypervisor=None if flags is None else "hypervisor" in flags[0].split(),
    )


def _signature(fields: dict[str, list[str]]) -> str | None:
    numbers = [_first(fields, name) or "" for name in ("cpu family", "model", "stepping")]
    return "-".join(numbers) if all(number.isdigit() for number in numbers) else None


def _mhz(text: str) -> int | None:
    return int(text.partition(".")[0]) if re.fullmatch(r"[0-9]{1,6}(\.[0-9]+)?", text) else None


def _first(fields: dict[str, list[str]], name: str) -> str | None:
    return next((value for value in fields.get(name, ()) if value), None)


def parse_core_list(text: str) -> tuple[int, ...] | None:
    """The kernel's list of cores, as ``0-3,8``."""
    cores: list[int] = []
    for part in text.strip().split(","):
        match = re.fullmatch(r"(\d+)(?:-(\d+))?", part)
        if not match:
            return None
        cores.extend(range(int(match[1]), int(match[2] or match[1]) + 1))
    return tuple(cores)


def core_list_words(cores: Sequence[int]) -> str:
    """Numbers of cores in rising order as the kernel lists them: ``0-3,8``."""
    runs: list[list[int]] = []
    for core in cores:
        if runs and core == runs[-1][-1] + 1:
            runs[-1].append(core)
        else:
            runs.append([core])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def parse_size_bytes(text: str) -> int | None:
    """A cache's size as the kernel writes it: ``48K``, ``32M``."""
    match = re.fullmatch(r"(\d+)([KMG]?)", text.strip())
    return int(match[1]) * _CACHE_UNITS[match[2]] if match else None


def parse_memory_bytes(meminfo: str, name: str) -> int | None:
    """A line of /proc/meminfo, which counts in KiB."""
    match = re.search(rf"^{name}:\s+(\d+) kB$", meminfo, re.MULTILINE)
    return int(match[1]) * 1024 if match else None


def parse_count(text: str, name: str) -> int | None:
    """A line ``NAME NUMBER`` of such lines, as memory.stat has them."""
    match = re.search(rf"^{name} (\d+)$", text, re.MULTILINE)
    return int(match[1]) if match else None


@dataclass(frozen=True, slots=True)
class ProcessorTicks:
    """Clock ticks of all cores since the machine started: ``busy`` with its programs and its kernel, and
    ``stolen`` by a hypervisor for others."""

    busy: int
    stolen: int


def parse_processor_ticks(stat: str) -> ProcessorTicks | None:
    """The line ``cpu`` of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal, and the guests'
    ticks, which are included in the user's."""
    match = re.search(r"^cpu +(.+)$", stat, re.MULTILINE)
    fields = match[1].split() if match else []
    if len(fields) < 8:
        return None
    user, nice, system, _, _, irq, softirq, steal = map(int, fields[:8])
    return ProcessorTicks(user + nice + system + irq + softirq, steal)


def parse_load_average(text: str) -> list[float] | None:
    """The load of the last 1, 5 and 15 minutes."""
    match = re.match(r"(\d+\.\d+) (\d+\.\d+) (\d+\.\d+) ", text)
    return [float(value) for value in match.groups()] if match else None


def parse_integer(text: str) -> int | None:
    """A file that holds one number."""
    stripped = text.strip()
    return int(stripped) if re.fullmatch(r"-?\d+", stripped) else None


def parse_cpu_time_limit_s(limits: str) -> int | None:
    """The soft limit of a process's CPU time in /proc/self/limits; None for unlimited."""
    match = re.search(r"^Max cpu time +(\d+) ", limits, re.MULTILINE)
    return int(match[1]) if match else None


def parse_distribution(os_release: str) -> str | None:
    """PRETTY_NAME of os-release."""
    match = re.search(r"^PRETTY_NAME=(.*)$", os_release, re.MULTILINE)
    return (match[1].strip().strip("\"'") or None) if match else None


def parse_choice(text: str) -> str | None:
    """The choice in brackets among its alternatives: ``always [madvise] never``."""
    match = re.search(r"\[(\w+)\]", text)
    return match[1] if match else None


@dataclass(frozen=True, slots=True)
class Mount:
    """Where a folder's file system comes from; ``device`` is its number as ``8:1``."""

    device: str
    type: str
    source: str
    options: str


def mount_of(mountinfo: str, folder: PurePath) -> Mount | None:
    """The mount that contains a folder, by /proc/self/mountinfo: the deepest that is above it, and of several
    in one place the last, which hides the others. Spaces in names are written as octal numbers there."""
    found: tuple[int, Mount] | None = None
    for line in mountinfo.splitlines():
        own, _, shared = line.partition(" - ")
        fields, tail = own.split(" "), shared.split(" ")
        if len(fields) < 6 or len(tail) < 3:
            continue
        point = PurePath(re.sub(r"\\(\d{3})", lambda match: chr(int(match[1], 8)), fields[4]))
        depth = len(point.parts)
        if folder.is_relative_to(point) and (found is None or depth >= found[0]):
            found = (depth, Mount(fields[2], tail[0], tail[1], fields[5]))
    return found[1] if found else None


def parse_cpu_max(text: str) -> float | None:
    """cgroup v2's cpu.max ``QUOTA PERIOD`` as a number of cores; None for no limit."""
    match = re.fullmatch(r"(\d+) (\d+)", text.strip())
    return int(match[1]) / int(match[2]) if match and int(match[2]) else None


def parse_cpu_quota(quota: str, period: str) -> float | None:
    """cgroup v1's quota (-1 is no limit) and period as a number of cores."""
    quota_us, period_us = parse_integer(quota), parse_integer(period)
    if quota_us is None or not period_us or quota_us < 0:
        return None
    return quota_us / period_us


def parse_memory_limit_bytes(text: str) -> int | None:
    """cgroup v2's memory.max or v1's memory.limit_in_bytes; None for no limit."""
    limit = parse_integer(text)
    return None if limit is None or limit >= _UNLIMITED_MEMORY_BYTES else limit


def cgroup_paths(text: str) -> dict[str, str]:
    """/proc/self/cgroup as controller → path; version 2's one group has the empty name."""
    paths: dict[str, str] = {}
    for line in text.splitlines():
        _, _, rest = line.partition(":")
        controllers, colon, path = rest.partition(":")
        if colon:
            for controller in controllers.split(","):
                paths[controller] = path
    return paths


def container_of_cgroups(text: str) -> str | None:
    """The kind of container that the names of control groups give away."""
    return next((kind for mark, kind in _CONTAINER_MARKS if mark in text), None)
