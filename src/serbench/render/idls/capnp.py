"""The names and types of a rendered .capnp file (formats/capnproto.md)."""

import re
from dataclasses import dataclass
from itertools import count
from typing import ClassVar

from serbench.render.idl import FieldNaming, IdlNames, ReservedWords, camel_case, snake_case
from serbench.schema.model import Field, Kind, Label, Member, Message, Oneof, Schema

# Types of the language, and classes that every generated class holds.
_TAKEN_TYPE = re.compile(
    r"U?Int(8|16|32|64)|Float(32|64)|Bool|Text|Data|Void|Any(Pointer|Struct|List)|Capability"
    r"|Reader|Builder|Pipeline|Which|Owned"
)
_POINTERS = (Kind.STRING, Kind.BYTES, Kind.MESSAGE)


@dataclass(frozen=True, slots=True)
class CapnpType:
    """A rendered struct: its name (also that of the C++ class) and its module in Rust."""

    name: str
    module: str


@dataclass(frozen=True, slots=True)
class CapnpField:
    """One field of a rendered struct: its name, also as it ends a word (``getStem``), its whole declaration,
    and the variant that holds an optional number (within the module ``message_capnp``)."""

    name: str
    stem: str
    declaration: str
    present: str = ""


@dataclass(frozen=True, slots=True)
class CapnpUnion:
    """A oneof: the name of its group, also as it ends a word, and the declaration of the member that
    represents no case."""

    name: str
    stem: str
    absent: str


@dataclass(frozen=True, slots=True)
class CapnpCase:
    """One case of a oneof: its name, also as it ends a word, its declaration, the enumerator and the variant
    that stand for it (the variant within the module ``message_capnp``)."""

    name: str
    stem: str
    declaration: str
    enumerator: str
    variant: str


@dataclass(frozen=True, slots=True)
class CapnpEntry:
    """The struct of a map's entries: its name and the types of its two fields."""

    name: str
    key: str
    value: str


class Names(IdlNames):
    """An enum of the schema is a number."""

    has_enums = False
    # Classes that every generated class holds; that of an optional number's union is called by the field.
    fields = FieldNaming(
        reserved=frozenset("builder pipeline reader which".split()), prefixes=(), suffixes=()
    )
    leaves: ClassVar = {
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

    def __init__(self, schema: Schema, words: ReservedWords) -> None:
        super().__init__(schema, words)
        self.entries: list[CapnpEntry] = []
        self.ordinals = {message.name: count() for message in schema.messages}

    def accepts(self, name: str) -> bool:
        return _TAKEN_TYPE.fullmatch(name) is None

    def message(self, name: str) -> CapnpType:
        return CapnpType(name, snake_case(name))

    def file(self) -> tuple[CapnpEntry, ...]:
        return tuple(self.entries)

    def member(self, message: Message, member: Member, position: int) -> CapnpField | CapnpUnion:
        ordinals = self.ordinals[message.name]
        if isinstance(member, Oneof):
            name = f"oneof{position}"
            return CapnpUnion(name, _stem(name), f"absent @{next(ordinals)} :Void")
        name = self.field_name(message, member)
        if member.label is Label.OPTIONAL and member.type.kind not in _POINTERS:
            absent, present = next(ordinals), next(ordinals)
            type_ = self.leaf(member.type)
            declaration = f"{name} :union {{ absent @{absent} :Void; present @{present} :{type_}; }}"
            variant = f"{snake_case(self.types[message.name])}::{snake_case(name)}::Present"
            return CapnpField(name, _stem(name), declaration, variant)
        declaration = f"{name} @{next(ordinals)} :{self.type_of(member)};"
        return CapnpField(name, _stem(name), declaration)

    def case(self, message: Message, case: Field, position: int, number: int) -> CapnpCase:
        type_, ordinal = self.types[message.name], next(self.ordinals[message.name])
        return CapnpCase(
            name=f"case{number}",
            stem=f"Case{number}",
            declaration=f"case{number} @{ordinal} :{self.leaf(case.type)}",
            enumerator=f"::wire::{type_}::Oneof{position}::CASE{number}",
            variant=f"{snake_case(type_)}::oneof{position}::Case{number}",
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
        name = self.free_name(f"Entry{len(self.entries)}")
        self.entries.append(CapnpEntry(name, key, value))
        return name


def _stem(name: str) -> str:
    """A field's name as it ends a word."""
    return name[0].upper() + name[1:]
