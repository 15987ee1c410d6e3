"""Folders for large files: each is removed when its run ends, or, if the run was killed, before the next."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

_PREFIX = "serbench-files-"


@contextlib.contextmanager
def scratch_folder(directory: Path) -> Iterator[Path]:
    """A folder below ``directory``, removed in any case. What killed runs left there is removed first."""
    _remove_left_behind(directory)
    scratch, lock = _make(directory)
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
        os.close(lock)


def _make(directory: Path) -> tuple[Path, int]:
    while True:
        scratch = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=directory))
        lock = locked(scratch)
        # Between the two another run may have mistaken it for an abandoned one.
        if lock is not None and scratch.exists():
            return scratch, lock
        if lock is not None:
            os.close(lock)


def _remove_left_behind(directory: Path) -> None:
    for folder in directory.glob(f"{_PREFIX}*"):
        lock = locked(folder)
        if lock is not None:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)


def locked(folder: Path) -> int | None:
    """A descriptor that holds the lock on a folder, which the system releases when its process ends; None
    where another has it."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor
