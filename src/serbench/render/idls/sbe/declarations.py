"""The declarations of an SBE message schema, and its members and messages as its templates see them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from serbench.render.idls.sbe.blocks import SbeBlock, SbeGroup, verb
from serbench.render.idls.sbe.places import SbePlace
from serbench.render.idls.sbe.reads import SbePlan


@dataclass(frozen=True, slots=True)
class SbeMember:
    """A member of a rendered message, or one case of a oneof: the name of its field, group or data, how
    ``shape`` holds one value, and all that the block of its message has of it. ``label`` is the schema's, or
    oneof.

    ``present`` is the field that says whether the value is there, ``null`` the number that says it is not.
    ``held`` is the type of message whose members are those of the composite or of the group's elements;
    ``groups`` lead there, the last of them ``value_group`` where a map's value is one. ``message`` is the SBE
    message inside data.
    """

    name: str
    shape: str
    block: SbeBlock
    present: str = ""
    null: int = 0
    groups: tuple[SbeGroup, ...] = ()
    held: str = ""
    message: str = ""
    label: str = "plain"

    @property
    def verb(self) -> str:
        return verb(self.name)

    @property
    def value_group(self) -> str:
        return self.groups[-1].name if len(self.groups) > 1 else ""

    @property
    def value_first(self) -> bool:
        """Whether an entry's value stands before its key: a group before data."""
        return bool(self.value_group and self.groups[0].block.data)

    @property
    def is_fixed(self) -> bool:
        """Whether a value has a fixed place, or needs none."""
        return not self.block.streams

    @property
    def in_block(self) -> bool:
        return bool(self.block.fields)

    @property
    def in_groups(self) -> bool:
        return bool(self.block.groups)

    @property
    def in_data(self) -> bool:
        return bool(self.block.data)


@dataclass(frozen=True, slots=True)
class SbeMessage:
    """A message of the schema: its name, whether it is an SBE message of its own, in which classes its
    members occur, and the plans that enter it."""

    name: str
    is_message: bool
    places: tuple[SbePlace, ...]
    plans: tuple[SbePlan, ...]


@dataclass(frozen=True, slots=True)
class SbeNullable:
    """A type with a number that stands for absence."""

    name: str
    primitive: str
    null: int


@dataclass(frozen=True, slots=True)
class SbeFile:
    """The declarations of the file.
    They are types with a null, composites by name, and messages by name in the order of their ids.
    ``version`` is the number of the schema among all versions, from 0."""

    nullables: tuple[SbeNullable, ...]
    composites: Mapping[str, SbeBlock]
    messages: Mapping[str, SbeBlock]
    version: int = 0
