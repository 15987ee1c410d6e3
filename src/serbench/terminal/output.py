"""Writes what a user names: a file, a link, a device, a pipe, or ``-`` for standard output."""

import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from serbench.errors import SerbenchError, reason_of
from serbench.scratch import scratch_file
from serbench.terminal.console import STANDARD_OUTPUT, writing_standard_output

_DASH = Path("-")


def write_output(path: Path, content: bytes) -> None:
    """Writes a whole file, as ``opened_output`` does."""
    with opened_output(path) as file:
        file.write(content)


@contextlib.contextmanager
def opened_output(path: Path) -> Iterator[BinaryIO]:
    """A file to be written. The target of a link is written, an existing file keeps its mode and a new one
    has that of the user's mask; what is no regular file, or has further names, is written in place. Raises
    SerbenchError where writing fails; a file that was to be replaced is then, and after any other error,
    as it was."""
    try:
        if is_standard_output(path):
            with writing_standard_output():
                sys.stdout.flush()
                yield sys.stdout.buffer
                sys.stdout.buffer.flush()
        elif _can_be_replaced(path):
            with _replacing(path.resolve()) as file:
                yield file
        else:
            with path.open("wb") as file:
                yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        place = STANDARD_OUTPUT if is_standard_output(path) else path
        raise SerbenchError(f"{place} could not be written: {reason_of(error)}.") from error


def make_folder(path: Path) -> None:
    """Makes a folder that files are written to. Raises SerbenchError where that fails."""
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        raise SerbenchError(f"{path} could not be made: {reason_of(error)}.") from error


def is_standard_output(path: Path) -> bool:
    """Whether a name stands for standard output: ``-``, /dev/stdout, or the file that it goes to."""
    if path == _DASH:
        return True
    with contextlib.suppress(OSError):
        return os.path.samestat(path.stat(), os.fstat(1))
    return False


def overwrites(path: Path, read: str) -> bool:
    """Whether writing ``path`` changes a file while it is ``read`` (``-``: standard input): both are one,
    and it is written in place."""
    try:
        to_standard_output = is_standard_output(path)
        written = os.fstat(1) if to_standard_output else path.stat()
        is_same = os.path.samestat(written, os.fstat(0) if read == str(_DASH) else Path(read).stat())
    except OSError:
        return False
    return is_same and stat.S_ISREG(written.st_mode) and (to_standard_output or not _can_be_replaced(path))


def replace_file(place: Path, content: bytes) -> None:
    """Puts a regular file in the place of another, or of none, at once and with the same mode and owner; its
    content is on the disk before. Raises OSError, and leaves nothing behind, where that fails."""
    with _replacing(place) as stream:
        stream.write(content)


@contextlib.contextmanager
def _replacing(place: Path) -> Iterator[BinaryIO]:
    before = _status_of(place)
    with scratch_file(place) as arriving:
        with arriving.open("wb") as stream:
            if before is not None:
                with contextlib.suppress(OSError):
                    os.fchown(stream.fileno(), before.st_uid, before.st_gid)
            mode = 0o666 & ~_mask() if before is None else stat.S_IMODE(before.st_mode)
            os.fchmod(stream.fileno(), mode)
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        arriving.replace(place)


def _mask() -> int:
    """The user's mask, which only setting it tells."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _can_be_replaced(path: Path) -> bool:
    """Whether a new file may take the name: there is none, or a regular one that nothing else refers to. A
    name in /proc is that of an open file."""
    before = _status_of(path)
    if before is None:
        return True
    is_open = path.parent.resolve().is_relative_to("/proc")
    is_alone = stat.S_ISREG(before.st_mode) and before.st_nlink == 1 and not is_open
    return is_alone and os.access(path.resolve().parent, os.W_OK)


def _status_of(path: Path) -> os.stat_result | None:
    """Tells what a name leads to; None where there is nothing."""
    try:
        return path.stat()
    except FileNotFoundError:
        return None
