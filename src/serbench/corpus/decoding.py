"""The reference reader: bytes to a plain object, refusing everything that FORMAT.md, section 1, refuses; and
the place where two encodings of one object first differ (section 3)."""

import struct
from collections.abc import Callable
from typing import Any, TypeAlias

from serbench.corpus.layout import CANONICAL_NANS, CODES, LENGTH, SIZES, Refusal, compiled, key_step
from serbench.errors import BadInput
from serbench.schema.model import Enum, Field, Kind, Label, Message, Oneof, Schema, Type

BEYOND_THE_END = "(after the last field)"

Read: TypeAlias = Callable[[bytes, int], tuple[Any, int]]
ReadMember: TypeAlias = Callable[[bytes, int, dict[str, Any]], int]


class Decoder:
    """Reads objects of one schema into the dicts that ``Encoder`` takes.

    Fields without presence, lists and maps are always included; absent fields and unset cases are missing.
    """

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._messages: dict[str, Read] = {}
        for message in schema.messages:
            self._messages[message.name] = self._message(message)

    def decode(self, data: bytes) -> dict[str, Any]:
        """The object. Raises BadInput with the path where the bytes violate the format."""
        try:
            obj: dict[str, Any]
            obj, end = self._messages[self._schema.root](data, 0)
            if end != len(data):
                raise Refusal(f"{len(data) - end} bytes are left over")
            return obj
        except Refusal as refusal:
            place = f"The bytes of {refusal.path}" if refusal.steps else "The bytes of the object"
            raise BadInput(f"{place} are not valid: {refusal.reason}.") from None
        except RecursionError:
            raise BadInput("The bytes of the object are not valid: they nest too deeply.") from None

    def place(self, data: bytes, at: int) -> str:
        """The path of a byte of a valid object: where reading ends when that byte and all after it are
        missing. A count or a presence byte belongs to its field, the position in a oneof to the oneof, a key
        to its entry."""
        try:
            self._messages[self._schema.root](data[:at], 0)
        except Refusal as refusal:
            if refusal.key is not None:
                refusal.steps[0] = key_step(refusal.key(data))
            return refusal.path
        raise AssertionError("every byte of a valid object belongs to a value")

    def _message(self, message: Message) -> Read:
        steps = tuple(
            self._oneof(member) if isinstance(member, Oneof) else self._field(member)
            for member in message.members
        )

        def read(data: bytes, at: int) -> tuple[dict[str, Any], int]:
            obj: dict[str, Any] = {}
            for step in steps:
                at = step(data, at, obj)
            return obj, at

        return read

    def _field(self, field: Field) -> ReadMember:
        name, step = field.name, f".{field.name}"
        read = self._content(field)
        optional = field.label is Label.OPTIONAL

        def read_field(data: bytes, at: int, obj: dict[str, Any]) -> int:
            try:
                if optional:
                    present = _byte(data, at)
                    if present > 1:
                        raise Refusal(f"its presence byte is {present}")
                    at += 1
                    if not present:
                        return at
                obj[name], at = read(data, at)
            except Refusal as refusal:
                raise refusal.under(step) from None
            return at

        return read_field

    def _content(self, field: Field) -> Read:
        if field.label is Label.MAP:
            assert field.key is not None
            return _map(self._value(field.key), self._value(field.type))
        if field.label is not Label.REPEATED:
            return self._value(field.type)
        numbers = field.type.kind in CODES and field.type.kind not in (Kind.BOOL, Kind.ENUM)
        return _numbers(field.type.kind) if numbers else _list(self._value(field.type))

    def _oneof(self, oneof: Oneof) -> ReadMember:
        cases = [(case.name, self._value(case.type)) for case in oneof.cases]

        def read_oneof(data: bytes, at: int, obj: dict[str, Any]) -> int:
            step = f".{oneof.name}"
            try:
                position, at = _count(data, at)
                if position == 0:
                    return at
                if position > len(cases):
                    raise Refusal(f"position {position} is beyond its last case, {len(cases)}")
                name, read = cases[position - 1]
                step = f".{name}"
                obj[name], at = read(data, at)
            except Refusal as refusal:
                raise refusal.under(step) from None
            return at

        return read_oneof

    def _value(self, type_: Type) -> Read:
        kind = type_.kind
        if kind in _READERS:
            return _READERS[kind]
        if kind is Kind.ENUM:
            return _enum(self._schema.enum(type_.name))
        if kind is not Kind.MESSAGE:
            return _number(kind)
        return compiled(self._messages, type_.name)


