"""What a run of the store will take: disk, memory and time, known before the first file is written."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from serbench.corpus.container import read_messages
from serbench.errors import BadInput
from serbench.measure.plan import is_jit_compiled
from serbench.runner.process import ask
from serbench.store.execute import StoreSubject
from serbench.store.plan import Settings
from serbench.store.pool import Pool

_EMIT_TIMEOUT_S = 120.0
_RECORD_ALIGNMENT = 16
_INDEX_ENTRY_BYTES = 16
# What must be left on the disk for everything else.
_LEFT_SHARE = 0.02
# A runner beside its pool: blocks, buffers, the program; the JVM has its fixed heap.
_RUNNER_BYTES = 300 * 2**20
_JVM_BYTES = 1024 * 2**20
_JVM_HEAP_BYTES = 512 * 2**20
# An object in memory takes more than its bytes in the corpus: pointers, capacity, headers of the
# allocator.
_MEMORY_FACTOR = 6


@dataclass(frozen=True, slots=True)
class Estimate:
    """``disk_bytes`` is the largest store of the run, of which there is one at a time; ``memory_bytes``
    the largest runner."""

    disk_bytes: int
    memory_bytes: int


def message_bytes(subject: StoreSubject, pool: Pool) -> float | None:
    """The mean size of a codec's messages with what aligns them; None where the codec cannot tell."""
    with tempfile.TemporaryDirectory(prefix="serbench-sizes-") as folder:
        out = Path(folder) / "messages"
        arguments = {"corpus": pool.corpus.path, "out": out}
        if ask(subject.runner, "emit", arguments, _EMIT_TIMEOUT_S).outcome != "ok":
            return None
        sizes = [len(message) for message in read_messages(out) if message is not None]
    aligned = sum(-(-size // _RECORD_ALIGNMENT) * _RECORD_ALIGNMENT for size in sizes)
    return aligned / len(sizes) if sizes else None


def estimate(settings: Settings, pool: Pool, mean_bytes: Mapping[str, float]) -> Estimate:
    """What the largest number of objects takes, by the mean message size of each codec."""
    objects = max(settings.objects)
    disk = objects * (max(mean_bytes.values(), default=pool.mean_bytes) + _INDEX_ENTRY_BYTES)
    disk += 8 * settings.random_reads
    jit = any(is_jit_compiled(codec) for codec in mean_bytes)
    memory = pool.corpus.manifest.bytes * 2 + (_JVM_BYTES if jit else _RUNNER_BYTES)
    if settings.keep_objects:
        memory += kept_bytes(settings, pool)
    return Estimate(round(disk), round(memory))


def kept_bytes(settings: Settings, pool: Pool) -> int:
    """What the largest number of objects takes in memory when all are kept."""
    return round(max(*settings.objects, settings.random_reads) * pool.mean_bytes * _MEMORY_FACTOR)


def require_room(
    settings: Settings,
    pool: Pool,
    mean_bytes: Mapping[str, float],
    directory: Path,
    free_disk_bytes: int,
    free_memory_bytes: int,
) -> None:
    """Raises BadInput where the run does not fit, with what it takes, what there is, and what would fit."""
    needed = estimate(settings, pool, mean_bytes)
    usable = round(free_disk_bytes * (1 - _LEFT_SHARE))
    if needed.disk_bytes > usable:
        fitting = int(max(settings.objects) * usable / needed.disk_bytes)
        raise BadInput(
            f"A store of {max(settings.objects)} objects takes {_size(needed.disk_bytes)} on the disk of"
            f" {directory}, which has {_size(free_disk_bytes)}; about {fitting} objects fit, or choose"
            " another --dir."
        )
    if needed.memory_bytes > free_memory_bytes:
        raise BadInput(
            f"The run takes {_size(needed.memory_bytes)} of memory and the machine has"
            f" {_size(free_memory_bytes)} left."
        )
    jit = [codec for codec in mean_bytes if is_jit_compiled(codec)]
    if settings.keep_objects and jit and kept_bytes(settings, pool) > _JVM_HEAP_BYTES:
        raise BadInput(
            f"Keeping {max(settings.objects)} objects takes about {_size(kept_bytes(settings, pool))}, and"
            f" the JVM of {jit[0]} has a heap of {_size(_JVM_HEAP_BYTES)}: fewer objects, or leave Java out."
        )


def free_disk(directory: Path) -> int:
    """The bytes that may still be written below a folder."""
    return shutil.disk_usage(directory).free


def free_memory() -> int:
    """The bytes that a process may still have."""
    pages = os.sysconf("SC_AVPHYS_PAGES")
    with_cache = os.sysconf("SC_PAGE_SIZE") * pages
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return with_cache
    available = (line.split()[1] for line in lines if line.startswith("MemAvailable:"))
    return int(next(available, "0")) * 1024 or with_cache


def _size(number: float) -> str:
    return f"{number / 2**30:.1f} GiB" if number >= 2**30 else f"{number / 2**20:.1f} MiB"
