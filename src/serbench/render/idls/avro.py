"""The names and types of a rendered Avro schema, and its text (formats/avro.md).

Avro has no file with declarations: the schema is the root's type as JSON, in which each named type is defined
where it is first used.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, TypeAlias

from serbench.render.idl import FieldNaming, Idl, IdlEnum, ReservedWords, camel_case, type_names
from serbench.render.names import unique_names
from serbench.schema.model import Enum, Field, Kind, Label, Member, Message, Oneof, Schema, Type

NAMESPACE = "wire"

_NAMING = FieldNaming(
    # Members of generated classes and namespaces that their code names.
    reserved=frozenset("avro boost class_schema conversion custom_coders schema specific_data".split()),
    prefixes=("clear_", "get_", "has_", "set_"),
    suffixes=("_builder",),
)
# What generated Java imports.
_IMPORTED = re.compile(r"(Binary|Json|Raw|Schema|Specific).*|BigDecimal|GenericArray|Utf8")
_LEAVES = {
    Kind.BOOL: "boolean",
    Kind.INT32: "int",
    Kind.UINT32: "int",
    Kind.INT64: "long",
    Kind.UINT64: "long",
    Kind.FLOAT: "float",
    Kind.DOUBLE: "double",
    Kind.STRING: "string",
    Kind.BYTES: "bytes",
}

# A type as Avro's JSON has it.
AvroType: TypeAlias = str | list[Any] | dict[str, Any]


@dataclass(frozen=True, slots=True)
class AvroField:
    """One field of a rendered record.

    ``shape`` is value, optional (a union with null), list, map (keys are strings), entries (a map as an array
    of records, whose name is ``entry``) or oneof. ``branch`` is what generated C++ calls the value's type as
    a branch of a union. What is in a list, map or entry stands in a union with null where ``nullable`` is
    true, though it never is null. ``position`` is the field's in its record, ``verb`` what follows the verb
    in Java's accessors (``getVerb``).
    """

    name: str
    shape: str
    branch: str = ""
    entry: str = ""
    nullable: bool = False
    position: int = 0

    @property
    def verb(self) -> str:
        return camel_case(self.name)


@dataclass(frozen=True, slots=True)
class AvroCase:
    """One case of a oneof: the record that represents it in the union; its one field is called ``v``."""

    record: str


@dataclass(frozen=True, slots=True)
class AvroFile:
    """The schema as JSON text."""

    text: str


def lower(schema: Schema, words: ReservedWords) -> Idl:
    """Names for all messages, enums, fields and oneofs of a schema, and its text."""
    return _Naming(schema, words).names()


class _Naming:
    """Holds the names assigned so far while a schema is traversed."""

    def __init__(self, schema: Schema, words: ReservedWords) -> None:
        self.schema = schema
        self.naming = _NAMING.without(words)
        full_names = [message.name for message in schema.messages] + [enum.name for enum in schema.enums]
        self.types = type_names(full_names, words, lambda name: _IMPORTED.fullmatch(name) is None)
        self.enums = {enum.name: self.enum(enum) for enum in schema.enums}
        self.members: dict[tuple[str, str], AvroField] = {}
        self.cases: dict[tuple[str, str], AvroCase] = {}
        self.entries = self.oneofs = 0

    def names(self) -> Idl:
        for message in self.schema.messages:
            for position, member in enumerate(message.members):
                self.members[message.name, member.name] = self.member(message, member, position)
        text = json.dumps(_Text(self).message(self.schema.root), indent=1)
        return Idl(
            messages={message.name: self.types[message.name] for message in self.schema.messages},
            enums=self.enums,
            members=self.members,
            cases=self.cases,
            file=AvroFile(text),
        )

    def enum(self, enum: Enum) -> IdlEnum:
        """An enum goes over the wire as the position of its symbol."""
        name = self.types[enum.name]
        return IdlEnum(name, tuple((f"{name}_{at}", number) for at, (_, number) in enumerate(enum.values)))

    def member(self, message: Message, member: Member, position: int) -> AvroField:
        if isinstance(member, Oneof):
            for number, case in enumerate(member.cases, 1):
                self.cases[message.name, case.name] = AvroCase(self.free_name(f"Case{self.oneofs}_{number}"))
            self.oneofs += 1
            return AvroField(f"oneof_{position}", "oneof", position=position)
        name, branch = self.naming.name(message, member), self.branch(member.type)
        if member.key is not None and member.key.kind is not Kind.STRING:
            entry = self.free_name(f"Entry{self.entries}")
            self.entries += 1
            return AvroField(name, "entries", branch, entry, member.on_cycle, position)
        shape = {Label.PLAIN: "value", Label.OPTIONAL: "optional", Label.REPEATED: "list", Label.MAP: "map"}
        # The C++ generator fails on a record that holds itself by an array or map, but not by a union.
        nullable = member.on_cycle and member.label in (Label.REPEATED, Label.MAP)
        return AvroField(name, shape[member.label], branch, "", nullable, position)

    def free_name(self, wanted: str) -> str:
        return unique_names([wanted], lambda name: name, self.types.values())[0]

    def branch(self, type_: Type) -> str:
        if type_.kind is Kind.BOOL:
            return "bool"
        return _LEAVES.get(type_.kind) or self.types[type_.name]


class _Text:
    """Writes the schema: a named type in full at its first occurrence, by its name from then on."""

    def __init__(self, naming: _Naming) -> None:
        self.naming = naming
        self.defined: set[str] = set()

    def message(self, full_name: str) -> AvroType:
        name = self.naming.types[full_name]
        if name in self.defined:
            return name
        self.defined.add(name)
        message = self.naming.schema.message(full_name)
        fields = [
            (self.naming.members[message.name, member.name].name, self.member(message, member))
            for member in message.members
        ]
        record = _record(name, *fields)
        return record | {"namespace": NAMESPACE} if full_name == self.naming.schema.root else record

    def member(self, message: Message, member: Member) -> AvroType:
        if isinstance(member, Oneof):
            return ["null", *(self.case(message, case) for case in member.cases)]
        named = self.naming.members[message.name, member.name]
        match named.shape:
            case "optional":
                return ["null", self.leaf(member.type)]
            case "list":
                return {"type": "array", "items": self.inner(member, named)}
            case "map":
                return {"type": "map", "values": self.inner(member, named)}
            case "entries":
                assert member.key is not None
                key = ("key", self.leaf(member.key))
                entry = _record(named.entry, key, ("value", self.inner(member, named)))
                return {"type": "array", "items": entry}
        return self.leaf(member.type)

    def inner(self, field: Field, named: AvroField) -> AvroType:
        value = self.leaf(field.type)
        return ["null", value] if named.nullable else value

    def case(self, message: Message, case: Field) -> AvroType:
        """Two branches of a union may not have one type, so each case is a record of its own."""
        return _record(self.naming.cases[message.name, case.name].record, ("v", self.leaf(case.type)))

    def leaf(self, type_: Type) -> AvroType:
        if type_.kind is Kind.MESSAGE:
            return self.message(type_.name)
        if type_.kind is Kind.ENUM:
            return self.enum(self.naming.enums[type_.name])
        return _LEAVES[type_.kind]

    def enum(self, enum: IdlEnum) -> AvroType:
        if enum.name in self.defined:
            return enum.name
        self.defined.add(enum.name)
        return {"type": "enum", "name": enum.name, "symbols": [symbol for symbol, _ in enum.values]}


def _record(name: str, *fields: tuple[str, AvroType]) -> dict[str, Any]:
    return {
        "type": "record",
        "name": name,
        "fields": [{"name": field, "type": type_} for field, type_ in fields],
    }
