"""Reads MessagePack as a stream."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgpack

from serbench.errors import BadInput
from serbench.inputs.changes import Changes
from serbench.inputs.repeated import Repeated
from serbench.inputs.source import LONGEST_DOCUMENT, Source
from serbench.inputs.values import Values, instant

_FIX_TEXT, _TEXTS = range(0xA0, 0xC0), (0xD9, 0xDA, 0xDB)
_REASONS = {
    msgpack.FormatError: "a byte that begins no value",
    msgpack.StackError: "it is nested too deeply",
}
_FIX_MAP, _MAPS, _FIX_LIST, _LISTS = range(0x80, 0x90), (0xDE, 0xDF), range(0x90, 0xA0), (0xDC, 0xDD)


def begins_as_messagepack(start: bytes) -> bool:
    """Whether a map of names, or a list that is not empty, is first."""
    if len(start) < 2:
        return False
    first, second = start[:2]
    if first in _FIX_MAP:
        return second in _FIX_TEXT or second in _TEXTS
    return first in _MAPS or first in _LISTS or (first in _FIX_LIST and second in (*_FIX_MAP, *_MAPS))


def read_messagepack(source: Source, as_text: bool, changes: Changes) -> Iterator[tuple[int, Any]]:
    """The number, from 1, and the object of each value; the elements of a list are objects. Raises BadInput
    for what is damaged, and where none is."""
    number, values = 0, Values({msgpack.Timestamp: _time, msgpack.ExtType: _extension}, changes)
    repeated = Repeated()
    with source.content() as content:
        unpacker = msgpack.Unpacker(
            content,
            raw=False,
            strict_map_key=False,
            max_buffer_size=LONGEST_DOCUMENT,
            object_pairs_hook=repeated.object,
        )
        while True:
            place = f"{source.name}, object {number + 1}"
            at = unpacker.tell()
            try:
                value = unpacker.unpack()
            except msgpack.OutOfData:
                if _is_within(unpacker):
                    raise BadInput(f"{place} is cut off.") from None
                break
            except (msgpack.UnpackException, ValueError, TypeError) as error:
                reason = str(error).rstrip(".") or _REASONS.get(type(error), type(error).__name__)
                if isinstance(error, TypeError):
                    # Nothing else is of a type that is not taken.
                    reason = "a key is a list or a map"
                raise BadInput(f"{place} (byte {at}) cannot be read as MessagePack: {reason}.") from None
            documents = value if type(value) is list else (value,)
            repeated.count(documents, changes)
            for document in documents:
                number += 1
                yield number, values.document(document, f"{source.name}, object {number}")
    if not number:
        raise BadInput(f"{source.name} holds no objects.")


def _is_within(unpacker: Any) -> bool:
    """Whether the bytes ended within a value."""
    try:
        return bool(unpacker.read_bytes(1))
    except ValueError:
        return True


def _time(value: Any) -> tuple[Any, str]:
    found = instant(value.seconds, value.nanoseconds)
    return (
        (value.seconds, "times beyond the year 9999, as seconds since 1970") if found is None else (found, "")
    )


def _extension(value: Any) -> tuple[Any, str]:
    return value.data, f"extensions of the type {value.code}, as bytes"
