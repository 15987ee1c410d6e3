"""The record of the machine on which a run was measured."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from serbench import __version__
from serbench.locations import CHECKOUT, IS_INSTALLED, cache_directory, results_directory
from serbench.machine import facts as machine_facts

_CORES = "sys/devices/system/cpu"
_CGROUPS = "sys/fs/cgroup"
# The kernel's two lists of pages that are in no program's memory but in a file's.
_FILE_LISTS = ("inactive", "active")


def machine_record(
    root: Path = Path("/"), checkout: Path = CHECKOUT, folders: Mapping[str, Path] | None = None
) -> dict[str, object]:
    """Everything about the machine that can change what is measured, ready for JSON.

    An item is None where it cannot be read or does not apply; sizes are in bytes, ``cgroup_cores`` is the
    limit of cpu.max in cores, ``steal_ticks`` counts clock ticks (``ticks_per_second``) since the machine
    started. ``ld_preload`` and ``ld_library_path`` are what the user's environment has every runner load.
    ``file_systems`` describes what ``folders`` are on: by default results and cache. ``root`` is
    the folder under which /proc and /sys are searched.
    """
    if folders is None:
        folders = {"results": results_directory(), "cache": cache_directory()}
    files = _Files(root)
    return {
        **_processor(files),
        **_cores(files),
        **_memory(files),
        "file_systems": {name: _file_system(files, folder) for name, folder in folders.items()},
        **_surroundings(files),
        **_software(files, checkout),
    }


def memory_left_bytes(root: Path = Path("/")) -> int | None:
    """The bytes that this process and its children may still use: what the machine has left, or less
    where its control groups allow less; the page cache counts as free. None where the kernel does not say."""
    files = _Files(root)
    available = machine_facts.parse_memory_bytes(files.said("proc/meminfo"), "MemAvailable")
    lefts = [available, *_left_in_groups(files, "", "memory.max", "memory.current", "")]
    lefts += _left_in_groups(files, "memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_")
    return min((left for left in lefts if left is not None), default=None)


def _left_in_groups(
    files: _Files, controller: str, limit_file: str, usage_file: str, prefix: str
) -> list[int | None]:
    """The bytes that each group has left of its limit, None for one without. ``prefix`` is that of the counts
    with which memory.stat speaks of the groups below too."""
    lefts: list[int | None] = []
    for folder in _group_folders(files, controller):
        limit = machine_facts.parse_memory_limit_bytes(files.said(f"{folder}/{limit_file}"))
        stat = files.said(f"{folder}/memory.stat")
        giving_way = (machine_facts.parse_count(stat, f"{prefix}{kind}_file") for kind in _FILE_LISTS)
        used = (files.number(f"{folder}/{usage_file}") or 0) - sum(count or 0 for count in giving_way)
        lefts.append(None if limit is None else max(0, limit - max(0, used)))
    return lefts


class _Files:
    """The reading edge: the text of a file, or None if it is unreadable."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def text(self, path: str) -> str | None:
        try:
            # Texts of the device tree end in a zero byte.
            return (self.root / path).read_bytes().decode("utf-8", "replace").rstrip("\0\n")
        except OSError:
            return None

    def said(self, path: str) -> str:
        """The text, empty where there is none: for readers that find nothing in an empty text."""
        return self.text(path) or ""

    def number(self, path: str) -> int | None:
        return machine_facts.parse_integer(self.said(path))

    def core_count(self, path: str) -> int | None:
        return len(machine_facts.parse_core_list(self.said(path)) or ()) or None

    def folders(self, pattern: str) -> list[str]:
        return sorted(str(path.relative_to(self.root)) for path in self.root.glob(pattern))


def _processor(files: _Files) -> dict[str, object]:
    cpu = machine_facts.parse_cpuinfo(files.said("proc/cpuinfo"))
    return {
        "cpu_model": cpu.model,
        "cpu_signature": cpu.signature,
        "microcode": cpu.microcode,
        "cpu_mhz": cpu.mhz,
        "cpu_parts": list(cpu.parts) or None,
        "board_model": files.text("proc/device-tree/model") or cpu.board,
        "architecture": platform.machine() or None,
        "hypervisor": _hypervisor(files, cpu.hypervisor),
        "caches": _caches(files),
        "counts_instructions": _counts_instructions(files),
        "perf_event_paranoid": files.number("proc/sys/kernel/perf_event_paranoid"),
    }


def _hypervisor(files: _Files, flag: bool | None) -> bool | None:
    named = files.text("sys/hypervisor/type") or files.text("proc/device-tree/hypervisor/compatible")
    return True if flag is None and named else flag


