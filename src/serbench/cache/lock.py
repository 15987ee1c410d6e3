"""One builder at a time in a build tree."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from serbench.errors import SerbenchError


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