def first_difference(schema: Schema, expected: bytes, got: bytes) -> str:
    """The path of the first byte of ``expected`` that ``got`` does not have at the same place.

    Empty when both are equal, BEYOND_THE_END when ``got`` only continues after the object. ``expected`` is
    valid; ``got`` can be anything.
    """
    if expected == got:
        return ""
    differing = (at for at, (one, other) in enumerate(zip(expected, got, strict=False)) if one != other)
    target = next(differing, min(len(expected), len(got)))
    return BEYOND_THE_END if target == len(expected) else Decoder(schema).place(expected, target)


def _missing(wanted: int, data: bytes, at: int) -> Refusal:
    return Refusal(f"{wanted} bytes are needed at offset {at} and {max(0, len(data) - at)} are left")


def _byte(data: bytes, at: int) -> int:
    if at >= len(data):
        raise _missing(1, data, at)
    return data[at]


def _count(data: bytes, at: int) -> tuple[int, int]:
    if at + 4 > len(data):
        raise _missing(4, data, at)
    return LENGTH.unpack_from(data, at)[0], at + 4


def _read_bytes(data: bytes, at: int) -> tuple[bytes, int]:
    size, at = _count(data, at)
    if at + size > len(data):
        raise _missing(size, data, at)
    return bytes(data[at : at + size]), at + size


def _read_string(data: bytes, at: int) -> tuple[str, int]:
    text, end = _read_bytes(data, at)
    try:
        return text.decode(), end
    except UnicodeDecodeError as error:
        raise Refusal(f"byte {error.start} of the string is not UTF-8") from None


def _read_bool(data: bytes, at: int) -> tuple[bool, int]:
    value = _byte(data, at)
    if value > 1:
        raise Refusal(f"a bool is 0 or 1, not {value}")
    return value == 1, at + 1


_READERS: dict[Kind, Read] = {Kind.STRING: _read_string, Kind.BYTES: _read_bytes, Kind.BOOL: _read_bool}


def _number(kind: Kind) -> Read:
    size = SIZES[kind]
    unpack = struct.Struct("<" + CODES[kind]).unpack_from

    def read(data: bytes, at: int) -> tuple[Any, int]:
        if at + size > len(data):
            raise _missing(size, data, at)
        value = unpack(data, at)[0]
        if value != value:
            _refuse_other_nan(kind, data, at)
        return value, at + size

    return read


def _refuse_other_nan(kind: Kind, data: bytes, at: int) -> None:
    pattern = data[at : at + SIZES[kind]]
    if pattern != CANONICAL_NANS[kind]:
        raise Refusal(f"the NaN {pattern[::-1].hex().upper()} does not have the canonical pattern")


def _enum(enum: Enum) -> Read:
    numbers = enum.numbers
    read_number = _number(Kind.ENUM)

    def read(data: bytes, at: int) -> tuple[int, int]:
        number, end = read_number(data, at)
        if number not in numbers:
            raise Refusal(f"{enum.name} declares no number {number}")
        return number, end

    return read


def _numbers(kind: Kind) -> Read:
    """Reads a list of integers or floats with one struct."""
    size, code = SIZES[kind], CODES[kind]

    def read(data: bytes, at: int) -> tuple[list[Any], int]:
        count, at = _count(data, at)
        end = at + count * size
        if end > len(data):
            raise _missing(count * size, data, at).under(f"[{(len(data) - at) // size}]")
        values = list(struct.unpack_from(f"<{count}{code}", data, at))
        if kind in CANONICAL_NANS:
            for index, value in enumerate(values):
                if value != value:
                    try:
                        _refuse_other_nan(kind, data, at + index * size)
                    except Refusal as refusal:
                        raise refusal.under(f"[{index}]") from None
        return values, end

    return read


def _list(read_element: Read) -> Read:
    def read(data: bytes, at: int) -> tuple[list[Any], int]:
        count, at = _count(data, at)
        values: list[Any] = []
        try:
            for _ in range(count):
                value, at = read_element(data, at)
                values.append(value)
        except Refusal as refusal:
            raise refusal.under(f"[{len(values)}]") from None
        return values, at

    return read


def _map(read_key: Read, read_value: Read) -> Read:
    def next_key(data: bytes, at: int) -> tuple[Any, int]:
        try:
            return read_key(data, at)
        except Refusal as refusal:
            refusal.key = lambda whole: read_key(whole, at)[0]
            raise

    def read(data: bytes, at: int) -> tuple[dict[Any, Any], int]:
        count, at = _count(data, at)
        entries: dict[Any, Any] = {}
        last: Any = None
        for index in range(count):
            try:
                key, at = next_key(data, at)
                if index and not last < key:
                    raise Refusal(f"its keys do not ascend: {key_step(last)} before {key_step(key)}")
            except Refusal as refusal:
                raise refusal.under(f"[{index}]") from None
            try:
                entries[key], at = read_value(data, at)
            except Refusal as refusal:
                raise refusal.under(key_step(key)) from None
            last = key
        return entries, at

    return read
