"""Reads BSON as a stream."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import bson
from bson.binary import Binary
from bson.codec_options import CodecOptions, DatetimeConversion
from bson.datetime_ms import DatetimeMS
from bson.errors import BSONError
from bson.int64 import Int64
from bson.objectid import ObjectId

from serbench.errors import BadInput
from serbench.inputs.changes import Changes
from serbench.inputs.repeated import Repeated
from serbench.inputs.source import LONGEST_DOCUMENT, Source, Wide
from serbench.inputs.values import Convert, Values, instant

_LENGTH_BYTES = 4
_SPACE = 0x20
# The types of elements that a document may begin with, and the end of one that is empty.
_TYPES = frozenset((*range(0x01, 0x14), 0x7F, 0xFF))
_OPTIONS: CodecOptions[dict[str, Any]] = CodecOptions(
    document_class=dict, datetime_conversion=DatetimeConversion.DATETIME_MS
)


def begins_as_bson(start: bytes) -> bool:
    """Whether the length of a document and an element with a name are first."""
    if len(start) < _LENGTH_BYTES + 2:
        return False
    length = int.from_bytes(start[:_LENGTH_BYTES], "little")
    if not _LENGTH_BYTES + 3 <= length <= LONGEST_DOCUMENT or start[_LENGTH_BYTES] not in _TYPES:
        return False
    name = start[_LENGTH_BYTES + 1 :].partition(b"\0")[0]
    return (length > len(start) or start[length - 1] == 0) and min(name, default=_SPACE) >= _SPACE


def read_bson(source: Source, as_text: bool, changes: Changes) -> Iterator[tuple[int, Any]]:
    """The number, from 1, and the object of each document. Raises BadInput for what is damaged, and where
    none is."""
    number, values = 0, Values(_CONVERTS, changes)
    with source.content() as content:
        while head := content.read(_LENGTH_BYTES):
            number += 1
            place = f"{source.name}, document {number}"
            length = int.from_bytes(head, "little")
            if not _LENGTH_BYTES < length <= LONGEST_DOCUMENT:
                raise BadInput(f"{place} cannot be read as BSON: its length is {length} bytes.")
            data = head + content.read(length - _LENGTH_BYTES)
            if len(data) < length:
                raise BadInput(f"{place} is cut off.")
            try:
                document = bson.decode(data, _OPTIONS)
            except (BSONError, ValueError, RecursionError) as error:
                raise BadInput(f"{place} cannot be read as BSON: {error}.") from None
            if not _holds_all(data, document):
                _count_repeated(data, changes)
            yield number, values.document(document, place)
    if not number:
        raise BadInput(f"{source.name} holds no documents.")


def _holds_all(data: bytes, document: dict[str, Any]) -> bool:
    """Whether the document certainly has every element of its bytes: of two with one name it has the last."""
    try:
        return len(bson.encode(document, codec_options=_OPTIONS)) == len(data)
    except (BSONError, ValueError, OverflowError):
        return False


def _count_repeated(data: bytes, changes: Changes) -> None:
    repeated = Repeated()

    class Document(dict[str, Any]):
        def __setitem__(self, name: str, value: Any) -> None:
            if name in self:
                repeated.note(self, name)
            super().__setitem__(name, value)

    repeated.count((bson.decode(data, _OPTIONS.with_options(document_class=Document)),), changes)


def _time(value: DatetimeMS) -> tuple[Any, str]:
    milliseconds = int(value)
    found = instant(milliseconds // 1000, milliseconds % 1000 * 1_000_000)
    if found is None:
        return Wide(milliseconds), "times beyond the years 1 to 9999, as milliseconds since 1970"
    return found, ""


_CONVERTS: dict[type, Convert] = {
    Int64: lambda value: (Wide(value), ""),
    ObjectId: lambda value: (value.binary, "ObjectIds, as their 12 bytes"),
    Binary: lambda value: (bytes(value), f"bytes of the subtype {value.subtype}, without it"),
    DatetimeMS: _time,
}
