"""Objects that differ from another in one leaf, so that their messages show where it lies. Pure."""

import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from serbench.corpus.layout import LIMITS
from serbench.experiments.torture.positions import Shows
from serbench.schema.model import Enum, Field, Kind, Label, Oneof, Schema, Type

Object: TypeAlias = dict[str, Any]
_Path: TypeAlias = tuple[Any, ...]
# A message of many leaves is described well enough by some of them.
MOST_LEAVES = 40
# Of a list, whose elements lie as the first do.
_ELEMENTS = 2


@dataclass(frozen=True, slots=True)
class Variant:
    """``obj`` is the object ``base`` with another value of the same size in one leaf, of this kind; or, where
    it shows a length, with a text, bytes or a list that is longer by one; or, where it shows a tag, with
    another case of a oneof."""

    base: int
    obj: Object
    kind: Kind
    shows: Shows


@dataclass(frozen=True, slots=True)
class _Place:
    """``other_case`` is one that a oneof could have instead of that at the path."""

    path: _Path
    type: Type
    is_list: bool = False
    other_case: Field | None = None


def variants(schema: Schema, base: int, obj: Object, rng: random.Random) -> list[Variant]:
    """The variants of an object, of at most ``MOST_LEAVES`` of its leaves, lists and oneofs."""
    places = list(_places(schema, schema.root, obj, ()))
    if len(places) > MOST_LEAVES:
        places = [places[at] for at in sorted(rng.sample(range(len(places)), MOST_LEAVES))]
    found: list[Variant] = []
    for place in places:
        value = _at(obj, place.path)
        if place.is_list:
            found.append(_variant(base, obj, place, [*value, copy.deepcopy(value[-1])], "length"))
            continue
        if place.other_case is not None:
            found.append(_turned(base, obj, place.path, place.other_case))
            continue
        enum = schema.enum(place.type.name) if place.type.kind is Kind.ENUM else None
        other = _other(place.type, value, enum)
        if other is not None:
            found.append(_variant(base, obj, place, other, "value"))
        if place.type.kind in (Kind.STRING, Kind.BYTES):
            longer = value + ("x" if place.type.kind is Kind.STRING else b"x")
            found.append(_variant(base, obj, place, longer, "length"))
    return found


def _variant(base: int, obj: Object, place: _Place, value: Any, shows: Shows) -> Variant:
    changed = copy.deepcopy(obj)
    _at(changed, place.path[:-1])[place.path[-1]] = value
    return Variant(base, changed, place.type.kind, shows)


def _turned(base: int, obj: Object, path: _Path, other: Field) -> Variant:
    """With the other case, which holds nothing, instead of that at the path."""
    changed = copy.deepcopy(obj)
    holder = _at(changed, path[:-1])
    del holder[path[-1]]
    holder[other.name] = _nothing(other.type.kind)
    return Variant(base, changed, Kind.ENUM, "tag")


def _nothing(kind: Kind) -> Any:
    nothing: dict[Kind, Any] = {Kind.STRING: "", Kind.BYTES: b"", Kind.BOOL: False, Kind.MESSAGE: {}}
    return nothing.get(kind, 0)


def _at(obj: Any, path: _Path) -> Any:
    for step in path:
        obj = obj[step]
    return obj


def _places(schema: Schema, message: str, obj: Object, path: _Path) -> Iterator[_Place]:
    """The leaves and lists of an object that have a value, and its oneofs. Maps are left out: another key
    would be another place."""
    for member in schema.message(message).members:
        if isinstance(member, Oneof):
            yield from _tags(member, obj, path)
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


def _tags(oneof: Oneof, obj: Object, path: _Path) -> Iterator[_Place]:
    """The oneof where it has a case and could have another."""
    for case in oneof.cases:
        other = next((one for one in oneof.cases if one is not case), None)
        if case.name in obj and other is not None:
            yield _Place((*path, case.name), case.type, other_case=other)


def _value_places(schema: Schema, field: Field, value: Any, path: _Path) -> Iterator[_Place]:
    if field.type.kind is Kind.MESSAGE:
        yield from _places(schema, field.type.name, value, path)
    else:
        yield _Place(path, field.type)


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
