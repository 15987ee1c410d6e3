"""The contents of an SBE message, group or composite, in the order of their bytes.
Fields of fixed size come first, then groups, then data of any length."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

VAR_STRING, VAR_DATA = "varStringEncoding", "varDataEncoding"


class Shape(StrEnum):
    """The form in which SBE holds one value.

    NUMBER: a field. NULLABLE: a field with a number to spare for absence. TEXT and BYTES: data. COMPOSITE: a
    field of several, of a message of fixed size. EMPTY: nothing, of a message without fields. GROUP: an
    element of a group, of a message that has groups or data. MESSAGE: an SBE message of its own inside data,
    of a message that can hold itself.
    """

    NUMBER = "number"
    NULLABLE = "nullable"
    TEXT = "text"
    BYTES = "bytes"
    COMPOSITE = "composite"
    EMPTY = "empty"
    GROUP = "group"
    MESSAGE = "message"


@dataclass(frozen=True, slots=True)
class SbeField:
    """A field, or data: its name and its type. ``referred`` says that the type is one of the file's own,
    ``since`` which version of the schema was the first to have it."""

    name: str
    type: str
    referred: bool = False
    since: int = 0


@dataclass(frozen=True, slots=True)
class SbeGroup:
    """A repeating group and what each of its elements holds; ``since`` is as a field has it."""

    name: str
    block: SbeBlock
    since: int = 0

    @property
    def class_name(self) -> str:
        """The group's class in generated C++, and what the names of its classes in Java begin with."""
        return verb(self.name)


@dataclass(frozen=True, slots=True)
class SbeBlock:
    """The contents of a message, of an element of a group, or of a composite."""

    fields: tuple[SbeField, ...] = ()
    groups: tuple[SbeGroup, ...] = ()
    data: tuple[SbeField, ...] = ()

    @property
    def streams(self) -> bool:
        """Whether anything in it has no fixed place."""
        return bool(self.groups or self.data)

    @property
    def ids(self) -> Mapping[str, int]:
        """The id of each field, group and data, by its name."""
        names = [field.name for field in self.fields]
        names += [group.name for group in self.groups]
        names += [data.name for data in self.data]
        return {name: number for number, name in enumerate(names, 1)}


def dated(block: SbeBlock, since: int) -> SbeBlock:
    """The block of a member that this version of the schema was the first to have. What an element of a group
    holds is as old as the group."""
    return SbeBlock(
        tuple(replace(field, since=since) for field in block.fields),
        tuple(replace(group, since=since) for group in block.groups),
        tuple(replace(data, since=since) for data in block.data),
    )


def joined(blocks: Iterable[SbeBlock]) -> SbeBlock:
    """The fields, the groups and the data of several blocks, each kind together."""
    parts = tuple(blocks)
    return SbeBlock(
        tuple(field for part in parts for field in part.fields),
        tuple(group for part in parts for group in part.groups),
        tuple(data for part in parts for data in part.data),
    )


def verb(name: str) -> str:
    """The part of a method's name that follows the verb: ``UserName`` of ``putUserName``."""
    return name[0].upper() + name[1:]
