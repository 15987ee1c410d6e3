"""What a run of the store will need: disk, memory and time, known before the first file is written."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from serbench.corpus.container import read_messages
from serbench.engine.subject import Subject
from serbench.errors import BadInput
from serbench.experiments.store.plan import Settings
from serbench.experiments.store.pool import Pool
from serbench.languages import language_of
from serbench.machine import memory_left_bytes
from serbench.runner.process import ask

_EMIT_TIMEOUT_S = 120.0
_RECORD_ALIGNMENT = 16
_INDEX_ENTRY_BYTES = 16
# What must remain free on the disk.
_LEFT_SHARE = 0.02
# An object in memory takes more than its bytes in the corpus: pointers, capacity, headers of the
# allocator.
_MEMORY_FACTOR = 6


def message_bytes(subject: Subject, pool: Pool) -> float | None:
    """The mean size of a codec's messages with alignment; None where the codec cannot report it."""
    with tempfile.TemporaryDirectory(prefix="serbench-sizes-") as folder:
        out = Path(folder) / "messages"
        arguments = {"corpus": pool.corpus.path, "out": out}
        if ask(subject.runner, "emit", arguments, _EMIT_TIMEOUT_S).outcome != "ok":
            return None
        sizes = [len(message) for message in read_messages(out) if message is not None]
    aligned = sum(-(-size // _RECORD_ALIGNMENT) * _RECORD_ALIGNMENT for size in sizes)
    return aligned / len(sizes) if sizes else None


def disk_bytes(settings: Settings, pool: Pool, mean_bytes: Mapping[str, float]) -> int:
    """The size of the largest store of the run, of which there is one at a time, by the mean message size of
    each codec."""
    objects = max(settings.objects)
    store = objects * (max(mean_bytes.values(), default=pool.mean_bytes) + _INDEX_ENTRY_BYTES)
    return round(store + 8 * settings.random_reads)


def memory_bytes(settings: Settings, pool: Pool, codecs: Iterable[str]) -> int:
    """The memory of the largest runner."""
    runner = max((language_of(codec).runner_bytes for codec in codecs), default=0)
    kept = kept_bytes(settings, pool) if settings.keep_objects else 0
    return pool.corpus.manifest.bytes * 2 + runner + kept


def kept_bytes(settings: Settings, pool: Pool) -> int:
    """The memory of the largest number of objects when all that are read are kept."""
    most = max(*settings.objects, settings.random_reads)
    return round(most * pool.mean_bytes * _MEMORY_FACTOR)


def require_disk(
    settings: Settings,
    pool: Pool,
    mean_bytes: Mapping[str, float],
    directory: Path,
    free_disk_bytes: int,
) -> None:
    """Raises BadInput where a store does not fit on the disk, with what it takes, what there is, and what
    would fit."""
    needed = disk_bytes(settings, pool, mean_bytes)
    usable = round(free_disk_bytes * (1 - _LEFT_SHARE))
    if needed > usable:
        fitting = int(max(settings.objects) * usable / needed)
        raise BadInput(
            f"A store of {max(settings.objects)} objects takes {_size(needed)} on the disk of {directory},"
            f" which has {_size(free_disk_bytes)}; about {fitting} objects fit, or choose another --dir."
        )


def require_memory(settings: Settings, pool: Pool, codecs: Sequence[str], free_memory_bytes: int) -> None:
    """Raises BadInput where the runners of these codecs do not fit into the memory."""
    needed = memory_bytes(settings, pool, codecs)
    if needed > free_memory_bytes:
        less = " Leave out --keep-objects, or read fewer objects." if settings.keep_objects else ""
        raise BadInput(
            f"The run takes {_size(needed)} of memory and {_size(free_memory_bytes)} are left here.{less}"
        )
    kept = kept_bytes(settings, pool) if settings.keep_objects else 0
    for codec in codecs:
        language = language_of(codec)
        if 0 < language.heap_bytes < kept:
            raise BadInput(
                f"Keeping {max(settings.objects)} objects takes about {_size(kept)}, and the process of"
                f" {codec} has a heap of {_size(language.heap_bytes)}: fewer objects, or leave"
                f" {language.title} out."
            )


def free_disk(directory: Path) -> int:
    """The free bytes of a folder's file system."""
    return shutil.disk_usage(directory).free


def free_memory() -> int:
    """The bytes that a process may still have."""
    left = memory_left_bytes()
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES") if left is None else left


def _size(number: float) -> str:
    return f"{number / 2**30:.1f} GiB" if number >= 2**30 else f"{number / 2**20:.1f} MiB"
