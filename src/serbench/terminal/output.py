"""Writes what a user names: a file, a link, a device, a pipe, or ``-`` for standard output."""

import contextlib
import os
import stat
import sys
from pathlib import Path

from serbench.errors import SerbenchError, reason_of
from serbench.scratch import scratch_file
from serbench.terminal.console import STANDARD_OUTPUT, writing_standard_output

_DASH = Path("-")


def write_output(path: Path, content: bytes) -> None:
    """Writes a whole file. The target of a link is written, an existing file keeps its mode and a new one has
    that of the user's mask; what is no regular file, or has further names, is written in place. Raises
    SerbenchError where that fails; a file that was to be replaced is then as it was."""
    try:
        if is_standard_output(path):
            with writing_standard_output():
                sys.stdout.flush()
                sys.stdout.buffer.write(content)
                sys.stdout.buffer.flush()
        elif _can_be_replaced(path):
            replace_file(path.resolve(), content)
        else:
            with path.open("wb") as file:
                file.write(content)
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


def replace_file(place: Path, content: bytes) -> None:
    """Puts a regular file in the place of another, or of none, at once and with the same mode and owner; its
    content is on the disk before. Raises OSError, and leaves nothing behind, where that fails."""
    before = _status_of(place)
    with scratch_file(place) as arriving:
        with arriving.open("wb") as stream:
            if before is not None:
                with contextlib.suppress(OSError):
                    os.fchown(stream.fileno(), before.st_uid, before.st_gid)
            mode = 0o666 & ~_mask() if before is None else stat.S_IMODE(before.st_mode)
            os.fchmod(stream.fileno(), mode)
            stream.write(content)
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
