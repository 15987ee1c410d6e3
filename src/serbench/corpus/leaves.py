"""The writers of leaves: numbers, enums, strings and bytes, singly, side by side and in lists."""

import struct
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from serbench.corpus.layout import (
    CODES,
    LARGEST_COUNT,
    LENGTH,
    LIMITS,
    NAN,
    Refusal,
    default_value,
    enum_numbers,
)
from serbench.schema.model import Enum, Field, Kind, Type

Put: TypeAlias = Callable[[bytes], object]
Write: TypeAlias = Callable[[Any, Put], None]

NUMBERS = frozenset(CODES) - {Kind.ENUM}
_FLOATS = (Kind.FLOAT, Kind.DOUBLE)


def plain_numbers(fields: Sequence[Field]) -> Write:
    """Writes adjacent plain numbers of a message with one struct."""
    pack = struct.Struct("<" + "".join(CODES[field.type.kind] for field in fields)).pack
    wanted = tuple((field.name, default_value(field.type, None)) for field in fields)
    usual = [type(default) for _, default in wanted]
    has_floats = any(field.type.kind in _FLOATS for field in fields)

    def write(obj: Any, put: Put) -> None:
        get = obj.get
        values = [get(name, default) for name, default in wanted]
        if list(map(type, values)) == usual and not (has_floats and any(v != v for v in values)):
            try:
                put(pack(*values))
                return
            except (struct.error, OverflowError):
                pass
        for index, (field, value) in enumerate(zip(fields, values, strict=True)):
            try:
                values[index] = wanted[index][1] if value is None else _number(field.type, value)
            except Refusal as refusal:
                raise refusal.under(f".{field.name}") from None
        put(pack(*values))

    return write


def number_value(type_: Type) -> Write:
    """Writes one number."""
    pack = struct.Struct("<" + CODES[type_.kind]).pack
    usual = type(default_value(type_, None))

    def write(value: Any, put: Put) -> None:
        if type(value) is usual and value == value:
            try:
                put(pack(value))
                return
            except (struct.error, OverflowError):
                pass
        put(pack(_number(type_, value)))

    return write


def number_elements(type_: Type) -> Write:
    """Writes all elements of a list of numbers with one struct."""
    code = CODES[type_.kind]
    usual = {type(default_value(type_, None))}
    is_float = type_.kind in _FLOATS

    def write(values: Any, put: Put) -> None:
        if set(map(type, values)) == usual and not (is_float and any(v != v for v in values)):
            try:
                put(struct.pack(f"<{len(values)}{code}", *values))
                return
            except (struct.error, OverflowError):
                pass
        numbers = []
        for index, value in enumerate(values):
            try:
                numbers.append(_number(type_, value))
            except Refusal as refusal:
                raise refusal.under(f"[{index}]") from None
        put(struct.pack(f"<{len(numbers)}{code}", *numbers))

    return write


def enum_value(enum: Enum) -> Write:
    """Writes one enum, given by number or declared name."""
    by_name = enum_numbers(enum)
    packed: dict[int | str, bytes] = {number: struct.pack("<i", number) for number in enum.numbers}
    packed |= {name: packed[number] for name, number in by_name.items()}

    def write(value: Any, put: Put) -> None:
        if type(value) is not int and type(value) is not str:
            raise Refusal(f"an enum is a number or a declared name, not {described(value)}")
        if value not in packed:
            raise Refusal(f"{enum.name} declares no {value!r}")
        put(packed[value])

    return write


def write_string(value: Any, put: Put) -> None:
    if not isinstance(value, str):
        raise Refusal(f"a string is a str, not {described(value)}")
    try:
        data = value.encode()
    except UnicodeEncodeError as error:
        code = ord(value[error.start])
        raise Refusal(f"character {error.start} is the lone surrogate U+{code:04X}") from None
    put(packed_count(len(data)))
    put(data)


def write_bytes(value: Any, put: Put) -> None:
    if not isinstance(value, (bytes, bytearray)):
        raise Refusal(f"bytes are a bytes object, not {described(value)}")
    put(packed_count(len(value)))
    put(bytes(value))


def _number(type_: Type, value: Any) -> Any:
    """The value as struct packs it. Raises Refusal when it is not of the type or out of its range."""
    kind = type_.kind
    if kind is Kind.BOOL:
        if type(value) is not bool:
            raise Refusal(f"a bool is True or False, not {described(value)}")
        return value
    if kind in _FLOATS:
        return _float(type_, value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Refusal(f"{type_.proto} is an int, not {described(value)}")
    low, high = LIMITS[kind]
    if not low <= value <= high:
        raise Refusal(f"{value} does not fit {type_.proto}")
    return value


def _float(type_: Type, value: Any) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise Refusal(f"{type_.proto} is a float, not {described(value)}")
    if value != value:
        return NAN
    try:
        struct.pack("<" + CODES[type_.kind], value)
        return float(value)
    except (struct.error, OverflowError):
        raise Refusal(f"{value} does not fit {type_.proto}") from None


def packed_count(count: int) -> bytes:
    """A number of elements, entries or bytes. Raises Refusal beyond the largest count of the format."""
    if count > LARGEST_COUNT:
        raise Refusal(f"it holds {count} elements or bytes, but the format allows at most {LARGEST_COUNT}")
    return LENGTH.pack(count)


def described(value: object) -> str:
    """A wrong value as an error shows it: its type and the beginning of its text."""
    text = repr(value)
    return f"{type(value).__name__} {text if len(text) <= 40 else text[:40] + '…'}"
