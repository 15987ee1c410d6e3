"""Values in protobuf's JSON mapping: numbers, enums, strings, bytes, map keys and lists."""

import base64
import binascii
import json
import math
import re
import struct
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any, TypeAlias

from serbench.corpus.layout import LIMITS, Refusal, enum_numbers, key_step
from serbench.corpus.undeclared import Undeclared
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
# An enum of one value, whose JSON is null.
NULL_VALUE = "google.protobuf.NullValue"
_HEXADECIMAL = re.compile("(?:[0-9a-fA-F]{2})*")
# The chance that base64 has so many hexadecimal digits and nothing else is below one in ten million.
_FEWEST_DIGITS = 16


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


def leaf(type_: Type) -> Convert:
    """The reader of one leaf that is no enum from a parsed JSON value. It raises Refusal."""
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


class BytesOfText:
    """Reads bytes of base64, and learns whether all texts are hexadecimal."""

    def __init__(self) -> None:
        self.texts = 0
        self._digits = 0
        self._is_hexadecimal = True

    def read(self, value: Any) -> bytes:
        """As protobuf's JSON has them."""
        if type(value) is str and value:
            self.texts += 1
            self._digits += len(value)
            if self._is_hexadecimal:
                self._is_hexadecimal = _HEXADECIMAL.fullmatch(value) is not None
        return _bytes(value)

    @property
    def looks_hexadecimal(self) -> bool:
        """Whether it is not by chance that base64 has no other characters."""
        return self._is_hexadecimal and self._digits >= _FEWEST_DIGITS


def bytes_of_hex(value: Any) -> bytes:
    """Reads bytes of hexadecimal text."""
    if type(value) is bytes:
        return value
    if type(value) is not str or not _HEXADECIMAL.fullmatch(value):
        raise expected("bytes as hexadecimal text", value)
    return bytes.fromhex(value)


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


def enum_value(enum: Enum, undeclared: Undeclared) -> Convert:
    """The reader of an enum's names and numbers; numbers that an open one lacks are noted."""
    by_name: dict[str | None, int] = dict(enum_numbers(enum).items())
    if enum.name == NULL_VALUE:
        by_name[None] = 0
    numbers = enum.numbers
    what = f"a name or number of {enum.name}"
    is_open, (low, high) = enum.name in undeclared.open_enums, LIMITS[Kind.INT32]

    def read(value: Any) -> int:
        if (type(value) is str or value is None) and value in by_name:
            return by_name[value]
        if type(value) is float and value.is_integer():
            value = int(value)
        if type(value) is Wide:
            value = int(value)
        if type(value) is int and value in numbers:
            return value
        if type(value) is int and is_open and low <= value <= high:
            undeclared.add(enum.name, value)
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


def map_of(read_key: Convert, read: Convert) -> Convert:
    """The reader of a map, by those of its keys and values."""

    def read_map(value: Any) -> dict[Any, Any]:
        if type(value) is not dict:
            raise expected("an object", value)
        entries: dict[Any, Any] = {}
        text = ""
        try:
            for text, content in value.items():
                key = read_key(text)
                if key in entries:
                    raise Refusal("expected each key once, found two spellings")
                entries[key] = read(content)
        except Refusal as refusal:
            raise refusal.under(key_step(text)) from None
        return entries

    return read_map


def advised(read: Convert) -> Convert:
    """The reader of text whose refusal says how another scalar is read."""

    def read_text(value: Any) -> Any:
        try:
            return read(value)
        except Refusal as refusal:
            if type(value) in (int, float, bool):
                refusal.reason += "; --relaxed reads it as text"
            raise

    return read_text
