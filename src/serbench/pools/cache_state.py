"""The page cache of a file: put into a state before it is read, and checked before and after."""

import ctypes
import mmap
import os
from collections.abc import Sequence
from pathlib import Path

from serbench.errors import BadInput
from serbench.record.row import Row
from serbench.scratch import scratch_file

CACHES = ("cold", "warm", "direct", "dropped")
# The tolerance of a requested state: pages that the disk's own work keeps or evicts.
MOST_WHEN_COLD = 0.02
LEAST_WHEN_WARM = 0.98
_LOOKED_AT_BYTES = 2**30
_READ_BYTES = 2**22


def put_into_state(cache: str, path: Path) -> None:
    """Readies a file for being read in a cache mode. Raises OSError where it cannot be read."""
    if cache == "warm":
        warm(path)
    elif cache == "dropped":
        drop_all()
    else:
        # What is read past the cache is read from the disk, so none of it is cached.
        evict(path)


def evict(path: Path) -> None:
    """Writes the file's pages to the disk and drops them from the cache; needs only read permission.
    A file system in memory keeps them."""
    file = os.open(path, os.O_RDONLY)
    try:
        # Pages that are not on the disk yet cannot be dropped.
        os.fsync(file)
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(file)


_DROP_CACHES = Path("/proc/sys/vm/drop_caches")


def can_drop_all() -> bool:
    """Whether this user may empty the system's caches; only root on Linux may."""
    return os.access(_DROP_CACHES, os.W_OK)


def drop_all() -> None:
    """Writes everything to the disk, then empties the caches of the whole system: pages of files, and what is
    known of folders. Raises OSError where the user may not."""
    # Pages that are not on the disk yet cannot be dropped.
    os.sync()
    _DROP_CACHES.write_text("3\n", encoding="ascii")


def warm(path: Path) -> None:
    """Reads the file once."""
    with path.open("rb", buffering=0) as file:
        buffer = bytearray(_READ_BYTES)
        while file.readinto(buffer):
            pass


def resident_share(path: Path) -> float | None:
    """The share of the file's pages that are in the cache, by mincore; None where it is unknown."""
    size = path.stat().st_size
    if size == 0 or not _is_told_the_truth(path):
        return None
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, *([ctypes.c_int] * 3), ctypes.c_long)
    libc.munmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t)
    libc.mincore.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p)
    resident = pages = 0
    file = os.open(path, os.O_RDONLY)
    try:
        for offset in range(0, size, _LOOKED_AT_BYTES):
            length = min(_LOOKED_AT_BYTES, size - offset)
            address = libc.mmap(None, length, mmap.PROT_READ, mmap.MAP_SHARED, file, offset)
            if address == ctypes.c_void_p(-1).value:
                return None
            flags = ctypes.create_string_buffer(-(-length // mmap.PAGESIZE))
            failed = libc.mincore(address, length, flags)
            libc.munmap(address, length)
            if failed:
                return None
            raw = flags.raw
            pages += len(raw)
            # Only the lowest bit says that a page is there; the others are reserved.
            resident += sum(raw.count(value) for value in range(1, 256, 2))
    finally:
        os.close(file)
    return resident / pages


def _is_told_the_truth(path: Path) -> bool:
    """Linux reports every page as resident to a user who neither owns the file nor may write it, so that
    users cannot learn from the cache what others read."""
    return os.geteuid() in (0, path.stat().st_uid) or os.access(path, os.W_OK)


def has_direct_access(place: Path) -> bool:
    """Whether the file system of a file, or of a folder that can be written, allows files to be opened past
    the page cache."""
    if not hasattr(os, "O_DIRECT"):
        return False
    try:
        if place.is_dir():
            with scratch_file(place / "direct") as file:
                os.close(os.open(file, os.O_RDWR | os.O_DIRECT))
        else:
            os.close(os.open(place, os.O_RDONLY | os.O_DIRECT))
        return True
    except OSError:
        return False


def possible_caches(caches: Sequence[str], place: Path) -> tuple[tuple[str, ...], list[str]]:
    """The cache modes that are available for the files of a folder, or for a file, and a sentence for
    each that is not. Raises BadInput where none is left."""
    hindrances: dict[str, str] = {}
    if "direct" in caches and not has_direct_access(place):
        hindrances["direct"] = f"The file system of {place} cannot be read past the page cache"
    if "dropped" in caches and not can_drop_all():
        hindrances["dropped"] = "Only root on Linux can empty the system's caches"
    rest = tuple(cache for cache in caches if cache not in hindrances)
    if not rest:
        raise BadInput(f"{next(iter(hindrances.values()))}; choose another --cache.")
    return rest, [f"{reason}, so {cache} is skipped." for cache, reason in hindrances.items()]


def certain_caches(caches: Sequence[str]) -> tuple[str, ...]:
    """The cache modes that every file system and every user has, else the first."""
    return tuple(cache for cache in caches if cache not in ("direct", "dropped")) or tuple(caches[:1])


def state_had(cache: str, before: Sequence[float]) -> bool | None:
    """Whether every read began in the state that its cache mode names, by the resident shares at their begin;
    None where these are unknown."""
    if not before:
        return None
    return min(before) >= LEAST_WHEN_WARM if cache == "warm" else max(before) <= MOST_WHEN_COLD


def state_of(rows: Sequence[Row]) -> bool | None:
    """Whether every repetition of a read began in the state of its cache mode; None where that is unknown."""
    return state_had(
        rows[0].parameters["cache"], [row.resident[0] for row in rows if row.resident is not None]
    )
