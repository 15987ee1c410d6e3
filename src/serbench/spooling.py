"""Files that the user names and that can be read only once (standard input, pipes), as files that can be read
again."""

import os
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO

from serbench.errors import BadInput, SerbenchError
from serbench.scratch import scratch_folder

STANDARD_INPUT = "-"
_PIECE_BYTES = 1 << 20
# Of what is free in the folder: an endless input must not fill it.
_MOST_OF_FREE = 0.5


@contextmanager
def spooled(path: str) -> Iterator[str]:
    """A path under which what the user named can be read as often as needed: the same, or for what can be
    read only once a temporary file.

    What is not there, folders and devices are returned as they are, for their reader to refuse. Raises
    BadInput for what cannot be read or is too much, and SerbenchError, which names the folder, where it
    cannot be kept.
    """
    if not is_read_once(path):
        yield path
        return
    with scratch_folder("data") as folder:
        file = folder / "spooled"
        keep_pieces(_pieces(path), source_name(path), file)
        yield str(file)


def is_read_once(path: str) -> bool:
    """Whether what the user named is standard input, a pipe, a socket or a terminal."""
    if path == STANDARD_INPUT:
        return True
    try:
        mode = Path(path).stat().st_mode
    except OSError:
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or (stat.S_ISCHR(mode) and _is_terminal(path))


def are_one_stream(one: str, other: str) -> bool:
    """Whether two names are of the same pipe or terminal, of which only one reader finds all."""
    if not (is_read_once(one) and is_read_once(other)):
        return False
    try:
        return one == other or os.path.samestat(_status(one), _status(other))
    except OSError:
        return False


def source_name(path: str) -> str:
    """The name of the file in messages."""
    return "standard input" if path == STANDARD_INPUT else path


def standard_input() -> BinaryIO:
    """The bytes of standard input. Raises BadInput where the process has none."""
    if sys.stdin is None:
        raise BadInput("There is no standard input.")
    return sys.stdin.buffer


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """The bytes of what the user named; standard input stays open."""
    with nullcontext(standard_input()) if path == STANDARD_INPUT else Path(path).open("rb") as file:
        yield file


def keep_pieces(pieces: Iterable[bytes], name: str, kept: Path) -> None:
    """Writes what messages call ``name`` into a file of a scratch folder. Raises as ``spooled`` does."""
    folder = kept.parent.parent
    most_bytes = int(shutil.disk_usage(folder).free * _MOST_OF_FREE)
    for piece in pieces:
        most_bytes -= len(piece)
        if most_bytes < 0:
            raise BadInput(
                f"{name} holds more than half of what is free in {folder}, where it is kept to be read again;"
                " TMPDIR names another folder."
            )
        try:
            with kept.open("ab") as file:
                file.write(piece)
        except OSError as error:
            raise SerbenchError(
                f"{name} cannot be kept in {folder}, to be read again ({error.strerror}); TMPDIR names"
                " another folder."
            ) from None
    kept.touch()


def _pieces(path: str) -> Iterator[bytes]:
    try:
        with opened(path) as source:
            while piece := source.read(_PIECE_BYTES):
                yield piece
    except OSError as error:
        raise BadInput(f"{source_name(path)} cannot be read: {error.strerror or error}.") from None


def _status(path: str) -> os.stat_result:
    return os.fstat(0) if path == STANDARD_INPUT else Path(path).stat()


def _is_terminal(path: str) -> bool:
    try:
        # A terminal must not become that of this process.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        return os.isatty(descriptor)
    finally:
        os.close(descriptor)
