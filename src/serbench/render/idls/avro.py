"""The names and types of a rendered Avro schema, and its text (formats/avro.md).

Avro has no file with declarations: the schema is the root's type as JSON, in which each named type is defined
where it is first used.
"""

import json
import re
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, TypeAlias

from serbench.render.idl import FieldNaming, IdlEnum, IdlNames, camel_case, numbered
from serbench.schema.model import Enum, Field, Kind, Label, Member, Message, Oneof, Type

NAMESPACE = "wire"

# What generated Java imports.
_IMPORTED = re.compile(r"(Binary|Json|Raw|Schema|Specific).*|BigDecimal|GenericArray|Utf8")
# A type as Avro's JSON has it.
AvroType: TypeAlias = str | list[Any] | dict[str, Any]
_PRIMITIVES = frozenset("null boolean int long float double string bytes".split())
# The polynomial of CRC-64-AVRO, which is the fingerprint of nothing too.
_EMPTY = 0xC15D213AA4D7A795
_DEFAULTS: dict[str, Any] = {
    "boolean": False,
    "int": 0,
    "long": 0,
    "float": 0.0,
    "double": 0.0,
    "string": "",
    "bytes": "",
}


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
    """The schema as JSON text, and the same with a default for every field and enum, which a reader needs to
    resolve the schema of another version. ``fingerprint`` is what a single object's header has of either: its
    8 bytes in their order."""

    text: str
    text_with_defaults: str
    fingerprint: bytes


