"""Observes the objects of a file that declares its types, many at once: of a value only whether it is there
is left to be seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from types import MappingProxyType
from typing import Any

from serbench.infer.observation import Place, Seen, Shape, Tally
from serbench.inputs.types import Declared, ListOf, MapOf, Record, Scalar

_AT_ONCE = 1024
_KINDS = {"bool": Seen.BOOL, "bytes": Seen.BYTES, "float": Seen.NUMBER, "double": Seen.NUMBER}
_KINDS |= dict.fromkeys(("int32", "int64", "uint32", "uint64"), Seen.WHOLE)


def observed(
    objects: Iterable[tuple[int, Any]], record: Record, known: Mapping[str, bool] = MappingProxyType({})
) -> Place:
    """The observations of objects of this type, each with its number. They lack the members that are
    ``known`` to be in all of them, or not in all."""
    root = Place()
    root.become_object(Shape(known=known))
    for numbers, values in _batches(iter(objects)):
        _observe(root, record, values, numbers)
    return root


def _batches(objects: Iterator[tuple[int, Any]]) -> Iterator[tuple[Sequence[int], Sequence[Any]]]:
    while some := list(islice(objects, _AT_ONCE)):
        yield [number for number, _ in some], [value for _, value in some]


def _observe(place: Place, declared: Declared, values: Sequence[Any], lines: Sequence[int]) -> None:
    """Records values of one place with the lines in which they stand."""
    if nulls := values.count(None):
        _count(place, Seen.NULL, nulls, lines[values.index(None)])
        lines = [line for line, value in zip(lines, values, strict=True) if value is not None]
        values = [value for value in values if value is not None]
    if not values:
        return
    if isinstance(declared, ListOf):
        _count(place, Seen.LIST, len(values), lines[0])
        place.element = place.element or Place()
        _observe(place.element, declared.element, [*chain.from_iterable(values)], _repeated(lines, values))
        return
    if not isinstance(declared, Record | MapOf):
        kind = _KINDS.get(declared.name, Seen.TEXT) if isinstance(declared, Scalar) else Seen.TEXT
        _count(place, kind, len(values), lines[0])
        return
    _count(place, Seen.OBJECT, len(values), lines[0])
    if place.shape is None:
        place.become_object(Shape())
    assert place.shape is not None
    place.shape.count += len(values)
    members = place.shape.members
    if isinstance(declared, MapOf):
        # The names of its members are data, so that one stands for all.
        entries = [*chain.from_iterable(value.values() for value in values)]
        _observe(members.setdefault("", Place()), declared.value, entries, _repeated(lines, values))
        return
    for name, member in declared.members.items():
        if name in place.shape.known:
            members.setdefault(name, Place())
            continue
        _observe(members.setdefault(name, Place()), member, [value.get(name) for value in values], lines)


def _repeated(lines: Sequence[int], values: Sequence[Any]) -> Sequence[int]:
    """The line of each element of these values."""
    return [line for line, value in zip(lines, values, strict=True) for _ in value]


def _count(place: Place, kind: Seen, count: int, line: int) -> None:
    place.seen.setdefault(kind, Tally(0, line)).count += count
