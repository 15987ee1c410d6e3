"""Objects that differ from another in one leaf, so that their messages show where it lies. Pure."""

import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from serbench.corpus.layout import LIMITS
from serbench.schema.model import Enum, Field, Kind, Label, Schema, Type

Object: TypeAlias = dict[str, Any]
_Path: TypeAlias = tuple[Any, ...]
# A message of many leaves is described well enough by some of them.
MOST_LEAVES = 40
# Of a list, whose elements lie as the first do.
_ELEMENTS = 2


@dataclass(frozen=True, slots=True)
class Variant:
    """``obj`` is the object ``base`` with another value of the same size in one leaf, of this kind, or, where
    it is ``grown``, with a text, bytes or a list that is longer by one."""

    base: int
    obj: Object
    kind: Kind
    grown: bool


@dataclass(frozen=True, slots=True)
class _Place:
    path: _Path
    type: Type
    is_list: bool


def variants(schema: Schema, base: int, obj: Object, rng: random.Random) -> list[Variant]:
    """The variants of an object, of at most ``MOST_LEAVES`` of its leaves and lists."""
    places = list(_places(schema, schema.root, obj, ()))
    if len(places) > MOST_LEAVES:
        places = [places[at] for at in sorted(rng.sample(range(len(places)), MOST_LEAVES))]
    found: list[Variant] = []
    for place in places:
        value = _at(obj, place.path)
        if place.is_list:
            found.append(_variant(base, obj, place, [*value, copy.deepcopy(value[-1])], grown=True))
            continue
        enum = schema.enum(place.type.name) if place.type.kind is Kind.ENUM else None
        other = _other(place.type, value, enum)
        if other is not None:
            found.append(_variant(base, obj, place, other, grown=False))
        if place.type.kind in (Kind.STRING, Kind.BYTES):
            longer = value + ("x" if place.type.kind is Kind.STRING else b"x")
            found.append(_variant(base, obj, place, longer, grown=True))
    return found


def _variant(base: int, obj: Object, place: _Place, value: Any, grown: bool) -> Variant:
    changed = copy.deepcopy(obj)
    _at(changed, place.path[:-1])[place.path[-1]] = value
    return Variant(base, changed, place.type.kind, grown)


def _at(obj: Any, path: _Path) -> Any:
    for step in path:
        obj = obj[step]
    return obj


def _places(schema: Schema, message: str, obj: Object, path: _Path) -> Iterator[_Place]:
    """The leaves and lists of an object that have a value. Maps are left out: another key would be another
    place."""
    for field in schema.message(message).fields:
        value = obj.get(field.name)
        here = (*path, field.name)
        if value is None or field.label is Label.MAP:
            continue
        if field.label is not Label.REPEATED:
            yield from _value_places(schema, field, value, here)
        elif value:
            yield _Place(here, field.type, is_list=True)
            for index, element in enumerate(value[:_ELEMENTS]):
                yield from _value_places(schema, field, element, (*here, index))


def _value_places(schema: Schema, field: Field, value: Any, path: _Path) -> Iterator[_Place]:
    if field.type.kind is Kind.MESSAGE:
        yield from _places(schema, field.type.name, value, path)
    else:
        yield _Place(path, field.type, is_list=False)


def _other(type_: Type, value: Any, enum: Enum | None) -> Any:
    """Another value that most formats write with as many bytes; None where there is none."""
    kind = type_.kind
    if enum is not None:
        number = dict((*enum.values, *enum.aliases)).get(value, value)
        return next((other for other in sorted(enum.numbers) if other != number), None)
    if kind is Kind.BOOL:
        return not value
    if kind is Kind.STRING:
        return value[:-1] + ("y" if value.endswith("x") else "x") if value and value.isascii() else None
    if kind is Kind.BYTES:
        return value[:-1] + bytes([value[-1] ^ 1]) if value else None
    if kind in (Kind.FLOAT, Kind.DOUBLE):
        return -value if value else None
    low, high = LIMITS[kind]
    other = value ^ 1
    return other if low <= other <= high else None
