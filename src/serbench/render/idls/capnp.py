"""The names and types of a rendered .capnp file (formats/capnproto.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from serbench.render.idl import FieldNaming, Idl, ReservedWords, camel_case, snake_case, type_names
from serbench.render.names import unique_names
from serbench.schema.model import Field, Kind, Label, Member, Message, Oneof, Schema, Type

# Classes that every generated class holds; that of an optional number's union is called by the field.
_NAMING = FieldNaming(reserved=frozenset("builder pipeline reader which".split()), prefixes=(), suffixes=())
# Types of the language, and classes that every generated class holds.
_TAKEN_TYPE = re.compile(
    r"U?Int(8|16|32|64)|Float(32|64)|Bool|Text|Data|Void|Any(Pointer|Struct|List)|Capability"
    r"|Reader|Builder|Pipeline|Which|Owned"
)
_LEAVES = {
    Kind.BOOL: "Bool",
    Kind.INT32: "Int32",
    Kind.UINT32: "UInt32",
    Kind.INT64: "Int64",
    Kind.UINT64: "UInt64",
    Kind.FLOAT: "Float32",
    Kind.DOUBLE: "Float64",
    # An enum of the language has 16 bits and numbers from 0 without gaps.
    Kind.ENUM: "Int32",
    Kind.STRING: "Text",
    Kind.BYTES: "Data",
}
_POINTERS = (Kind.STRING, Kind.BYTES, Kind.MESSAGE)


@dataclass(frozen=True, slots=True)
class CapnpType:
    """A rendered struct: its name (also that of the C++ class) and its module in Rust."""

    name: str
    module: str


@dataclass(frozen=True, slots=True)
class CapnpField:
    """One field of a rendered struct: the stems of its accessors in C++ (``getStem``) and in Rust
    (``get_stem``), its whole declaration, and the Rust variant that holds an optional number (within the
    module ``message_capnp``)."""

    stem: str
    rust_stem: str
    declaration: str
    present: str = ""


@dataclass(frozen=True, slots=True)
class CapnpUnion:
    """A oneof: the name and accessors of its group, and the declaration of the member that represents no
    case."""

    name: str
    stem: str
    rust_stem: str
    absent: str


@dataclass(frozen=True, slots=True)
class CapnpCase:
    """One case of a oneof: its accessors, its declaration, the C++ enumerator and the Rust variant that name
    it (the variant within the module ``message_capnp``)."""

    stem: str
    rust_stem: str
    declaration: str
    enumerator: str
    variant: str


@dataclass(frozen=True, slots=True)
class CapnpEntry:
    """The struct of a map's entries: its name and the types of its two fields."""

    name: str
    key: str
    value: str


def lower(schema: Schema, words: ReservedWords) -> Idl:
    """Names and types for all messages, fields and oneofs of a schema; its enums are numbers."""
    return _Naming(schema, words).names()


class _Naming:
    """Holds the names assigned so far while a schema is traversed."""

    def __init__(self, schema: Schema, words: ReservedWords) -> None:
        self.schema = schema
        self.naming = _NAMING.without(words)
        full_names = [message.name for message in schema.messages]
        self.types = type_names(full_names, words, lambda name: _TAKEN_TYPE.fullmatch(name) is None)
        self.entries: list[CapnpEntry] = []

    def names(self) -> Idl:
        members: dict[tuple[str, str], CapnpField | CapnpUnion] = {}
        cases: dict[tuple[str, str], CapnpCase] = {}
        for message in self.schema.messages:
            ordinals = count()
            for position, member in enumerate(message.members):
                members[message.name, member.name] = self.member(message, member, position, ordinals)
                for number, case in enumerate(member.cases if isinstance(member, Oneof) else (), 1):
                    found = self.case(message, case, f"oneof{position}", number, ordinals)
                    cases[message.name, case.name] = found
        return Idl(
            messages={name: CapnpType(short, snake_case(short)) for name, short in self.types.items()},
            enums={},
            members=members,
            cases=cases,
            file=tuple(self.entries),
        )

    def member(
        self, message: Message, member: Member, position: int, ordinals: Iterator[int]
    ) -> CapnpField | CapnpUnion:
        if isinstance(member, Oneof):
            name = f"oneof{position}"
            return CapnpUnion(name, _stem(name), name, f"absent @{next(ordinals)} :Void")
        name = self.field_name(message, member)
        if member.label is Label.OPTIONAL and member.type.kind not in _POINTERS:
            absent, present = next(ordinals), next(ordinals)
            type_ = self.leaf(member.type)
            declaration = f"{name} :union {{ absent @{absent} :Void; present @{present} :{type_}; }}"
            variant = f"{snake_case(self.types[message.name])}::{snake_case(name)}::Present"
            return CapnpField(_stem(name), snake_case(name), declaration, variant)
        declaration = f"{name} @{next(ordinals)} :{self.type_of(member)};"
        return CapnpField(_stem(name), snake_case(name), declaration)

    def case(
        self, message: Message, case: Field, group: str, number: int, ordinals: Iterator[int]
    ) -> CapnpCase:
        type_ = self.types[message.name]
        return CapnpCase(
            stem=f"Case{number}",
            rust_stem=f"case{number}",
            declaration=f"case{number} @{next(ordinals)} :{self.leaf(case.type)}",
            enumerator=f"::wire::{type_}::{_stem(group)}::CASE{number}",
            variant=f"{snake_case(type_)}::{group}::Case{number}",
        )

    def field_name(self, message: Message, field: Field) -> str:
        """Names have no underscores. The C++ class of an optional number's group must not be named like the
        class around it."""
        stem = camel_case(self.naming.name(message, field))
        taken = stem == self.types[message.name]
        return f"field{field.number}" if taken else stem[0].lower() + stem[1:]

    def type_of(self, field: Field) -> str:
        value = self.leaf(field.type)
        if field.key is not None:
            return f"List({self.entry(self.leaf(field.key), value)})"
        return f"List({value})" if field.label is Label.REPEATED else value

    def entry(self, key: str, value: str) -> str:
        wanted = f"Entry{len(self.entries)}"
        (name,) = unique_names([wanted], lambda name: name, self.types.values())
        self.entries.append(CapnpEntry(name, key, value))
        return name

    def leaf(self, type_: Type) -> str:
        return _LEAVES.get(type_.kind) or self.types[type_.name]


def _stem(name: str) -> str:
    """A field's name as its C++ accessors hold it."""
    return name[0].upper() + name[1:]
