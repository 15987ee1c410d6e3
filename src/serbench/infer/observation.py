"""Observations of JSON documents at each place: kinds of values, ranges of numbers, members of objects."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from serbench.inputs.source import Instant, SpecialNumber, Wide
from serbench.inputs.types import Declared


class Seen(StrEnum):
    """A kind of JSON value; whole numbers are distinguished from others."""

    NULL = "null"
    BOOL = "true or false"
    WHOLE = "a whole number"
    NUMBER = "a number"
    BEYOND = "a number beyond a double"
    SURROGATE = "text with a lone surrogate"
    SPECIAL = "the name of a special number"
    NOT_JSON = "a number that JSON lacks"
    TEXT = "text"
    BYTES = "bytes"
    TIME = "a time"
    OBJECT = "an object"
    LIST = "a list"


# Seen of values whose kind is another, or none.
NO_KINDS = frozenset((Seen.NULL, Seen.BEYOND, Seen.SURROGATE, Seen.NOT_JSON))
# Of places where nothing else was seen, which most are.
_KINDS_ALONE = {kind: frozenset(() if kind in NO_KINDS else (kind,)) for kind in Seen}
_KINDS_ALONE[Seen.SPECIAL] = frozenset((Seen.TEXT,))
# As text, JSON's mapping reads these as numbers.
_SPECIAL = frozenset(("NaN", "Infinity", "-Infinity"))
# Python joins the two of a pair.
_LONE = re.compile("[\ud800-\udfff]")
_GREATEST_DOUBLE = int(sys.float_info.max)
# By the types that readers of inputs give.
_KINDS = {
    type(None): Seen.NULL,
    bool: Seen.BOOL,
    int: Seen.WHOLE,
    Wide: Seen.WHOLE,
    float: Seen.NUMBER,
    SpecialNumber: Seen.NUMBER,
    str: Seen.TEXT,
    Instant: Seen.TIME,
    bytes: Seen.BYTES,
    dict: Seen.OBJECT,
    list: Seen.LIST,
}


def has_lone_surrogate(text: str) -> bool:
    """Whether the text is no Unicode."""
    return _LONE.search(text) is not None


@dataclass(slots=True)
class Tally:
    """How often something was seen, and the line of its first occurrence."""

    count: int = 0
    line: int = 0

    def absorb(self, other: Tally) -> None:
        self.count += other.count
        self.line = min(self.line, other.line) if self.line and other.line else self.line or other.line


@dataclass(slots=True, eq=False)
class Shape:
    """The objects of one kind: how many there are, and what each member holds. ``merged_into`` is set when
    the shape turned out to be the same as another. ``one_of``: each object is declared to have one member;
    ``optional`` are those that a schema says may be absent, and of the members that are ``known`` it
    need not be seen whether all objects have them."""

    count: int = 0
    members: dict[str, Place] = field(default_factory=dict)
    merged_into: Shape | None = None
    one_of: bool = False
    optional: Collection[str] = ()
    known: Mapping[str, bool] = field(default_factory=dict)

    def latest(self) -> Shape:
        shape = self
        while shape.merged_into is not None:
            shape = shape.merged_into
        return shape


@dataclass(slots=True, eq=False)
class Place:
    """Everything that was seen at one place of the documents. ``least`` and ``greatest`` are those of whole
    numbers, with the lines in which they were first, ``is_wide`` where the data hold one of them in 64 bits,
    ``shape`` the kind of the objects, ``element`` what lists hold, ``entry`` the values of a map where the
    objects turned out to be maps. ``declared`` is the type that the file itself gives the values."""

    seen: dict[Seen, Tally] = field(default_factory=dict)
    least: int = 0
    greatest: int = 0
    least_line: int = 0
    greatest_line: int = 0
    is_wide: bool = False
    _shape: Shape | None = None
    element: Place | None = None
    entry: Place | None = None
    declared: Declared | None = None

    @property
    def shape(self) -> Shape | None:
        return self._shape.latest() if self._shape else None

    @property
    def values(self) -> int:
        """How many values that are not null were seen."""
        return sum(tally.count for kind, tally in self.seen.items() if kind not in NO_KINDS)

    @property
    def kinds(self) -> frozenset[Seen]:
        """The kinds of values. Names of special numbers are numbers among numbers, and else text."""
        if len(self.seen) == 1:
            return _KINDS_ALONE[next(iter(self.seen))]
        kinds = frozenset(self.seen) - NO_KINDS
        if Seen.SPECIAL not in kinds:
            return kinds
        others = kinds - {Seen.SPECIAL}
        return others | {Seen.NUMBER if others and others <= {Seen.WHOLE, Seen.NUMBER} else Seen.TEXT}

    def add(self, value: Any, line: int) -> None:
        """Records a value and everything in it."""
        kind = _KINDS[type(value)]
        if kind is Seen.TEXT and value in _SPECIAL:
            kind = Seen.SPECIAL
        elif kind is Seen.NUMBER and math.isinf(value) and type(value) is float:
            self.seen.setdefault(Seen.BEYOND, Tally(0, line)).count += 1
        elif kind is Seen.WHOLE and not -_GREATEST_DOUBLE <= value <= _GREATEST_DOUBLE:
            self.seen.setdefault(Seen.BEYOND, Tally(0, line)).count += 1
        elif type(value) is SpecialNumber:
            self.seen.setdefault(Seen.NOT_JSON, Tally(0, line)).count += 1
        elif kind is Seen.TEXT and not value.isascii() and has_lone_surrogate(value):
            self.seen.setdefault(Seen.SURROGATE, Tally(0, line)).count += 1
        tally = self.seen.get(kind)
        if tally is None:
            tally = self.seen[kind] = Tally(0, line)
        tally.count += 1
        if kind is Seen.WHOLE:
            if value < self.least:
                self.least, self.least_line = value, line
            elif value > self.greatest:
                self.greatest, self.greatest_line = value, line
            if type(value) is Wide:
                self.is_wide = True
        elif kind is Seen.OBJECT:
            self._add_members(value, line)
        elif kind is Seen.LIST:
            self.element = self.element or Place()
            for member in value:
                self.element.add(member, line)

    def _add_members(self, value: dict[str, Any], line: int) -> None:
        shape = self._shape = self._shape or Shape()
        shape.count += 1
        members = shape.members
        for name, member in value.items():
            place = members.get(name)
            if place is None:
                place = members[name] = Place()
            place.add(member, line)

    def become_object(self, shape: Shape) -> None:
        self._shape = shape

    def become_map(self, entry: Place) -> None:
        self._shape, self.entry = None, entry

    def absorb(self, other: Place) -> None:
        """Adds what was seen at another place that turned out to hold the same."""
        for kind, tally in other.seen.items():
            self.seen.setdefault(kind, Tally()).absorb(tally)
        if other.least < self.least:
            self.least, self.least_line = other.least, other.least_line
        if other.greatest > self.greatest:
            self.greatest, self.greatest_line = other.greatest, other.greatest_line
        self.is_wide = self.is_wide or other.is_wide
        self.element = _joined(self.element, other.element)
        self.entry = _joined(self.entry, other.entry)
        self.declared = self.declared or other.declared
        if self.shape is None:
            self._shape = other.shape
        elif other.shape is not None:
            merge(self.shape, other.shape)


def merge(into: Shape, other: Shape) -> None:
    """Makes two shapes one; nothing happens where they are one already."""
    into, other = into.latest(), other.latest()
    if into is other:
        return
    other.merged_into = into
    into.count += other.count
    for name, place in other.members.items():
        # Where shapes hold themselves, this one may have become another meanwhile.
        members = into.latest().members
        mine = members.get(name)
        if mine is None:
            members[name] = place
        elif mine is not place:
            mine.absorb(place)


def _joined(mine: Place | None, other: Place | None) -> Place | None:
    if mine is None or other is None or mine is other:
        return mine or other
    mine.absorb(other)
    return mine
