"""Finds the features of an object by looking at it, to hold the labels of the conformance workloads to
their definitions in workloads/README.md."""

import math
from collections.abc import Iterator
from typing import Any

from serbench.schema.model import Enum, Field, Kind, Label, Oneof, Schema, Type

# What this module finds; the other features are marked where they are the point, or lie in the schema.
FINDABLE = frozenset(
    """negative-zero nan infinity denormal float-extremes int-min-max int-beyond-double uint32-high
    uint64-high enum-negative enum-large enum-alias empty-string long-string non-ascii byte-order-mark
    nul-in-string control-characters markup-in-string empty-bytes long-bytes bytes-all-values
    empty-vs-absent list-many list-of-bool list-of-bytes list-of-enum list-of-message
    list-of-empty-message map-string-key map-int-key map-uint64-key map-bool-key map-empty-key
    map-default-entry map-many map-message-value map-empty-message-value map-enum-value map-bool-value
    oneof-default oneof-message oneof-empty-message recursion-optional recursion-list recursion-map
    recursion-oneof depth-20""".split()
)
MANY = 300
LONG = 70_000
_SMALLEST_NORMAL = {Kind.FLOAT: 2.0**-126, Kind.DOUBLE: 2.0**-1022}
_LARGEST = {Kind.FLOAT: (2 - 2.0**-23) * 2.0**127, Kind.DOUBLE: 1.7976931348623157e308}
_SIGNED_BITS = {Kind.INT32: 31, Kind.INT64: 63}
_UNSIGNED_HIGH = {Kind.UINT32: (2**31, "uint32-high"), Kind.UINT64: (2**63, "uint64-high")}


def features_of(schema: Schema, obj: dict[str, Any]) -> frozenset[str]:
    """The findable features of an object, which is given as the reader gives it."""
    found = set(_message(schema, schema.root, obj))
    if depth_of(schema, schema.root, obj) == 20:
        found.add("depth-20")
    return frozenset(found)


def depth_of(schema: Schema, name: str, obj: dict[str, Any]) -> int:
    """How many messages stand inside one another, the given one included."""
    deepest = 0
    for field in schema.message(name).fields:
        if field.type.kind is Kind.MESSAGE and obj.get(field.name) is not None:
            for inner in _values(field, obj[field.name]):
                deepest = max(deepest, depth_of(schema, field.type.name, inner))
    return deepest + 1


def _values(field: Field, value: Any) -> list[Any]:
    if field.label is Label.MAP:
        return list(value.values())
    return list(value) if field.label is Label.REPEATED else [value]


def _message(schema: Schema, name: str, obj: dict[str, Any]) -> Iterator[str]:
    for member in schema.message(name).members:
        if isinstance(member, Oneof):
            for case in member.cases:
                if case.name in obj:
                    yield from _case(schema, name, case, obj[case.name])
        elif member.name in obj:
            yield from _field(schema, name, member, obj[member.name])


def _case(schema: Schema, holder: str, case: Field, value: Any) -> Iterator[str]:
    if case.type.kind is Kind.MESSAGE:
        yield "oneof-message"
        if not schema.message(case.type.name).members:
            yield "oneof-empty-message"
        elif _is_default(schema, case.type, value):
            yield "oneof-default"
    elif _is_default(schema, case.type, value):
        yield "oneof-default"
    if case.type.name == holder:
        yield "recursion-oneof"
    yield from _value(schema, case.type, value, bare=False)


def _field(schema: Schema, holder: str, field: Field, value: Any) -> Iterator[str]:
    if value and field.type.name == holder:
        kinds = {Label.OPTIONAL: "optional", Label.REPEATED: "list", Label.MAP: "map"}
        yield "recursion-" + kinds[field.label]
    elif field.type.name == holder and field.label is Label.OPTIONAL:
        yield "recursion-optional"
    if field.label is Label.OPTIONAL and _is_default(schema, field.type, value):
        yield "empty-vs-absent"
    if field.label is Label.REPEATED and value:
        yield from _list(schema, field.type, len(value))
    if field.label is Label.MAP and value:
        assert field.key is not None
        yield from _map(schema, field.key, field.type, value)
    for one in _values(field, value):
        yield from _value(schema, field.type, one, bare=field.label is Label.PLAIN)


