"""The files that hold many objects or messages (FORMAT.md, section 2), written and read as streams."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from serbench.corpus.layout import LENGTH
from serbench.errors import BadInput

CORPUS_MAGIC = b"SERBCRP1"
MESSAGES_MAGIC = b"SERBMSG1"
_COUNT = struct.Struct("<Q")
_HEADER_BYTES = len(CORPUS_MAGIC) + _COUNT.size
_NO_MESSAGE = 2**32 - 1


class ContainerWriter:
    """Writes a container item by item; the count in the header is filled in when it is closed.

    Used in a ``with`` statement. Errors of the file system are raised as they come.
    """

    def __init__(self, path: Path, magic: bytes = CORPUS_MAGIC) -> None:
        self._file = path.open("wb")
        self._magic = magic
        self._count = 0
        self._file.write(magic + _COUNT.pack(0))

    def __enter__(self) -> ContainerWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._file:
            if kind is None:
                self._file.seek(len(self._magic))
                self._file.write(_COUNT.pack(self._count))

    def add(self, item: bytes | None) -> None:
        """Appends the bytes of an object or a message; None, in message files only, is one that could
        not be written. Raises BadInput when the item is too large for its frame."""
        self._count += 1
        if item is None:
            if self._magic != MESSAGES_MAGIC:
                raise ValueError("only a file of messages can lack one")
            self._file.write(LENGTH.pack(_NO_MESSAGE))
            return
        largest = _NO_MESSAGE - (self._magic == MESSAGES_MAGIC)
        if len(item) > largest:
            raise BadInput(f"An item of {len(item)} bytes is too large for a file that takes {largest}.")
        self._file.write(LENGTH.pack(len(item)))
        self._file.write(item)


def read_objects(path: Path) -> Iterator[bytes]:
    """The objects of a corpus file one by one. Raises BadInput for a foreign or truncated file."""
    with path.open("rb") as file:
        for size in _frames(file, path, CORPUS_MAGIC, "corpus"):
            yield file.read(size)


def read_messages(path: Path, magic: bytes = MESSAGES_MAGIC) -> Iterator[bytes | None]:
    """The messages of a message file, or the values that ``check`` wrote like a corpus (PROTOCOL.md), one by
    one; None for one that is missing. Raises BadInput for a foreign or truncated file."""
    with path.open("rb") as file:
        for size in _frames(file, path, magic, "file of messages", may_lack=True):
            yield None if size < 0 else file.read(size)


def read_object(path: Path, index: int) -> bytes:
    """One object of a corpus file; the others are skipped. Raises BadInput when there is none of this
    index, and for a foreign or truncated file."""
    with path.open("rb") as file:
        for position, size in enumerate(_frames(file, path, CORPUS_MAGIC, "corpus")):
            if position == index:
                return file.read(size)
            file.seek(size, os.SEEK_CUR)
    raise BadInput(f"The corpus {path} has no object {index}.")


def _frames(file: BinaryIO, path: Path, magic: bytes, what: str, may_lack: bool = False) -> Iterator[int]:
    """The size of each item, -1 for a missing message. The file is at the item when its size comes,
    and after it when the next is requested; a size never exceeds the rest of the file."""
    total_bytes = os.fstat(file.fileno()).st_size
    header = file.read(_HEADER_BYTES)
    if not header.startswith(magic):
        raise BadInput(f"The file {path} is not a {what}: it does not begin with {magic.decode()}.")
    if len(header) < _HEADER_BYTES:
        raise BadInput(f"The {what} {path} is cut off in its header.")
    count = _COUNT.unpack_from(header, len(magic))[0]
    at = _HEADER_BYTES
    for index in range(count):
        prefix = file.read(LENGTH.size)
        at += len(prefix)
        size = LENGTH.unpack(prefix)[0] if len(prefix) == LENGTH.size else 0
        missing = may_lack and size == _NO_MESSAGE
        if len(prefix) < LENGTH.size or (not missing and at + size > total_bytes):
            raise BadInput(f"The {what} {path} is cut off in item {index} of {count}.")
        at += 0 if missing else size
        yield -1 if missing else size
    if at != total_bytes:
        raise BadInput(f"The {what} {path} has {total_bytes - at} more bytes after its last item.")
