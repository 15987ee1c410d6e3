"""Leaves in protobuf's JSON mapping: numbers, enums, strings, bytes and map keys."""

from __future__ import annotations

import base64
import binascii
import json
import math
import re
import struct
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any, TypeAlias

from serbench.corpus.layout import LIMITS, Refusal, enum_numbers
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


def found(value: Any) -> str:
    """A value of a JSON document as a message shows it."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, float) and not math.isfinite(value):
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
        elif type(value) is not float and type(value) is not int:
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
    by_name, numbers = enum_numbers(enum), enum.numbers
    what = f"a name or number of {enum.name}"

    def read(value: Any) -> int:
        if type(value) is str and value in by_name:
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
