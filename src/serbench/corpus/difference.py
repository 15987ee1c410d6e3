"""Names the place where two encodings of one object first differ (FORMAT.md, section 3)."""

from __future__ import annotations

import struct

from serbench.corpus.layout import CODES, LENGTH, SIZES, key_step
from serbench.schema.model import Field, Kind, Label, Oneof, Schema, Type

BEYOND_THE_END = "(after the last field)"


def first_difference(schema: Schema, expected: bytes, got: bytes) -> str:
    """The path of the first byte of ``expected`` that ``got`` does not have at the same place.

    A count or a presence byte belongs to its field, the position in a oneof to the oneof, a key to its
    entry. Empty when both are equal, BEYOND_THE_END when ``got`` only continues after the object.
    ``expected`` is valid; ``got`` can be anything.
    """
    if expected == got:
        return ""
    differing = (at for at, (one, other) in enumerate(zip(expected, got, strict=False)) if one != other)
    target = next(differing, min(len(expected), len(got)))
    if target == len(expected):
        return BEYOND_THE_END
    try:
        _Walk(schema, expected, target).message(schema.root, "")
    except _Found as found:
        return found.path
    raise AssertionError("the walk covers every byte of a valid object")


class _Found(Exception):
    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path.removeprefix(".")


class _Walk:
    """Goes through a valid object up to the byte ``target``, and raises _Found with its path."""

    def __init__(self, schema: Schema, data: bytes, target: int) -> None:
        self._schema, self._data, self._target = schema, data, target
        self._at = 0

    def message(self, name: str, path: str) -> None:
        for member in self._schema.message(name).members:
            if isinstance(member, Oneof):
                self._oneof(member, path)
            else:
                self._field(member, f"{path}.{member.name}")

    def _field(self, field: Field, path: str) -> None:
        if field.label is Label.REPEATED:
            self._list(field.type, path)
        elif field.label is Label.MAP:
            assert field.key is not None
            self._map(field.key, field.type, path)
        elif field.label is Label.PLAIN or self._take(1, path) == b"\1":
            self._value(field.type, path)

    def _oneof(self, oneof: Oneof, path: str) -> None:
        position = self._count(f"{path}.{oneof.name}")
        if position:
            case = oneof.cases[position - 1]
            self._value(case.type, f"{path}.{case.name}")

    def _list(self, type_: Type, path: str) -> None:
        count = self._count(path)
        size = SIZES.get(type_.kind)
        if size is not None:
            index = (self._target - self._at) // size
            self._take(count * size, f"{path}[{index}]")
            return
        for index in range(count):
            self._value(type_, f"{path}[{index}]")

    def _map(self, key: Type, value: Type, path: str) -> None:
        for _ in range(self._count(path)):
            step = key_step(self._key(key))
            self._value(key, path + step)
            self._value(value, path + step)

    def _key(self, type_: Type) -> object:
        """The next key, without moving past it."""
        if type_.kind is Kind.STRING:
            start = self._at + 4
            return self._data[start : start + LENGTH.unpack_from(self._data, self._at)[0]].decode()
        return struct.unpack_from("<" + CODES[type_.kind], self._data, self._at)[0]

    def _value(self, type_: Type, path: str) -> None:
        if type_.kind is Kind.MESSAGE:
            self.message(type_.name, path)
        elif type_.kind in SIZES:
            self._take(SIZES[type_.kind], path)
        else:
            self._take(self._count(path), path)

    def _count(self, path: str) -> int:
        count: int = LENGTH.unpack(self._take(4, path))[0]
        return count

    def _take(self, size: int, path: str) -> bytes:
        end = self._at + size
        if self._target < end:
            raise _Found(path)
        start, self._at = self._at, end
        return self._data[start:end]
