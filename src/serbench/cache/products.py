"""The cache: one process at a time builds in a folder of it, and each product is stored under the key of
its contents, with the time it took to build."""

import fcntl
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from serbench.cache.entries import keep
from serbench.errors import DiskFull, SerbenchError
from serbench.locations import cache_directory
from serbench.outcomes import is_full
from serbench.scratch import naming_full_disk, scratch_folder

_FACTS = "build.json"


@dataclass(frozen=True, slots=True)
class Product:
    """The known facts about a product on disk.

    ``executable_bytes`` is the size of the executable as it was linked, with its symbols and without shared
    libraries; in Java that of all class files, without jars. ``build_ms`` is the time in milliseconds that
    the codec's own code took to compile, generated and hand-written; None where it was not recorded.
    """

    executable_bytes: int | None
    build_ms: int | None


def product_path(key: str) -> Path:
    """Where the executable of a key is, or will be."""
    return cache_directory() / "runners" / key / "runner"


def product_of(key: str) -> Product:
    """The product of a key."""
    place = product_path(key).parent
    files = [product_path(key), *(place / "classes").rglob("*.class")]
    sizes = [path.stat().st_size for path in files if path.is_file()]
    try:
        build_ms = int(json.loads((place / _FACTS).read_text(encoding="utf-8"))["build_ms"])
    except (OSError, ValueError, KeyError, TypeError):
        build_ms = None
    return Product(sum(sizes) if sizes else None, build_ms)


def note_build_time(place: Path, build_ms: int | None) -> None:
    """Writes next to a product that is about to be kept how long it took, where that is known."""
    if build_ms is not None:
        (place / _FACTS).write_text(json.dumps({"build_ms": build_ms}), encoding="utf-8")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Holds the folder's lock; waits while another process of serbench builds there. Raises DiskFull where
    what is built does not fit."""
    _make_folder(folder)
    with naming_full_disk(folder):
        try:
            lock = (folder / "lock").open("w")
        except OSError as error:
            raise _unwritable(folder, error) from error
        with lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


@contextmanager
def folder_next_to(place: Path) -> Iterator[Path]:
    """A folder next to a place of the cache, in which to make what ``serbench.cache.entries.keep`` then puts
    there, whole or not at all. What is left of the folder is removed."""
    _make_folder(place.parent)
    with scratch_folder("making", place.parent) as making:
        yield making


def keep_product(executable: Path, product: Path, build_ms: int | None) -> None:
    """Copies a finished executable to its key, where it appears whole or not at all."""
    with folder_next_to(product.parent) as making:
        shutil.copy2(executable, making / product.name)
        note_build_time(making, build_ms)
        keep(making, product.parent)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error) from error


def _unwritable(folder: Path, error: OSError) -> SerbenchError:
    kind = DiskFull if is_full(error) else SerbenchError
    return kind(
        f"The cache {folder} cannot be written ({error.strerror}); SERBENCH_CACHE names another place."
    )
