"""The names of a rendered .proto file: the field numbers and types, on which the bytes depend, stay those of
the schema."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from serbench.render.idl import FieldNaming, IdlNames, camel_case, snake_case
from serbench.schema.model import Field, Kind, Label, Member, Message, Oneof, Type


@dataclass(frozen=True, slots=True)
class ProtoField:
    """One field of a rendered .proto: its name (also the C++ accessor), its number, the spelling of its
    type and, in maps, of its key, and its whole ``declaration``. ``variant`` names a oneof's case within the
    module ``wire``."""

    name: str
    number: int
    type: str
    key: str = ""
    declaration: str = ""
    variant: str = ""


@dataclass(frozen=True, slots=True)
class ProtoOneof:
    """One oneof of a rendered .proto."""

    name: str


class Names(IdlNames):
    """A language of the family says how its files begin, the words before the type of a field by its label,
    and which of the schema's types, of values and of keys, it spells in another way."""

    template = "proto.j2"
    makes = "message.proto"
    syntax: ClassVar[str] = "proto3"
    presences: ClassVar[Mapping[Label, str]] = {Label.OPTIONAL: "optional ", Label.REPEATED: "repeated "}
    spelled: ClassVar[Mapping[str, str]] = {}
    spelled_as_key: ClassVar[Mapping[str, str]] = {}
    fields = FieldNaming(
        # Members of Java's classes, in addition to C++'s.
        reserved=frozenset(
            """all_fields default_instance_for_type descriptor_for_type field initialization_error_string
            oneof_field_descriptor parser_for_type repeated_field""".split()
        ),
        prefixes=("has_", "clear_", "set_", "mutable_", "add_", "release_", "set_allocated_", "get_"),
        suffixes=("_size", "_case", "_list", "_count", "_map", "_bytes", "_builder", "_value"),
    )

    def member(self, message: Message, member: Member, position: int) -> ProtoField | ProtoOneof:
        if isinstance(member, Oneof):
            return ProtoOneof(f"oneof_{position}")
        return self.field(message, member, self.presences.get(member.label, ""))

    def file(self) -> str:
        return self.syntax

    def case(self, message: Message, case: Field, position: int, number: int) -> ProtoField:
        named = self.field(message, case, "")
        oneof = f"{snake_case(self.types[message.name])}::Oneof{position}"
        return replace(named, variant=f"{oneof}::{camel_case(named.name)}")

    def field(self, message: Message, field: Field, presence: str) -> ProtoField:
        name, type_ = self.naming.name(message, field), self.leaf(field.type)
        key = self.leaf(field.key) if field.key else ""
        declared = self.spelled.get(type_, type_)
        if field.key is not None:
            declared = f"map<{self.spelled_as_key.get(key, key)}, {declared}>"
        declaration = f"{presence}{declared} {name} = {field.number}{self.options(field)};"
        return ProtoField(name, field.number, type_, key, declaration)

    def options(self, field: Field) -> str:
        """The options behind the number of a field; none by default."""
        return ""

    def leaf(self, type_: Type) -> str:
        return self.types[type_.name] if type_.kind in (Kind.MESSAGE, Kind.ENUM) else type_.proto

    def respelled(self, name: str) -> str:
        """``URLEntity`` as ``UrlEntity``: one generator spells types so, whatever the .proto says."""

        def word(run: re.Match[str]) -> str:
            text = run.group()
            begins_a_word = text[-1].isalpha() and run.end() < len(name)
            return text[:-1].capitalize() + text[-1] if begins_a_word else text.capitalize()

        return re.sub("[A-Z][A-Z0-9]+", word, name)
