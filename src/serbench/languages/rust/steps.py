"""The flat steps that Rust templates iterate over, and what a codec adds to the plain types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from serbench.languages.rust.names import rust_identifier
from serbench.render.idl import snake_case
from serbench.schema.access import Reading
from serbench.schema.model import Kind


@dataclass(frozen=True, slots=True)
class PlainStyle:
    """What a codec adds to the plain types.

    ``derives`` stand on every struct and enum. ``attributes`` maps what is to carry them to attributes
    without their brackets, in which ``{name}`` is the schema's name and ``{type}`` the Rust type's, on types
    its own and on fields that of one value, with its path. On types: ``message``, ``enum``, ``oneof`` (the
    enum of a oneof), ``message_on_cycle`` (messages that can reach themselves), ``oneof_on_cycle`` (oneofs
    with a case that leads back to their message), and ``value`` on the values of an enum. On fields:
    ``field`` (every one), the label (``plain``, ``optional``, ``boxed``, ``repeated``, ``map``,
    ``oneof_field``), label and leaf (``optional_bytes``, ``map_number`` …), ``on_cycle`` (those that lead
    back to their message). On the cases of a oneof: ``case``, ``case_bytes`` …, and on the value in a case
    ``on_cycle``. The kind of a number, where it is named (``map_uint64``), stands in the place of all
    numbers.

    ``snake_case`` has the fields of structs named so, where a derive finds no others; ``taken`` are names of
    fields with which what a derive generates does not compile.
    """

    derives: tuple[str, ...] = ()
    attributes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    snake_case: bool = False
    taken: tuple[str, ...] = ()

    def field_name(self, name: str) -> str:
        """The name of a struct's field, from that in the schema."""
        identifier = rust_identifier(snake_case(name) if self.snake_case else name)
        return f"{identifier}_" if identifier in self.taken else identifier

    def of(self, name: str, *kinds: str, type_name: str = "") -> tuple[str, ...]:
        """The attributes for these kinds, in their order."""
        lines = (line for kind in kinds for line in self.attributes.get(kind, ()))
        plain_type = type_name.removeprefix("r#")
        return tuple(line.replace("{name}", name).replace("{type}", plain_type) for line in lines)

    def leaf(self, label: str, kind: Kind, leaf: str) -> str:
        """The name of the attributes of a field or a case with this kind of value."""
        narrow = f"{label}_{kind}"
        return narrow if narrow in self.attributes else f"{label}_{leaf}"


# Types of the standard library as they are written where nothing hides them.
_WRITTEN = (
    ("::std::primitive::", ""),
    ("::std::string::String", "String"),
    ("::std::vec::Vec", "Vec"),
    ("::std::option::Option", "Option"),
    ("::std::boxed::Box", "Box"),
    ("::std::collections::", "std::collections::"),
)


def _written(type_: str) -> str:
    for path, name in _WRITTEN:
        type_ = type_.replace(path, name)
    return type_


@dataclass(frozen=True, slots=True)
class RustCase:
    """One case of a oneof: its variant, its name in the schema, the type it holds (``type``, boxed on a
    cycle) and that of the value inside (``value``), its position from 1. ``held_attributes`` stand on the
    value that it holds."""

    kind: str
    name: str
    schema_name: str
    type: str
    value: str
    value_kind: str
    position: int
    attributes: tuple[str, ...]
    held_attributes: tuple[str, ...]
    idl: Any
    reading: str = str(Reading.WHOLE)

    @property
    def written(self) -> str:
        """``type`` as an application writes it."""
        return _written(self.type)


@dataclass(frozen=True, slots=True)
class RustStep:
    """One field of a plain struct.

    ``kind`` is ``LABEL_LEAF``: the label one of plain, optional, boxed (an Option<Box> on a cycle), repeated,
    map; the leaf one of bool, number, enum, string, bytes, message (in maps that of the value); or ``oneof``.
    ``type`` is the field's whole type, ``value`` that of one value inside it (of a oneof: its enum), ``key``
    that of a map's key. ``reading`` says what a plan does with it (serbench.schema.access.Reading).
    """

    kind: str
    name: str
    schema_name: str
    type: str
    value: str
    attributes: tuple[str, ...]
    value_kind: str = ""
    key: str = ""
    key_kind: str = ""
    reading: str = str(Reading.WHOLE)
    cases: tuple[RustCase, ...] = ()
    type_attributes: tuple[str, ...] = ()
    type_name: str = ""
    idl: Any = None

    @property
    def written(self) -> str:
        """``type`` as an application writes it: some derives know a Vec or a String only by its spelling."""
        return _written(self.type)


@dataclass(frozen=True, slots=True)
class PlanSteps:
    """An access plan in one message: ``scan`` has every field in order, those not read marked ``skip``;
    ``opening`` is ``scan`` up to the last that is read; ``read`` has only those that are read. ``number`` is
    the constant that names the plan."""

    name: str
    number: str
    scan: tuple[RustStep, ...]
    opening: tuple[RustStep, ...]
    read: tuple[RustStep, ...]


@dataclass(frozen=True, slots=True)
class RustMessage:
    """A plain struct: its name, its path, its fields, the plans that enter it."""

    name: str
    type: str
    attributes: tuple[str, ...]
    steps: tuple[RustStep, ...]
    plans: tuple[PlanSteps, ...]
    idl: Any


@dataclass(frozen=True, slots=True)
class RustValue:
    """One value of an enum: its variant, its name in the schema and its number."""

    name: str
    schema_name: str
    number: int
    attributes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RustEnum:
    """An enum without explicit discriminants; the first value is the default."""

    name: str
    type: str
    attributes: tuple[str, ...]
    values: tuple[RustValue, ...]
    idl: Any


@dataclass(frozen=True, slots=True)
class RustSchema:
    """What a Rust template sees; ``idl`` is what the codec's IDL file has besides the schema's own types
    (serbench.render.idls)."""

    root: RustMessage
    messages: tuple[RustMessage, ...]
    enums: tuple[RustEnum, ...]
    derives: tuple[str, ...]
    sha256: str
    idl: Any