def _caches(files: _Files) -> list[dict[str, object]] | None:
    """The caches of the first core, by level; empty where the kernel does not say."""
    return [
        {
            "level": files.number(f"{folder}/level"),
            "type": files.text(f"{folder}/type"),
            "size_bytes": machine_facts.parse_size_bytes(files.said(f"{folder}/size")),
            "shared_by_cores": files.core_count(f"{folder}/shared_cpu_list"),
        }
        for folder in files.folders(f"{_CORES}/cpu0/cache/index[0-9]*")
    ] or None


def _counts_instructions(files: _Files) -> bool | None:
    """Whether the kernel knows counters of the processor: x86 calls them cpu, or cpu_core and cpu_atom, and
    ARM armv8_… . None where the kernel does not say."""
    sources = [PurePosixPath(path).name for path in files.folders("sys/bus/event_source/devices/*")]
    if not sources:
        return None
    return any(name == "cpu" or name.startswith(("cpu_", "armv")) for name in sources)


def _cores(files: _Files) -> dict[str, object]:
    threads = files.core_count(f"{_CORES}/cpu0/topology/thread_siblings_list")
    processors = machine_facts.parse_cpuinfo(files.said("proc/cpuinfo")).processors
    governors = {files.text(path) for path in files.folders(f"{_CORES}/cpu[0-9]*/cpufreq/scaling_governor")}
    return {
        "logical_cores": files.core_count(f"{_CORES}/online") or processors,
        "allowed_cores": _allowed_cores(),
        "cgroup_cores": _cgroup_cores(files),
        "smt": threads > 1 if threads else None,
        "threads_per_core": threads,
        "governors": sorted(name for name in governors if name) or None,
        "turbo": _turbo(files),
    }


def _allowed_cores() -> list[int] | None:
    try:
        return sorted(os.sched_getaffinity(0))
    except (AttributeError, OSError):
        return None


def _turbo(files: _Files) -> bool | None:
    """Whether the clock may rise above its nominal rate: Intel's driver says the opposite of the others."""
    no_turbo = files.number(f"{_CORES}/intel_pstate/no_turbo")
    if no_turbo is not None:
        return no_turbo == 0
    boost = files.number(f"{_CORES}/cpufreq/boost")
    return None if boost is None else boost == 1


def _cgroup_cores(files: _Files) -> float | None:
    """The tightest limit of the group and those above it."""
    limits = [
        machine_facts.parse_cpu_max(files.said(f"{folder}/cpu.max")) for folder in _group_folders(files, "")
    ]
    limits += [
        machine_facts.parse_cpu_quota(
            files.said(f"{folder}/cpu.cfs_quota_us"), files.said(f"{folder}/cpu.cfs_period_us")
        )
        for folder in _group_folders(files, "cpu")
    ]
    return min((limit for limit in limits if limit is not None), default=None)


def throttled_ns(root: Path = Path("/")) -> int | None:
    """How long cores were kept from this process's control group and from those above it because a quota was
    used up, in nanoseconds of all cores since the groups were made; None where the kernel does not say."""
    files = _Files(root)
    stats = [files.said(f"{folder}/cpu.stat") for folder in _group_folders(files, "")]
    times = [machine_facts.parse_count(stat, "throttled_usec") for stat in stats]
    found_ns = [time * 1000 for time in times if time is not None]
    stats = [files.said(f"{folder}/cpu.stat") for folder in _group_folders(files, "cpu")]
    times = [machine_facts.parse_count(stat, "throttled_time") for stat in stats]
    found_ns += [time for time in times if time is not None]
    return sum(found_ns) if found_ns else None


def _cgroup_memory_limit_bytes(files: _Files) -> int | None:
    paths = [f"{folder}/memory.max" for folder in _group_folders(files, "")]
    paths += [f"{folder}/memory.limit_in_bytes" for folder in _group_folders(files, "memory")]
    limits = [machine_facts.parse_memory_limit_bytes(files.said(path)) for path in paths]
    return min((limit for limit in limits if limit is not None), default=None)


def _group_folders(files: _Files, controller: str) -> list[str]:
    """The folders of this process's control group and of all above it. In a container the path can be the
    host's, which is not there: then only the mount's own folder, which is the container's, has files."""
    mount = f"{_CGROUPS}/{controller}" if controller else _CGROUPS
    path = machine_facts.cgroup_paths(files.said("proc/self/cgroup")).get(controller)
    if path is None:
        return [mount]
    group = PurePosixPath("/", path)
    return [f"{mount}{folder}".rstrip("/") for folder in (group, *group.parents)]


def _memory(files: _Files) -> dict[str, object]:
    meminfo = files.said("proc/meminfo")
    return {
        "memory_bytes": machine_facts.parse_memory_bytes(meminfo, "MemTotal"),
        "memory_available_bytes": machine_facts.parse_memory_bytes(meminfo, "MemAvailable"),
        "swap_bytes": machine_facts.parse_memory_bytes(meminfo, "SwapTotal"),
        "huge_pages": machine_facts.parse_choice(files.said("sys/kernel/mm/transparent_hugepage/enabled")),
        "cgroup_memory_limit_bytes": _cgroup_memory_limit_bytes(files),
    }


