"""The types of google.protobuf whose JSON is not that of a message: times, durations, wrapped scalars, any
JSON, masks."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

from serbench.corpus.json_values import Convert, expected, leaf, list_of
from serbench.corpus.layout import Refusal, key_step
from serbench.inputs.source import Instant, SpecialNumber
from serbench.schema.model import Kind, Type

TIMESTAMP = "google.protobuf.Timestamp"
DURATION = "google.protobuf.Duration"
WRAPPERS = frozenset(
    f"google.protobuf.{name}Value"
    for name in ("Double", "Float", "Int64", "UInt64", "Int32", "UInt32", "Bool", "String", "Bytes")
)
VALUE = "google.protobuf.Value"
STRUCT, LIST_VALUE = "google.protobuf.Struct", "google.protobuf.ListValue"
# Their numbers are doubles.
ANY_JSON = (VALUE, STRUCT, LIST_VALUE)
BYTES_VALUE = "google.protobuf.BytesValue"

_read_text = leaf(Type(Kind.STRING, "string"))
_read_number = leaf(Type(Kind.DOUBLE, "double"))
_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d[Tt](?:[01]\d|2[0-3]):\d\d:\d\d)(?:\.(\d{1,9}))?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)",
    re.ASCII,
)
_SPAN = re.compile(r"(-?)(\d{1,12})(?:\.(\d{1,9}))?s", re.ASCII)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST_S, _LAST_S = -62_135_596_800, 253_402_300_799
_LONGEST_SPAN_S = 315_576_000_000


def timestamp(value: Any) -> dict[str, int]:
    """Seconds since 1970 and nanoseconds of a time as RFC 3339 writes it."""
    match = _TIME.fullmatch(value) if type(value) in (str, Instant) else None
    if match is None:
        raise expected('a time such as "2018-05-01T12:00:00Z"', value)
    try:
        moment = datetime.fromisoformat((match[1] + match[3]).upper())
    except ValueError:
        raise expected("a time that exists", value) from None
    seconds = (moment - EPOCH) // timedelta(seconds=1)
    if not _FIRST_S <= seconds <= _LAST_S:
        raise expected("a time in the years 1 to 9999", value)
    return {"seconds": seconds, "nanos": _nanos(match[2])}


def duration(value: Any) -> dict[str, int]:
    """Seconds and nanoseconds, both with the sign, of a span such as "-1.5s"."""
    match = _SPAN.fullmatch(value) if type(value) is str else None
    if match is None or int(match[2]) > _LONGEST_SPAN_S:
        raise expected('a duration such as "1.5s"', value)
    sign = -1 if match[1] else 1
    return {"seconds": sign * int(match[2]), "nanos": sign * _nanos(match[3])}


def any_value(value: Any) -> dict[str, Any]:
    """Any JSON value as a message that says which kind it is."""
    if value is None:
        return {"null_value": 0}
    if type(value) is bool:
        return {"bool_value": value}
    if type(value) in (str, Instant):
        return {"string_value": _read_text(value)}
    if type(value) is dict:
        return {"struct_value": any_object(value)}
    if type(value) is list:
        return {"list_value": {"values": _read_values(value)}}
    if type(value) is SpecialNumber:
        raise expected("a number that JSON has", value)
    return {"number_value": _read_number(value)}


def any_object(value: Any) -> dict[str, Any]:
    """Any JSON object."""
    if type(value) is not dict:
        raise expected("an object", value)
    fields: dict[str, Any] = {}
    name = ""
    try:
        for name, content in value.items():
            fields[_read_text(name)] = any_value(content)
    except Refusal as refusal:
        raise refusal.under(f".{key_step(name)[1:-1]}") from None
    return {"fields": fields}


def field_mask(value: Any) -> dict[str, list[str]]:
    """The paths of ``"user.displayName,photo"``, with the names that a schema has."""
    if type(value) is not str:
        raise expected('a mask of fields such as "user.displayName,photo"', value)
    paths = _read_text(value).split(",") if value else []
    return {"paths": [re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), path) for path in paths]}


_read_values = list_of(any_value)
READERS: dict[str, Convert] = {
    TIMESTAMP: timestamp,
    DURATION: duration,
    VALUE: any_value,
    STRUCT: any_object,
    LIST_VALUE: lambda value: {"values": _read_values(value)},
    "google.protobuf.FieldMask": field_mask,
}


def _nanos(fraction: str | None) -> int:
    return int(fraction.ljust(9, "0")) if fraction else 0
