"""Values in protobuf's JSON mapping: numbers, enums, strings, bytes, map keys and lists; and the types of
google.protobuf whose JSON is not that of a message: times, durations, wrapped scalars, any JSON, masks."""

import base64
import binascii
import json
import math
import re
import struct
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any, TypeAlias

from serbench.corpus.layout import LIMITS, Refusal, enum_numbers, key_step
from serbench.inputs.source import Instant, SpecialNumber, Wide
from serbench.schema.model import Enum, Kind, Type

Convert: TypeAlias = Callable[[Any], Any]

FLOATS = (Kind.FLOAT, Kind.DOUBLE)
_SPECIAL = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
_INTEGER = re.compile(r"-?[0-9]{1,20}")
# As JSON writes numbers; what Python reads as well (1_000, " 1", ٣) is not a number in JSON.
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,4})?")
_LONGEST_NUMBER = 400
_TO_STANDARD = str.maketrans("-_", "+/")
_SHOWN_CHARACTERS = 40


def json_text(value: Any) -> str:
    """The shortest JSON text of a value, bytes as base64."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_base64)


def _base64(value: bytes) -> str:
    return base64.b64encode(value).decode()


def found(value: Any) -> str:
    """A value of a JSON document as a message shows it."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bytes):
        return "bytes"
    if isinstance(value, float) and not math.isfinite(value) and type(value) is not SpecialNumber:
        return "a number too large for a double"
    try:
        text = json.dumps(value)
    except ValueError:
        return "a number with thousands of digits"
    if len(text) > _SHOWN_CHARACTERS:
        text = text[:_SHOWN_CHARACTERS] + ('…"' if isinstance(value, str) else "…")
    return text


def expected(what: str, value: Any) -> Refusal:
    return Refusal(f"expected {what}, found {found(value)}")


def leaf(type_: Type, enum: Enum | None) -> Convert:
    """The reader of one leaf from a parsed JSON value. It raises Refusal."""
    if enum is not None:
        return _enum(enum)
    plain = {Kind.BOOL: _bool, Kind.STRING: _string, Kind.BYTES: _bytes}
    return plain.get(type_.kind) or (_float if type_.kind in FLOATS else _integer)(type_.kind)


# What other programs write into cells of text.
_CELLS: dict[str, Any] = {
    **{word: word.lower() == "true" for word in ("true", "True", "TRUE", "false", "False", "FALSE")},
    **{"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"},
}


def cell(type_: Type, read: Convert) -> Convert:
    """The reader of a cell of text, by that of a JSON value: JSON has no text for booleans, and other
    names of special numbers."""
    if type_.kind is not Kind.BOOL and type_.kind not in FLOATS:
        return read
    return lambda value: read(_CELLS.get(value, value))


def map_key(type_: Type) -> Convert:
    """The reader of a map's key, which in JSON is always text."""
    if type_.kind is Kind.STRING:
        return _string
    if type_.kind is Kind.BOOL:
        return _bool_key
    return _integer(type_.kind)


def _bool(value: Any) -> bool:
    if value is True or value is False:
        return value
    raise expected("true or false", value)


def _bool_key(value: Any) -> bool:
    if value in ("true", "false"):
        return bool(value == "true")
    raise expected('"true" or "false" as a key', value)


def _string(value: Any) -> str:
    if type(value) is Instant:
        value = str(value)
    if type(value) is not str:
        raise expected("a string", value)
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError as error:
            code = ord(value[error.start])
            raise Refusal(f"expected Unicode text, found the lone surrogate U+{code:04X}") from None
    return value


def _bytes(value: Any) -> bytes:
    if type(value) is bytes:
        return value
    if type(value) is not str:
        raise expected("bytes as base64 text", value)
    text = value.rstrip("=").translate(_TO_STANDARD)
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise expected("bytes as base64 text", value) from None


def _integer(kind: Kind) -> Convert:
    low, high = LIMITS[kind]
    range_ = f"a whole number from {low} to {high}"

    def read(value: Any) -> int:
        number = value
        if type(value) is not int:
            number = _whole(value)
            if number is None:
                raise expected("a whole number", value)
        if low <= number <= high:
            return int(number)
        raise expected(range_, value)

    return read


def _whole(value: Any) -> int | None:
    """The whole number that is written as text, or with a point or an exponent; None for anything else."""
    if type(value) is float:
        return int(value) if value.is_integer() else None
    if type(value) is Wide:
        return int(value)
    if type(value) is not str:
        return None
    if _INTEGER.fullmatch(value):
        return int(value)
    if len(value) > _LONGEST_NUMBER or not _NUMBER.fullmatch(value):
        return None
    try:
        number = Decimal(value)
        # The exponent shows that a number is too large before it takes up memory as an int.
        if number.adjusted() > _LONGEST_NUMBER or number != number.to_integral_value():
            return None
        return int(number)
    except InvalidOperation:
        return None


def _float(kind: Kind) -> Convert:
    range_ = f"a number that fits a {kind}"

    def read(value: Any) -> float:
        if type(value) is str:
            if value in _SPECIAL:
                return _SPECIAL[value]
            if len(value) > _LONGEST_NUMBER or not _NUMBER.fullmatch(value):
                raise expected("a number", value)
        elif type(value) is SpecialNumber:
            return float(value)
        elif type(value) not in (float, int, Wide):
            raise expected("a number", value)
        try:
            number = float(value)
            if kind is Kind.FLOAT:
                struct.pack("<f", number)
        except OverflowError:
            raise expected(range_, value) from None
        # JSON readers turn numbers beyond the range of double into infinity.
        if math.isinf(number):
            raise expected(range_, value)
        return number

    return read


def _enum(enum: Enum) -> Convert:
    by_name: dict[str | None, int] = dict(enum_numbers(enum).items())
    if enum.name == NULL_VALUE:
        by_name[None] = 0
    numbers = enum.numbers
    what = f"a name or number of {enum.name}"

    def read(value: Any) -> int:
        if (type(value) is str or value is None) and value in by_name:
            return by_name[value]
        if type(value) is float and value.is_integer():
            value = int(value)
        if type(value) is int and value in numbers:
            return value
        raise expected(what, value)

    return read


def list_of(read: Convert) -> Convert:
    """The reader of a list, by that of its elements."""

    def read_list(value: Any) -> list[Any]:
        if type(value) is not list:
            raise expected("a list", value)
        elements: list[Any] = []
        try:
            for element in value:
                elements.append(read(element))
        except Refusal as refusal:
            raise refusal.under(f"[{len(elements)}]") from None
        return elements

    return read_list


TIMESTAMP = "google.protobuf.Timestamp"
DURATION = "google.protobuf.Duration"
WRAPPERS = frozenset(
    f"google.protobuf.{name}Value"
    for name in ("Double", "Float", "Int64", "UInt64", "Int32", "UInt32", "Bool", "String", "Bytes")
)
VALUE = "google.protobuf.Value"
# An enum of one value, whose JSON is null.
NULL_VALUE = "google.protobuf.NullValue"

_read_text = leaf(Type(Kind.STRING, "string"), None)
_read_number = leaf(Type(Kind.DOUBLE, "double"), None)
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
    "google.protobuf.Struct": any_object,
    "google.protobuf.ListValue": lambda value: {"values": _read_values(value)},
    "google.protobuf.FieldMask": field_mask,
}


def _nanos(fraction: str | None) -> int:
    return int(fraction.ljust(9, "0")) if fraction else 0
