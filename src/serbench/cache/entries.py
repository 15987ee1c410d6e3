"""Entries of the cache: folders that appear whole and on the disk, with the sums of their files, by which a
damaged one is known and removed, so that it is made again."""

import hashlib
import json
import logging
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import xxhash

from serbench.scratch import PREFIX, SUFFIX, naming_full_disk, scratch_file

SUMS = "sums.json"
# Its users hold it; nothing is in it.
_LOCK = "lock"
# So many files are written to the disk one by one; of more, a file system writes all at once more quickly.
_FEW_FILES = 64
_log = logging.getLogger(__name__)


def keep(making: Path, place: Path, others: Iterable[Path] = ()) -> None:
    """Puts a finished folder in its place of the cache, in one step and for good. What another process has
    put there in the meantime stays if it is sound. ``others`` are those of ``seal``."""
    seal(making, others)
    _sync(making)
    try:
        making.rename(place)
    except OSError:
        if not place.exists():
            raise
        if damage(place) is None:
            return
        discard(place)
        making.rename(place)
    _sync_folder(place.parent)


def seal(entry: Path, others: Iterable[Path] = ()) -> None:
    """Writes the sums of all files of an entry next to them; ``others`` are files elsewhere without which it
    is worth nothing."""
    sums = {str(path.relative_to(entry)): _sum(path) for path in _files(entry)}
    sums |= {str(path): _sum(path) for path in others}
    write_whole(entry / SUMS, json.dumps(sums, indent=0, sort_keys=True).encode())


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file that appears with all its bytes on the disk, or not at all."""
    with naming_full_disk(path.parent), scratch_file(path) as arriving:
        with arriving.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        arriving.chmod(0o644)
        arriving.rename(path)
    _sync_folder(path.parent)


def is_sealed(entry: Path) -> bool:
    """Whether an entry has sums; those of older versions have none."""
    return (entry / SUMS).exists()


def damage(entry: Path) -> str | None:
    """The first difference of an entry from its sums, in a few words; None where there is none.
    An entry without sums counts as damaged, because nothing shows that it is whole."""
    try:
        sums: dict[str, Any] = json.loads((entry / SUMS).read_bytes())
        for name, expected in sums.items():
            path = entry / name
            if not os.path.lexists(path):
                return f"{name} is missing"
            if _sum(path) != expected:
                return f"{name} has changed"
    except FileNotFoundError:
        return "it has no sums" if entry.exists() else "it is missing"
    except (OSError, ValueError, AttributeError) as error:
        return f"its sums cannot be read: {error}"
    return None


def discard(entry: Path) -> None:
    """Removes an entry, in one step for those who look for it."""
    gone = entry.with_name(f"{PREFIX}gone-{os.getpid()}-{entry.name[:64]}{SUFFIX}")
    shutil.rmtree(gone, ignore_errors=True)
    with suppress(FileNotFoundError):
        entry.rename(gone)
    shutil.rmtree(gone, ignore_errors=True)


def discard_damaged(entries: Iterable[Path]) -> dict[Path, str]:
    """Removes those of the entries that are damaged; what is wrong with each."""
    found = {entry: what for entry in entries if (what := damage(entry)) is not None}
    for entry in found:
        _discard_others(entry)
        discard(entry)
    return found


def _discard_others(entry: Path) -> None:
    """Removes the damaged files elsewhere of which an entry has sums: who made them does not make them again
    while they are there."""
    with suppress(OSError, ValueError, AttributeError):
        for name, expected in json.loads((entry / SUMS).read_bytes()).items():
            if Path(name).is_absolute() and Path(name).exists() and _sum(Path(name)) != expected:
                Path(name).unlink()


def tell_made_again(entry: Path, what: str) -> None:
    """Says that an entry was damaged and has been made again."""
    _log.warning("The cache entry %s was damaged (%s) and was built again.", entry, what)


def _files(entry: Path) -> Iterator[Path]:
    """The files and links of an entry, but its sums and its lock."""
    for folder, folders, names in os.walk(entry):
        here = Path(folder)
        for name in (*names, *(each for each in folders if (here / each).is_symlink())):
            if here != entry or name not in (SUMS, _LOCK):
                yield here / name


def _sum(path: Path) -> str:
    """A sum of a file's contents, of a link of its target."""
    if path.is_symlink():
        return f"-> {path.readlink()}"
    with path.open("rb") as file:
        return hashlib.file_digest(file, xxhash.xxh3_128).hexdigest()


def _sync(entry: Path) -> None:
    """Waits until all of an entry is on the disk."""
    files = [path for path in _files(entry) if not path.is_symlink()]
    if len(files) > _FEW_FILES:
        os.sync()
        return
    for path in files:
        with path.open("rb") as file:
            os.fsync(file.fileno())
    for folder in {path.parent for path in files}:
        _sync_folder(folder)


def _sync_folder(folder: Path) -> None:
    """Makes the names in a folder durable; a file system that cannot sync a folder keeps them anyway."""
    with suppress(OSError):
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