class Names(IdlNames):
    fields = FieldNaming(
        # Members of generated classes and namespaces that their code names.
        reserved=frozenset("avro boost class_schema conversion custom_coders schema specific_data".split()),
        prefixes=("clear_", "get_", "has_", "set_"),
        suffixes=("_builder",),
    )
    leaves: ClassVar = {
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

    def accepts(self, name: str) -> bool:
        return _IMPORTED.fullmatch(name) is None

    def enum(self, enum: Enum) -> IdlEnum:
        """An enum goes over the wire as the position of its symbol."""
        return numbered(self.types[enum.name], [number for _, number in enum.values])

    def file(self) -> AvroFile:
        plain, defaulted = (_Text(self, defaults).message(self.schema.root) for defaults in (False, True))
        fingerprint = crc_64_avro(canonical(plain).encode()).to_bytes(8, "little")
        return AvroFile(json.dumps(plain, indent=1), json.dumps(defaulted, indent=1), fingerprint)

    def member(self, message: Message, member: Member, position: int) -> AvroField:
        if isinstance(member, Oneof):
            return AvroField(f"oneof_{position}", "oneof", position=position)
        name, branch = self.naming.name(message, member), self.branch(member.type)
        if member.key is not None and member.key.kind is not Kind.STRING:
            entry = self.free_name(f"{self.types[message.name]}Entry{member.number}")
            return AvroField(name, "entries", branch, entry, member.on_cycle, position)
        shape = {Label.PLAIN: "value", Label.OPTIONAL: "optional", Label.REPEATED: "list", Label.MAP: "map"}
        # The C++ generator fails on a record that holds itself by an array or map, but not by a union.
        nullable = member.on_cycle and member.label in (Label.REPEATED, Label.MAP)
        return AvroField(name, shape[member.label], branch, "", nullable, position)

    def case(self, message: Message, case: Field, position: int, number: int) -> AvroCase:
        """Versions of a schema find each other's cases by this name."""
        return AvroCase(self.free_name(f"{self.types[message.name]}Case{case.number}"))

    def branch(self, type_: Type) -> str:
        return "bool" if type_.kind is Kind.BOOL else self.leaf(type_)


class _Text:
    """Writes the schema: a named type in full at its first occurrence, by its name from then on."""

    def __init__(self, names: Names, has_defaults: bool) -> None:
        self.names = names
        self.has_defaults = has_defaults
        self.defined: set[str] = set()

    def message(self, full_name: str) -> AvroType:
        name = self.names.types[full_name]
        if name in self.defined:
            return name
        self.defined.add(name)
        message = self.names.schema.message(full_name)
        fields = [
            (self.names.members[message.name, member.name].name, self.member(message, member))
            for member in message.members
        ]
        record = _record(name, *fields)
        if self.has_defaults:
            for field, member in zip(record["fields"], message.members, strict=True):
                field["default"] = self.default(message, member)
        return record | {"namespace": NAMESPACE} if full_name == self.names.schema.root else record

    def member(self, message: Message, member: Member) -> AvroType:
        if isinstance(member, Oneof):
            return ["null", *(self.case(message, case) for case in member.cases)]
        named = self.names.members[message.name, member.name]
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

    def default(self, message: Message, member: Member) -> Any:
        """The value of a field that a message lacks, as protobuf has it."""
        shape = self.names.members[message.name, member.name].shape
        if isinstance(member, Oneof) or shape != "value":
            return {"list": [], "entries": [], "map": {}}.get(shape)
        if member.type.kind is Kind.ENUM:
            return self.names.enums[member.type.name].values[0][0]
        return _DEFAULTS[self.names.leaf(member.type)]

    def inner(self, field: Field, named: AvroField) -> AvroType:
        value = self.leaf(field.type)
        return ["null", value] if named.nullable else value

    def case(self, message: Message, case: Field) -> AvroType:
        """Two branches of a union may not have one type, so each case is a record of its own."""
        return _record(self.names.cases[message.name, case.name].record, ("v", self.leaf(case.type)))

    def leaf(self, type_: Type) -> AvroType:
        if type_.kind is Kind.MESSAGE:
            return self.message(type_.name)
        if type_.kind is Kind.ENUM:
            return self.enum(self.names.enums[type_.name])
        return self.names.leaf(type_)

    def enum(self, enum: IdlEnum) -> AvroType:
        if enum.name in self.defined:
            return enum.name
        self.defined.add(enum.name)
        symbols = [symbol for symbol, _ in enum.values]
        found = {"type": "enum", "name": enum.name, "symbols": symbols}
        return found | {"default": symbols[0]} if self.has_defaults else found


def canonical(type_: AvroType) -> str:
    """The Parsing Canonical Form of a schema whose names are all in our namespace (specification, "Parsing
    Canonical Form for Schemas")."""
    return json.dumps(_canonical(type_), separators=(",", ":"))


def _canonical(type_: AvroType) -> AvroType:
    if isinstance(type_, str):
        return type_ if type_ in _PRIMITIVES else f"{NAMESPACE}.{type_}"
    if isinstance(type_, list):
        return [_canonical(branch) for branch in type_]
    parts = ("name", "type", "fields", "symbols", "items", "values")
    found: dict[str, Any] = {part: type_[part] for part in parts if part in type_}
    if "name" in found:
        found["name"] = f"{NAMESPACE}.{found['name']}"
    if "fields" in found:
        fields = found["fields"]
        found["fields"] = [{"name": one["name"], "type": _canonical(one["type"])} for one in fields]
    for inner in found.keys() & {"items", "values"}:
        found[inner] = _canonical(found[inner])
    return found


def crc_64_avro(data: bytes) -> int:
    """The fingerprint CRC-64-AVRO (specification, "Schema Fingerprints")."""
    found = _EMPTY
    for byte in data:
        found = (found >> 8) ^ _crc_table()[(found ^ byte) & 0xFF]
    return found


@cache
def _crc_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = (byte >> 1) ^ (_EMPTY if byte & 1 else 0)
        table.append(byte)
    return tuple(table)


def _record(name: str, *fields: tuple[str, AvroType]) -> dict[str, Any]:
    return {
        "type": "record",
        "name": name,
        "fields": [{"name": field, "type": type_} for field, type_ in fields],
    }
