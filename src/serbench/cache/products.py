"""The cache: one process at a time builds in a folder of it, and each product is stored under the key of
its contents, with the time it took to build."""

import fcntl
import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from serbench.errors import SerbenchError
from serbench.locations import cache_directory

_FACTS = "build.json"


@dataclass(frozen=True, slots=True)
class Product:
    """What is known of a product on disk.

    ``executable_bytes`` is the size of the executable as it was linked, with its symbols and without shared
    libraries; in Java that of all class files, without jars. ``build_ms`` is the time that the codec's own
    code took to compile, rendered and written, in milliseconds; None where it was not recorded.
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
    """Holds the folder's lock; waits while another process of serbench builds there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "lock").open("w")
    except OSError as error:
        raise SerbenchError(
            f"The cache {folder} cannot be written ({error.strerror}); SERBENCH_CACHE names another place."
        ) from error
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def folder_next_to(place: Path) -> Iterator[Path]:
    """A folder next to a place of the cache, in which to make what a rename then puts there, whole or not at
    all. What is left of the folder is removed."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        making = Path(tempfile.mkdtemp(prefix=f".{place.name}-", dir=place.parent))
    except OSError as error:
        raise SerbenchError(f"The cache {place.parent} cannot be written: {error.strerror}.") from error
    try:
        yield making
    finally:
        shutil.rmtree(making, ignore_errors=True)


def keep_product(executable: Path, product: Path, build_ms: int | None) -> None:
    """Copies a finished executable to its key; the rename makes it appear whole or not at all."""
    place = product.parent
    with folder_next_to(place) as making:
        shutil.copy2(executable, making / product.name)
        note_build_time(making, build_ms)
        if not place.exists():
            making.rename(place)
