"""The names and types of a rendered .capnp file (formats/capnproto.md)."""

import re
from dataclasses import dataclass
from typing import ClassVar

from serbench.render.idl import FieldNaming, IdlNames, ReservedWords, by_number, camel_case, snake_case
from serbench.schema.model import Field, Kind, Label, Member, Message, Oneof, Schema

# Types of the language, and classes that every generated class holds.
_TAKEN_TYPE = re.compile(
    r"U?Int(8|16|32|64)|Float(32|64)|Bool|Text|Data|Void|Any(Pointer|Struct|List)|Capability"
    r"|Reader|Builder|Pipeline|Which|Owned"
)
_POINTERS = (Kind.STRING, Kind.BYTES, Kind.MESSAGE)


@dataclass(frozen=True, slots=True)
class CapnpType:
    """A rendered struct: its name (also that of the C++ class) and its module in Rust, and the declarations
    of fields that it no longer has, which keep their places."""

    name: str
    module: str
    obsolete: tuple[str, ...] = ()


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

    template = "capnp.j2"
    makes = "message.capnp"
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
        self.ordinals: dict[tuple[str, str], int] = {}
        for message in schema.messages:
            self.number_fields(message)

    def accepts(self, name: str) -> bool:
        return _TAKEN_TYPE.fullmatch(name) is None

    def number_fields(self, message: Message) -> None:
        """Gives each member its first ordinal; its others follow."""
        ordinal = 0
        for member in by_number(message):
            self.ordinals[message.name, member.name] = ordinal
            ordinal += _ordinals_of(member)

    def message(self, name: str) -> CapnpType:
        message = next(one for one in self.schema.messages if self.types[one.name] == name)
        obsolete = tuple(
            self.field(message, old, f"obsolete{old.number}").declaration for old in message.retired
        )
        return CapnpType(name, snake_case(name), obsolete)

    def file(self) -> tuple[CapnpEntry, ...]:
        return tuple(self.entries)

    def member(self, message: Message, member: Member, position: int) -> CapnpField | CapnpUnion:
        if isinstance(member, Oneof):
            name = f"oneof{position}"
            absent = f"absent @{self.ordinals[message.name, member.name]} :Void"
            return CapnpUnion(name, _stem(name), absent)
        return self.field(message, member, self.field_name(message, member))

    def field(self, message: Message, field: Field, name: str) -> CapnpField:
        ordinal = self.ordinals[message.name, field.name]
        if _has_tag(field):
            type_ = self.leaf(field.type)
            declaration = f"{name} :union {{ absent @{ordinal} :Void; present @{ordinal + 1} :{type_}; }}"
            variant = f"{snake_case(self.types[message.name])}::{snake_case(name)}::Present"
            return CapnpField(name, _stem(name), declaration, variant)
        return CapnpField(name, _stem(name), f"{name} @{ordinal} :{self.type_of(field)};")

    def case(self, message: Message, case: Field, position: int, number: int) -> CapnpCase:
        oneof = message.members[position]
        type_, ordinal = self.types[message.name], self.ordinals[message.name, oneof.name] + number
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


def _has_tag(field: Field) -> bool:
    """Whether a field is a group with a tag that tells absent from default."""
    return field.label is Label.OPTIONAL and field.type.kind not in _POINTERS


def _ordinals_of(member: Member) -> int:
    if isinstance(member, Oneof):
        return 1 + len(member.cases)
    return 2 if _has_tag(member) else 1


def _stem(name: str) -> str:
    """A field's name as it ends a word."""
    return name[0].upper() + name[1:]
