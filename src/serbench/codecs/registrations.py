"""The libraries that the user has registered for codecs: kept per user, outside any checkout."""

import fcntl
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from serbench.errors import BadInput
from serbench.locations import config_directory
from serbench.scratch import scratch_file


@dataclass(frozen=True, slots=True)
class Registration:
    """A library at a path for one codec, by the codec's name. ``version`` is what the library reported
    when it was registered, empty where it reports none."""

    codec: str
    path: Path
    version: str = ""


def gone(adapter: str, path: Path) -> str:
    """Why a codec has no library where one was registered: nothing is there any more."""
    way = f"`./serbench setup --without {adapter}={path}` removes it"
    return f"{path}, where its library was registered, no longer exists; {way}"


def registrations_file() -> Path:
    """Where they are kept: ``libraries.json`` in the user's configuration folder."""
    return config_directory() / "libraries.json"


def load_registrations() -> tuple[Registration, ...]:
    """All registrations, in the order in which they were made. Raises BadInput for a file that is none."""
    path = registrations_file()
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        return tuple(Registration(one["codec"], Path(one["path"]), one["version"]) for one in entries)
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{path} cannot be read as a list of libraries: {error}.") from error


def register(registration: Registration) -> None:
    """Stores a registration; one of the same codec and path is replaced."""
    with _changing():
        known = {(one.codec, one.path): one for one in load_registrations()}
        known[registration.codec, registration.path] = registration
        _save(known.values())


def forget(registrations: Iterable[Registration]) -> None:
    """Removes these registrations."""
    gone = set(registrations)
    if gone:
        with _changing():
            _save(one for one in load_registrations() if one not in gone)


@contextmanager
def _changing() -> Iterator[None]:
    """Holds the lock on the folder, so that of two commands at once neither loses what the other adds."""
    path = registrations_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(path.parent, os.O_RDONLY)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}.") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _save(registrations: Iterable[Registration]) -> None:
    """Replaces the file atomically, so that a concurrent reader sees the old one or the new one."""
    entries = [{**asdict(one), "path": str(one.path)} for one in registrations]
    path = registrations_file()
    try:
        with scratch_file(path) as arriving:
            arriving.write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")
            arriving.replace(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}.") from error
