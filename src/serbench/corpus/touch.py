"""The touch of an object: the u64 that an access plan folds out of what it reads (FORMAT.md, section 4)."""

import struct
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from serbench.corpus.layout import CODES, NAN, default_value, enum_numbers
from serbench.schema.access import AccessPlan, Reading, access_plans
from serbench.schema.model import Field, Kind, Label, Message, Oneof, Schema, Type

MASK = 2**64 - 1

Fold: TypeAlias = Callable[[Any], int]


class Touch:
    """The fold of one plan over objects as ``Encoder`` takes them, compiled once for a schema and a string
    unit: ``utf8`` of bytes, ``utf16`` of its code units, or ``utf32`` of code points."""

    def __init__(self, schema: Schema, plan: AccessPlan, unit: str) -> None:
        self._schema = schema
        self._plan = plan
        self._string = {"utf8": _touch_utf8, "utf16": _touch_utf16, "utf32": _touch_utf32}[unit]
        self._all = plan if plan.name == "all" else access_plans(schema)[2]
        self._messages: dict[tuple[str, str], Fold] = {}
        self._root = self._message(plan, schema.message(schema.root))

    def __call__(self, obj: Mapping[str, Any]) -> int:
        return self._root(obj)

    def _message(self, plan: AccessPlan, message: Message) -> Fold:
        """The fold over a message's members. It is registered empty before its members are compiled,
        which may lead back to it."""
        key = (plan.name, message.name)
        if key in self._messages:
            return self._messages[key]
        folds: list[Fold] = []

        def fold(obj: Any) -> int:
            total = 0
            for member in folds:
                total = (_rotated(total, 5) + member(obj)) & MASK
            return total

        self._messages[key] = fold
        for read in plan.reads[message.name]:
            if read.reading is Reading.SKIP:
                continue
            inside = self._all if read.reading is Reading.ALL else plan
            cases = read.cases
            if isinstance(read.member, Oneof):
                folds.append(self._oneof(inside, read.member, cases))
            else:
                folds.append(self._field(inside, read.member, read.reading))
        return fold

    def _oneof(self, plan: AccessPlan, oneof: Oneof, cases: frozenset[int]) -> Fold:
        read = [
            (case.name, self._value(plan, case.type))
            for position, case in enumerate(oneof.cases, 1)
            if position in cases
        ]

        def fold(obj: Any) -> int:
            for name, value in read:
                if obj.get(name) is not None:
                    return value(obj[name])
            return 0

        return fold

    def _field(self, plan: AccessPlan, field: Field, reading: Reading) -> Fold:
        name = field.name
        if field.label is Label.MAP:
            return self._map(plan, field, reading)
        value = self._value(plan, field.type)
        if field.label is Label.REPEATED:
            return _list(name, value, reading is Reading.MIDDLE)
        absent = 0
        if field.label is Label.PLAIN:
            enum = self._schema.enum(field.type.name) if field.type.kind is Kind.ENUM else None
            absent = value(default_value(field.type, enum) if field.type.is_leaf else {})
        return lambda obj: absent if obj.get(name) is None else value(obj[name])

    def _map(self, plan: AccessPlan, field: Field, reading: Reading) -> Fold:
        assert field.key is not None
        name = field.name
        key: Fold = _nothing if reading is Reading.VALUES else self._value(plan, field.key)
        value: Fold = _nothing if reading is Reading.KEYS else self._value(plan, field.type)

        def fold(obj: Any) -> int:
            entries = obj.get(name) or {}
            return sum(key(k) + _rotated(value(v), 7) for k, v in entries.items()) & MASK

        return fold

    def _value(self, plan: AccessPlan, type_: Type) -> Fold:
        if type_.kind is Kind.MESSAGE:
            return self._message(plan, self._schema.message(type_.name))
        if type_.kind is Kind.STRING:
            return self._string
        if type_.kind is Kind.BYTES:
            return _touch_bytes
        if type_.kind is Kind.ENUM:
            numbers = enum_numbers(self._schema.enum(type_.name))
            return lambda value: (numbers[value] if isinstance(value, str) else int(value)) & MASK
        if type_.kind in (Kind.FLOAT, Kind.DOUBLE):
            return _float_bits("<" + CODES[type_.kind])
        return lambda value: int(value) & MASK


def _rotated(value: int, bits: int) -> int:
    return ((value << bits) | (value >> (64 - bits))) & MASK


def _list(name: str, value: Fold, middle: bool) -> Fold:
    def fold(obj: Any) -> int:
        values = obj.get(name) or ()
        if middle and values:
            return value(values[len(values) // 2])
        return sum(map(value, values)) & MASK

    return fold


def _nothing(_: object) -> int:
    return 0


def _float_bits(code: str) -> Fold:
    pack = struct.Struct(code).pack
    return lambda value: int.from_bytes(pack(value if value == value else NAN), "little")


def _touch_bytes(value: bytes) -> int:
    return len(value) + sum(value)


def _touch_utf8(value: str) -> int:
    return _touch_bytes(value.encode())


def _touch_utf16(value: str) -> int:
    data = value.encode("utf-16-le")
    return len(data) // 2 + sum(data[0::2]) + (sum(data[1::2]) << 8)


def _touch_utf32(value: str) -> int:
    return len(value) + sum(map(ord, value))
