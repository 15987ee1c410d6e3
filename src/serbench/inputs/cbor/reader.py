"""Reads CBOR as a stream."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import cbor2

from serbench.errors import BadInput
from serbench.inputs.changes import Changes
from serbench.inputs.source import Source
from serbench.inputs.values import Values, instant

_SELF_DESCRIBED = b"\xd9\xd9\xf7"
_MAPS, _LISTS = range(0xA0, 0xC0), range(0x80, 0xA0)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def begins_as_cbor(start: bytes) -> bool:
    """Whether the mark of CBOR, a map, or a list of maps is first."""
    if start.startswith(_SELF_DESCRIBED):
        return True
    return len(start) > 1 and (start[0] in _MAPS or (start[0] in _LISTS and start[1] in _MAPS))


def read_cbor(source: Source, as_text: bool, changes: Changes) -> Iterator[tuple[int, Any]]:
    """The number, from 1, and the object of each value; the elements of a list are objects. Raises BadInput
    for what is damaged, for a map that has a key twice, which is none by RFC 8949, and where none is."""
    number = 0
    values = Values({datetime: _time, cbor2.CBORTag: _tagged, type(cbor2.undefined): _undefined}, changes)
    with source.content() as content:
        file = cast(io.BufferedReader, content)
        decoder = cbor2.CBORDecoder(file, allow_duplicate_keys=False)
        while file.peek(1):
            try:
                value = decoder.decode()
            except (cbor2.CBORDecodeError, ValueError, TypeError, RecursionError) as error:
                place = f"{source.name}, object {number + 1}"
                reason = str(error).splitlines()[0] if str(error) else type(error).__name__
                raise BadInput(f"{place} cannot be read as CBOR: {reason}.") from None
            for document in value if type(value) is list else (value,):
                number += 1
                yield number, values.document(document, f"{source.name}, object {number}")
    if not number:
        raise BadInput(f"{source.name} holds no objects.")


def _time(value: datetime) -> tuple[Any, str]:
    is_local = value.utcoffset() != timedelta(0)
    try:
        since = value.astimezone(UTC) - _EPOCH
    except OverflowError:
        return value.isoformat(), "times beyond the years 1 to 9999, as text"
    found = instant(since.days * 86_400 + since.seconds, since.microseconds * 1000)
    return found, "times of other zones, as UTC" if is_local else ""


def _tagged(value: Any) -> tuple[Any, str]:
    # The value of a tag that the library does not know may be anything.
    return str(value.value), f"values with the tag {value.tag}, as text"


def _undefined(value: Any) -> tuple[Any, str]:
    return None, "undefined, as null"
