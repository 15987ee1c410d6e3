"""Finds the objects that are maps, and the objects at different places that are of one kind."""

from __future__ import annotations

import heapq
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import TypeAlias

from serbench.infer.observation import Place, Seen, Shape, Tally, has_lone_surrogate, merge

# Keys that are unlikely names of members: numbers, dates, hashes, paths, addresses.
_DATA_KEY = re.compile(r"[0-9]+|[0-9]{4}-[0-9]{2}.*|(?=.*[0-9])[0-9a-fA-F-]{8,}|.*[/@: ].*")
# With this many different members, of which an object has so few, names are data too.
_MANY_MEMBERS = 20
_SMALL_SHARE = 0.3
# An object within another of its kind lacks what only the outer one has.
_FEWEST_COMMON_MEMBERS = 5
_COMMON_SHARE = 0.8
# Shapes that look alike and are not the same differ deep inside. Where there are more, one that is compared
# with these stays apart: otherwise, time would grow with the square of their number.
_MOST_COMPARED = 32


def unify(root: Place) -> None:
    """Turns objects whose names are data into maps, and joins shapes that are the same."""
    # The root is a message, whatever its names look like.
    for inside in list(_inside(root)):
        _find_maps(inside)
    agreement = _Agreement()
    while _join(root, agreement):
        pass


def _find_maps(place: Place) -> None:
    # A file that declares its types declares its maps; and its records may hold themselves.
    if place.declared is not None:
        return
    for inner in list(_inside(place)):
        _find_maps(inner)
    shape = place.shape
    if shape is None or not _is_map(shape):
        return
    for name, member in shape.members.items():
        if has_lone_surrogate(name):
            # No member has the name any more, but the map has the key.
            for tally in member.seen.values():
                place.seen.setdefault(Seen.SURROGATE, Tally()).absorb(tally)
    entry, *others = shape.members.values()
    for other in others:
        entry.absorb(other)
    place.become_map(entry)


def may_be_sparse_map(shape: Shape) -> bool:
    """Whether further objects, which have the members that all have, may make a map of these or of none."""
    always = sum(member.values == shape.count for member in shape.members.values())
    return (
        len(shape.members) >= _MANY_MEMBERS
        and always < _SMALL_SHARE * len(shape.members)
        and _are_of_one_kind(shape)
    )


def _are_of_one_kind(shape: Shape) -> bool:
    kinds = {kind for member in shape.members.values() for kind in member.kinds}
    return len(kinds) == 1 or kinds == {Seen.WHOLE, Seen.NUMBER}


def _is_map(shape: Shape) -> bool:
    if not shape.members or not _are_of_one_kind(shape):
        return False
    if all(_DATA_KEY.fullmatch(name) for name in shape.members):
        return True
    filled = sum(member.values for member in shape.members.values())
    share = filled / (len(shape.members) * shape.count)
    return len(shape.members) >= _MANY_MEMBERS and share < _SMALL_SHARE


def _join(root: Place, agreement: _Agreement) -> bool:
    """Merges shapes that are found to be the same, each with the first such. Whether there were any: what was
    merged may be the same as another, too."""
    known: dict[frozenset[str], _Alike] = defaultdict(_Alike)
    found = False
    for shape, enclosing in _shapes(root, (), set()):
        names = frozenset(shape.members)
        others = [outer for outer in enclosing if _is_within(names, outer.latest().members)]
        alike = known[names]
        same = next(
            (
                other
                for other in chain(others, alike.candidates(shape) if names else ())
                if agreement.of(other, shape)
            ),
            None,
        )
        if same is None:
            alike.add(shape)
        else:
            merge(same, shape)
            found = True
    return found


_Signature: TypeAlias = tuple[frozenset[Seen], ...]


class _Alike:
    """Shapes with the same names of members, found by the kinds of these: of thousands, few are compared."""

    def __init__(self) -> None:
        self._all: list[Shape] = []
        self._by_signature: dict[_Signature, list[int]] = defaultdict(list)
        # A member that is never filled agrees with all.
        self._open: list[int] = []

    def add(self, shape: Shape) -> None:
        signature = _signature(shape)
        found = self._by_signature[signature] if all(signature) else self._open
        found.append(len(self._all))
        self._all.append(shape)

    def candidates(self, shape: Shape) -> Iterator[Shape]:
        """The first shapes that may agree with one, in their order."""
        signature = _signature(shape)
        if not all(signature):
            return islice(self._all, _MOST_COMPARED)
        places = heapq.merge(self._by_signature.get(signature, ()), self._open)
        return (self._all[at] for at in islice(places, _MOST_COMPARED))


def _signature(shape: Shape) -> _Signature:
    """The kinds of the members' values, in the order of their names."""
    return tuple(_kinds(shape.members[name]) for name in sorted(shape.members))


class _Agreement:
    """Whether shapes may become one. ``_refused`` are pairs that may not, which no merging changes."""

    def __init__(self) -> None:
        self._refused: set[tuple[int, int]] = set()

    def of(self, one: Shape, other: Shape) -> bool:
        """Whether members of the same name hold values of the same kinds, in lists and in objects too;
        members that are never filled agree with all."""
        return self._shapes(one.latest(), other.latest(), set())

    def _shapes(self, one: Shape, other: Shape, asked: set[tuple[int, int]]) -> bool:
        pair = (id(one), id(other))
        # Merging a shape merges its members: a pair that is already being checked is assumed to agree.
        if one is other or pair in asked:
            return True
        if pair in self._refused or one.one_of != other.one_of:
            return False
        asked.add(pair)
        for name in one.members.keys() & other.members.keys():
            if not self._places(one.members[name], other.members[name], asked):
                self._refused.add(pair)
                return False
        return True

    def _places(self, one: Place, other: Place, asked: set[tuple[int, int]]) -> bool:
        if one.declared != other.declared:
            return False
        kinds, others = _kinds(one), _kinds(other)
        if kinds and others and kinds != others:
            return False
        if (
            one.shape is not None
            and other.shape is not None
            and not self._shapes(one.shape, other.shape, asked)
        ):
            return False
        for mine, its in ((one.element, other.element), (one.entry, other.entry)):
            if mine is not None and its is not None and not self._places(mine, its, asked):
                return False
        return True


def _kinds(place: Place) -> frozenset[Seen]:
    """The kinds of values, whole numbers being numbers."""
    kinds = place.kinds
    if Seen.WHOLE not in kinds:
        return kinds
    return kinds - {Seen.WHOLE} | {Seen.NUMBER}


def _is_within(inner: frozenset[str], outer: Mapping[str, Place]) -> bool:
    # The numbers of names come first: they tell apart without looking at the names.
    return (
        len(inner) >= _FEWEST_COMMON_MEMBERS
        and len(inner) >= _COMMON_SHARE * len(outer)
        and inner <= outer.keys()
    )


def _shapes(
    place: Place, enclosing: tuple[Shape, ...], passed: set[int]
) -> Iterator[tuple[Shape, tuple[Shape, ...]]]:
    """Every shape once, with its enclosing shapes, outer ones first."""
    shape = place.shape
    if shape is not None and id(shape) not in passed:
        passed.add(id(shape))
        yield shape, enclosing
        # What a shape that was merged holds is held by the other.
        if shape.merged_into is not None:
            return
        enclosing = (*enclosing, shape)
    elif shape is not None:
        return
    for inner in list(_inside(place)):
        yield from _shapes(inner, enclosing, passed)


def _inside(place: Place) -> Iterator[Place]:
    if place.shape is not None:
        yield from place.shape.members.values()
    for inner in (place.element, place.entry):
        if inner is not None:
            yield inner