def _list(schema: Schema, type_: Type, count: int) -> Iterator[str]:
    if count >= MANY:
        yield "list-many"
    if type_.kind is Kind.MESSAGE:
        empty = not schema.message(type_.name).members
        yield "list-of-empty-message" if empty else "list-of-message"
    elif type_.kind in (Kind.BOOL, Kind.BYTES, Kind.ENUM):
        yield f"list-of-{type_.kind}"


def _map(schema: Schema, key: Type, type_: Type, entries: dict[Any, Any]) -> Iterator[str]:
    yield {Kind.STRING: "map-string-key", Kind.BOOL: "map-bool-key"}.get(key.kind, "map-int-key")
    if len(entries) >= MANY:
        yield "map-many"
    if "" in entries:
        yield "map-empty-key"
    if key.kind is Kind.UINT64 and max(entries) >= 2**63:
        yield "map-uint64-key"
    if type_.kind is Kind.MESSAGE:
        yield "map-message-value"
        if not schema.message(type_.name).members:
            yield "map-empty-message-value"
    elif any(_is_default(schema, type_, value) for value in entries.values()):
        yield "map-default-entry"
    if type_.kind is Kind.ENUM:
        yield "map-enum-value"
    if type_.kind is Kind.BOOL:
        yield "map-bool-value"
    for one in entries:
        yield from _value(schema, key, one, bare=True)


def _is_default(schema: Schema, type_: Type, value: Any) -> bool:
    if type_.kind is not Kind.MESSAGE:
        return not value
    fields = schema.message(type_.name).fields
    return not any(value.get(f.name) for f in fields if f.label is not Label.OPTIONAL) and not any(
        f.name in value for f in fields if f.label is Label.OPTIONAL
    )


def _value(schema: Schema, type_: Type, value: Any, *, bare: bool) -> Iterator[str]:
    """The features of one value; ``bare``: empty is the same as nothing here."""
    kind = type_.kind
    if kind is Kind.MESSAGE:
        yield from _message(schema, type_.name, value)
    elif kind is Kind.STRING:
        yield from _string(value, bare)
    elif kind is Kind.BYTES:
        yield from _bytes(value, bare)
    elif kind is Kind.ENUM:
        yield from _enum(schema.enum(type_.name), value)
    elif kind in _LARGEST:
        yield from _float(kind, value)
    elif kind is not Kind.BOOL:
        yield from _integer(kind, value)


def _string(value: str, bare: bool) -> Iterator[str]:
    found = {
        "empty-string": not value and not bare,
        "long-string": len(value.encode()) >= LONG,
        "non-ascii": not value.isascii(),
        "byte-order-mark": value.startswith("\ufeff"),
        "nul-in-string": "\0" in value,
        "control-characters": any(
            c != "\0" and c not in "\t\r\n" and (c < " " or c == "\x7f") for c in value
        ),
        "markup-in-string": any(c in "\"'\\<>\t\r\n" for c in value) or value != value.strip(" "),
    }
    yield from (name for name, has in found.items() if has)


def _bytes(value: bytes, bare: bool) -> Iterator[str]:
    if not value and not bare:
        yield "empty-bytes"
    if len(value) >= LONG:
        yield "long-bytes"
    if len(set(value)) == 256:
        yield "bytes-all-values"


def _enum(enum: Enum, number: int) -> Iterator[str]:
    if number < 0:
        yield "enum-negative"
    if not -(2**15) <= number < 2**15:
        yield "enum-large"
    if number in dict(enum.aliases).values():
        yield "enum-alias"


def _float(kind: Kind, value: float) -> Iterator[str]:
    size = abs(value)
    found = {
        "negative-zero": value == 0 and math.copysign(1, value) < 0,
        "nan": math.isnan(value),
        "infinity": math.isinf(value),
        "denormal": 0 < size < _SMALLEST_NORMAL[kind],
        "float-extremes": size in (_SMALLEST_NORMAL[kind], _LARGEST[kind]),
    }
    yield from (name for name, has in found.items() if has)


def _integer(kind: Kind, value: int) -> Iterator[str]:
    if kind in _SIGNED_BITS and value in (-(2 ** _SIGNED_BITS[kind]), 2 ** _SIGNED_BITS[kind] - 1):
        yield "int-min-max"
    elif kind in _UNSIGNED_HIGH and value >= _UNSIGNED_HIGH[kind][0]:
        yield _UNSIGNED_HIGH[kind][1]
    elif int(float(value)) != value:
        yield "int-beyond-double"
