"""Types that a file itself declares, in the terms of a .proto; what its values leave open, presence, they
say."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Scalar:
    """A scalar of .proto. ``note`` says what its values are where the file has a type that .proto lacks."""

    name: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Enumeration:
    """Symbols, of which a value is one as text; the first is number 0."""

    name: str
    symbols: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list; values are lists."""

    element: Declared


@dataclass(frozen=True, slots=True)
class MapOf:
    """A map; values are dicts whose keys are text. ``key`` is a scalar of .proto that a key may be, and
    ``note`` says what keys are where the file has them of a type that .proto lacks."""

    key: str
    value: Declared
    note: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """A message; values are dicts. ``members`` may hold the record itself, and those that are ``optional``
    may be absent by a schema. Of ``one_of`` a value has one member."""

    name: str
    members: Mapping[str, Declared] = field(default_factory=dict)
    one_of: bool = False
    optional: Collection[str] = ()


Declared: TypeAlias = Scalar | Enumeration | ListOf | MapOf | Record
