"""Temporary folders and files: each is locked while it is used, removed afterwards, and where its process was
killed, removed when the next one makes another in the same place."""

import contextlib
import fcntl
import os
import secrets
import shutil
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from serbench.errors import DiskFull, SerbenchError
from serbench.outcomes import is_full

# Both ends, so that a folder of a user's own, such as a checkout in /tmp, is never mistaken for one.
PREFIX, SUFFIX = "serbench-", ".tmp"
_DEFAULT = "/tmp"


def temporary_folder() -> Path:
    """The folder for temporary files: ``TMPDIR``, else /tmp."""
    return Path(os.environ.get("TMPDIR") or _DEFAULT).absolute()


@contextlib.contextmanager
def scratch_folder(purpose: str, inside: Path | None = None) -> Iterator[Path]:
    """A new folder ``inside`` a folder that exists, by default that for temporary files. It is removed in
    any case, unless it has been renamed.

    Raises SerbenchError with the place where it cannot be made, and DiskFull where what is written into it
    does not fit.
    """
    place = temporary_folder() if inside is None else inside
    remove_left_behind(place)
    try:
        folder, lock = _made(place, purpose, _mkdir)
    except OSError as error:
        raise _unusable(place, error, inside is None) from error
    try:
        with naming_full_disk(place):
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


@contextlib.contextmanager
def scratch_file(beside: Path) -> Iterator[Path]:
    """A new empty file next to another, which a rename of it then replaces. What is left of it is removed.
    Raises OSError where it cannot be made."""
    remove_left_behind(beside.parent)
    path, lock = _made(beside.parent, "file", _touch)
    try:
        yield path
    finally:
        with contextlib.suppress(OSError):
            path.unlink()
        os.close(lock)


def remove_left_behind(place: Path) -> None:
    """Removes what killed processes of this user left in a folder; what cannot be removed stays."""
    with contextlib.suppress(OSError), os.scandir(place) as entries:
        for entry in entries:
            if entry.name.startswith(PREFIX) and entry.name.endswith(SUFFIX):
                _remove_abandoned(Path(entry.path))


def locked(folder: Path) -> int | None:
    """A descriptor that holds the lock on a folder, which the system releases when its process ends; None
    where another has it."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return None
    if _lock(descriptor):
        return descriptor
    os.close(descriptor)
    return None


@contextlib.contextmanager
def naming_full_disk(place: Path) -> Iterator[None]:
    """Raises DiskFull, which names the place, for an error of its disk without room."""
    try:
        yield
    except OSError as error:
        if not is_full(error) or not _is_below(error.filename, place):
            raise
        raise disk_full(place, error.strerror or "no space") from error


def _is_below(name: object, place: Path) -> bool:
    """Whether a file is in a folder, as far as its error names it: that of a write names none."""
    return not isinstance(name, str) or Path(name).is_relative_to(place)


def disk_full(place: Path, reason: str = "no space left on device") -> DiskFull:
    """The error of a place whose disk has no room."""
    return DiskFull(f"There is no room in {place} ({reason}){_way_out(place)}")


def _way_out(place: Path) -> str:
    return "; TMPDIR names another folder." if place == temporary_folder() else "; make room there."


def may_write(folder: Path) -> bool:
    """Whether files can be created in a folder, which is made; on a read-only file system only trying
    shows it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with scratch_file(folder / "writable"):
            return True
    except OSError:
        return False


def _made(place: Path, purpose: str, make: Callable[[Path], object]) -> tuple[Path, int]:
    """A new folder or file, and the descriptor that holds the lock on it until it is closed."""
    while True:
        path = place / f"{PREFIX}{purpose}-{secrets.token_hex(4)}{SUFFIX}"
        make(path)
        # Until it is locked, another process may mistake it for an abandoned one.
        with contextlib.suppress(FileNotFoundError):
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
            # A file system without locks gives none to anybody, so nobody removes it.
            if _lock(descriptor) is not False and path.exists():
                return path, descriptor
            os.close(descriptor)


def _mkdir(path: Path) -> None:
    path.mkdir(mode=0o700)


def _touch(path: Path) -> None:
    path.touch(mode=0o600, exist_ok=False)


def _unusable(place: Path, error: OSError, is_temporary: bool) -> SerbenchError:
    if is_full(error):
        return disk_full(place, error.strerror or "no space")
    what = "The folder for temporary files" if is_temporary else "The folder"
    way_out = "; TMPDIR names another." if is_temporary else "."
    return SerbenchError(f"{what} {place} cannot be written ({error.strerror}){way_out}")


def _lock(descriptor: int) -> bool | None:
    """Locks a file; false where another process has it, None where its file system has no locks."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except BlockingIOError:
        return False
    except OSError:
        return None


def _remove_abandoned(path: Path) -> None:
    with contextlib.suppress(OSError):
        # Neither a link nor a pipe that a stranger has put there is followed or waited for.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            found = os.fstat(descriptor)
            if found.st_uid != os.geteuid() or not _lock(descriptor):
                return
            if stat.S_ISDIR(found.st_mode):
                shutil.rmtree(path, ignore_errors=True)
            elif stat.S_ISREG(found.st_mode):
                path.unlink()
        finally:
            os.close(descriptor)