def _source_of(mount: machine_facts.Mount) -> str:
    """The device of a mount; not the host and the user of a network's."""
    is_remote = mount.source.startswith("//") or bool({":", "@"} & set(mount.source))
    return "***" if is_remote else mount.source


def _file_system(files: _Files, folder: Path) -> dict[str, object] | None:
    mount = machine_facts.mount_of(files.said("proc/self/mountinfo"), folder.absolute())
    if mount is None:
        return None
    # A partition has no queue of its own; that of its disk is one folder above.
    block = f"sys/dev/block/{mount.device}"
    rotational = files.number(f"{block}/queue/rotational")
    if rotational is None:
        rotational = files.number(f"{block}/../queue/rotational")
    return {
        "type": mount.type,
        "source": _source_of(mount),
        "options": mount.options,
        "rotational": None if rotational is None else rotational == 1,
    }


def _surroundings(files: _Files) -> dict[str, object]:
    ticks = machine_facts.parse_processor_ticks(files.said("proc/stat"))
    return {
        "kernel": files.text("proc/sys/kernel/osrelease") or platform.release() or None,
        "clock_source": files.text("sys/devices/system/clocksource/clocksource0/current_clocksource"),
        "cpu_time_limit_s": machine_facts.parse_cpu_time_limit_s(files.said("proc/self/limits")),
        "aslr": files.number("proc/sys/kernel/randomize_va_space"),
        "container": _container(files),
        "load_average": machine_facts.parse_load_average(files.said("proc/loadavg")),
        "steal_ticks": ticks.stolen if ticks else None,
        "ticks_per_second": os.sysconf("SC_CLK_TCK"),
    }


def _container(files: _Files) -> str | None:
    """Only a hint: a container need not be recognisable."""
    for path, kind in ((".dockerenv", "docker"), ("run/.containerenv", "podman")):
        if files.text(path) is not None:
            return kind
    told = files.text("run/systemd/container")
    return told or machine_facts.container_of_cgroups(files.said("proc/1/cgroup"))


def _software(files: _Files, checkout: Path) -> dict[str, object]:
    release = files.text("etc/os-release") or files.said("usr/lib/os-release")
    revision, dirty = source_state(checkout)
    return {
        "distribution": machine_facts.parse_distribution(release),
        "ld_preload": os.environ.get("LD_PRELOAD") or None,
        "ld_library_path": os.environ.get("LD_LIBRARY_PATH") or None,
        "python_version": platform.python_version(),
        "serbench_version": __version__,
        "git_revision": revision,
        "git_dirty": dirty,
    }


def source_state(checkout: Path = CHECKOUT, installed: bool = IS_INSTALLED) -> tuple[str | None, bool | None]:
    """The commit of the checkout, or from which the installed package was made, and whether a file differs
    from it or is new."""
    if installed:
        words = _packaged_commit(checkout).split()
        return (words[0], words[1:] == ["dirty"]) if words else (None, None)
    top = _git(checkout, "rev-parse", "--show-toplevel")
    # An unpacked archive can be inside another project's repository.
    if top is None or Path(top).resolve() != checkout.resolve():
        return None, None
    changes = _git(checkout, "status", "--porcelain")
    return _git(checkout, "rev-parse", "--verify", "HEAD"), None if changes is None else changes != ""


def _packaged_commit(tree: Path) -> str:
    """The text that the build of a package has left beside the tree of languages, empty if there is none."""
    try:
        return (tree.parent / "commit.txt").read_text(encoding="ascii")
    except OSError:
        return ""


def commit_of(folder: Path) -> str | None:
    """The commit of the repository that has files of a folder, with the words ``with changes`` where these
    differ from it. None for any other path."""
    if not folder.is_dir() or not _git(folder, "ls-files", "--", "."):
        return None
    revision, changes = (
        _git(folder, "rev-parse", "--verify", "HEAD"),
        _git(folder, "status", "--porcelain", "."),
    )
    return f"{revision} with changes" if revision and changes else revision


def has_commit(checkout: Path, revision: str) -> bool:
    """Whether the repository of a checkout has a commit."""
    return _git(checkout, "cat-file", "-e", f"{revision}^{{commit}}") is not None


def has_all_commits(checkout: Path) -> bool:
    """Whether a commit that the repository of a checkout lacks is none of the project: not outside of git,
    nor in a shallow clone."""
    return _git(checkout, "rev-parse", "--is-shallow-repository") == "false"


def _git(checkout: Path, *words: str) -> str | None:
    # Another user may own the checkout; running its code already implies trust. A git hook sets GIT_DIR.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = ("git", "--no-optional-locks", "-c", "safe.directory=*", "-C", str(checkout), *words)
    try:
        reply = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=environment,
            text=True,
            errors="replace",
            timeout=30,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return reply.stdout.strip() if reply.returncode == 0 else None
