"""The disk space and the memory that stores take, and how much of both is free."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from serbench.corpus.container import read_messages
from serbench.engine.describe import Subject
from serbench.machine.record import memory_left_bytes
from serbench.pools.pool import Pool
from serbench.runner.process import ask
from serbench.scratch import scratch_folder

_MEMORY_FACTOR = 6
INDEX_ENTRY_BYTES = 16
RECORD_ALIGNMENT = 16
# What must remain free on the disk.
LEFT_SHARE = 0.02
_EMIT_TIMEOUT_S = 120.0


def message_bytes(subject: Subject, pool: Pool) -> float | None:
    """The mean size of a codec's messages with alignment; None where the codec cannot report it."""
    with scratch_folder("sizes") as folder:
        out = folder / "messages"
        arguments = {"corpus": pool.corpus.path, "out": out}
        if ask(subject.runner, "emit", arguments, _EMIT_TIMEOUT_S).outcome != "ok":
            return None
        sizes = [len(message) for message in read_messages(out) if message is not None]
    aligned = sum(-(-size // RECORD_ALIGNMENT) * RECORD_ALIGNMENT for size in sizes)
    return aligned / len(sizes) if sizes else None


def known_sizes(subjects: Mapping[str, Subject], pool: Pool) -> dict[str, float]:
    """The mean message size of each codec that can report it."""
    sizes = ((codec, message_bytes(subject, pool)) for codec, subject in subjects.items())
    return {codec: size for codec, size in sizes if size is not None}


def mean_store_bytes(pool: Pool, mean_bytes: Mapping[str, float]) -> float:
    """The bytes that an object takes in the largest store, by the mean message size of each codec."""
    return max(mean_bytes.values(), default=pool.mean_bytes) + INDEX_ENTRY_BYTES


def usable(free_bytes: int) -> int:
    return round(free_bytes * (1 - LEFT_SHARE))


def free_disk(directory: Path) -> int:
    """The free bytes of a folder's file system."""
    return shutil.disk_usage(directory).free


def are_on_one_disk(one: Path, other: Path) -> bool:
    """Whether two folders share a file system."""
    return one.stat().st_dev == other.stat().st_dev


def free_memory() -> int:
    """The bytes that a process may still have."""
    left = memory_left_bytes()
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES") if left is None else left


def held_bytes(objects: int, mean_bytes: float) -> int:
    """The memory that so many decoded objects take, by their mean size in the corpus: pointers, capacity and
    headers of the allocator come to several times their bytes."""
    return round(objects * mean_bytes * _MEMORY_FACTOR)


def size_words(number: float) -> str:
    return f"{number / 2**30:.1f} GiB" if number >= 2**30 else f"{number / 2**20:.1f} MiB"
