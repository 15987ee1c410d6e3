"""Reads the bytes of messages: the length of each is before it, in a varint or in four bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from serbench.errors import BadInput
from serbench.inputs.source import LONGEST_DOCUMENT, Source

_VARINT_BYTES = 5
_PIECE_BYTES = 1 << 20


def read_protobuf(source: Source) -> Iterator[tuple[int, Any]]:
    """The number, from 1, and the bytes of each message.

    A file has lengths of four bytes, of either order, where these reach its end exactly, and otherwise
    varints. Of a folder each file is a message, in the order of their names. Raises BadInput where a length
    leads beyond the end, and where there is no message.
    """
    if Path(source.path).is_dir():
        messages = _in_folder(source)
    else:
        messages = _framed(source, next(read for read in _LENGTHS if _reaches_end(source, read)))
    number = 0
    for number, message in enumerate(messages, 1):
        yield number, message
    if not number:
        raise BadInput(f"{source.name} holds no messages.")


def _in_folder(source: Source) -> Iterator[bytes]:
    for path in sorted(path for path in Path(source.path).iterdir() if path.is_file()):
        file = Source(str(path), str(path))
        with file.content() as content:
            yield _piece(content, LONGEST_DOCUMENT + 1, file.name)


def _framed(source: Source, read_length: Callable[[BinaryIO], int | None]) -> Iterator[bytes]:
    with source.content() as content:
        number = 0
        while (length := _length(content, read_length, source, number + 1)) is not None:
            number += 1
            message = content.read(length)
            if len(message) < length:
                raise BadInput(
                    f"{source.name}, message {number} is cut off: {length} bytes by its length, found"
                    f" {len(message)}."
                )
            yield message


def _length(
    content: BinaryIO, read_length: Callable[[BinaryIO], int | None], source: Source, number: int
) -> int | None:
    try:
        length = read_length(content)
    except ValueError:
        raise BadInput(
            f"{source.name}, message {number}: expected a length, in a varint or in four bytes."
        ) from None
    if length is not None and length > LONGEST_DOCUMENT:
        raise BadInput(f"{source.name}, message {number} is longer than {LONGEST_DOCUMENT >> 20} MiB.")
    return length


def _piece(content: BinaryIO, most: int, name: str) -> bytes:
    data = content.read(most)
    if len(data) == most:
        raise BadInput(f"{name} is longer than {LONGEST_DOCUMENT >> 20} MiB.")
    return data


def _reaches_end(source: Source, read_length: Callable[[BinaryIO], int | None]) -> bool:
    """Whether the lengths lead to the end of a file; the last of ``_LENGTHS`` is taken in any case."""
    if read_length is _LENGTHS[-1]:
        return True
    with source.content() as content:
        try:
            while (length := read_length(content)) is not None:
                while length > 0:
                    passed = len(content.read(min(length, _PIECE_BYTES)))
                    if not passed:
                        return False
                    length -= passed
        except ValueError:
            return False
    return True


def _varint(content: BinaryIO) -> int | None:
    """A length in base 128; None at the end. Raises ValueError where it has no end."""
    length = 0
    for position in range(_VARINT_BYTES):
        byte = content.read(1)
        if not byte:
            if position:
                raise ValueError
            return None
        length |= (byte[0] & 0x7F) << 7 * position
        if byte[0] < 0x80:
            return length
    raise ValueError


def _fixed(content: BinaryIO, order: Any) -> int | None:
    head = content.read(4)
    if head and len(head) < 4:
        raise ValueError
    return int.from_bytes(head, order) if head else None


def _big(content: BinaryIO) -> int | None:
    return _fixed(content, "big")


def _little(content: BinaryIO) -> int | None:
    return _fixed(content, "little")


_LENGTHS: tuple[Callable[[BinaryIO], int | None], ...] = (_big, _little, _varint)
