"""The model of a schema: what every adapter, walk and IDL is derived from."""

import hashlib
import json
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import TypeAlias


class Kind(StrEnum):
    """The kind of one value; the proto spellings of one number type are one kind."""

    BOOL = "bool"
    INT32 = "int32"
    UINT32 = "uint32"
    INT64 = "int64"
    UINT64 = "uint64"
    FLOAT = "float"
    DOUBLE = "double"
    ENUM = "enum"
    STRING = "string"
    BYTES = "bytes"
    MESSAGE = "message"


class Label(StrEnum):
    """How often a field holds a value. OPTIONAL is protobuf's presence; PLAIN has none."""

    PLAIN = "plain"
    OPTIONAL = "optional"
    REPEATED = "repeated"
    MAP = "map"


@dataclass(frozen=True, slots=True)
class Type:
    """The type of one value. ``proto`` is its spelling in .proto (``sint64``); ``name`` the full name
    of an enum or message, else empty."""

    kind: Kind
    proto: str
    name: str = ""

    @property
    def is_leaf(self) -> bool:
        return self.kind is not Kind.MESSAGE


@dataclass(frozen=True, slots=True)
class Field:
    """A field. ``type`` is that of one element (REPEATED), of the value (MAP), or of the field; ``key``
    is set for maps alone. ``on_cycle``: the field's message type can reach the message it stands in;
    ``required``: proto2's, so that data without it is refused."""

    name: str
    number: int
    json_name: str
    label: Label
    type: Type
    key: Type | None = None
    on_cycle: bool = False
    required: bool = False


@dataclass(frozen=True, slots=True)
class Oneof:
    """A oneof at the place of its first case; the cases are PLAIN fields."""

    name: str
    cases: tuple[Field, ...]


Member: TypeAlias = Field | Oneof


@dataclass(frozen=True, slots=True)
class Message:
    """A message type. ``name`` is its full name; ``on_cycle``: it can be reached from itself. ``retired`` are
    fields that another version of it has and this one no longer: a format whose fields have places keeps
    them."""

    name: str
    members: tuple[Member, ...]
    on_cycle: bool = False
    retired: tuple[Field, ...] = ()

    @property
    def fields(self) -> tuple[Field, ...]:
        """Every field in schema order, the cases of a oneof at the oneof's place."""
        found: list[Field] = []
        for member in self.members:
            found.extend(member.cases if isinstance(member, Oneof) else (member,))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Enum:
    """An enum type. ``values`` has one name a number, in order of declaration; ``aliases`` the further
    names (``allow_alias``)."""

    name: str
    values: tuple[tuple[str, int], ...]
    aliases: tuple[tuple[str, int], ...] = ()

    @property
    def numbers(self) -> frozenset[int]:
        return frozenset(number for _, number in self.values)


@dataclass(frozen=True, slots=True)
class Schema:
    """Everything that the root type reaches.

    ``messages`` stand so that a type comes after all it holds by value; only references along a cycle
    point forward. ``root`` is the full name of the root type.
    """

    root: str
    messages: tuple[Message, ...]
    enums: tuple[Enum, ...]
    _message_by_name: dict[str, Message] = field(init=False, repr=False, compare=False, hash=False)
    _enum_by_name: dict[str, Enum] = field(init=False, repr=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_message_by_name", {message.name: message for message in self.messages})
        object.__setattr__(self, "_enum_by_name", {enum.name: enum for enum in self.enums})

    @property
    def type_names(self) -> tuple[str, ...]:
        """The full names of all messages and enums."""
        return (*self._message_by_name, *self._enum_by_name)

    def message(self, name: str) -> Message:
        return self._message_by_name[name]

    def enum(self, name: str) -> Enum:
        return self._enum_by_name[name]

    def sha256(self) -> str:
        """SHA-256 of the canonical description: comments, spacing and unreachable types do not count."""
        description = {
            "root": self.root,
            "messages": [asdict(message, dict_factory=_described) for message in self.messages],
            "enums": [asdict(enum) for enum in self.enums],
        }
        text = json.dumps(description, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def _described(items: list[tuple[str, object]]) -> dict[str, object]:
    """The items of a description. ``required`` and ``retired`` are given only where they say anything: few
    schemas have them."""
    return {name: value for name, value in items if name not in ("required", "retired") or value}
