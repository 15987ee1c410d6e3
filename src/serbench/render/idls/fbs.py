"""The names and types of a rendered .fbs file (formats/flatbuffers.md)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from serbench.render.idl import (
    FieldNaming,
    IdlEnum,
    IdlNames,
    ReservedWords,
    ascending,
    by_number,
    camel_case,
    numbered,
)
from serbench.render.names import unique_names
from serbench.schema.model import Enum, Field, Kind, Label, Member, Message, Oneof, Schema, Type

# Functions and types that the compiler makes of a type's name, and names that its code uses.
_GENERATED_TYPE = re.compile(
    r"(Create|EnumName|EnumNames|EnumValues|Finish|Get|SizePrefixed|Verify)[A-Z].*"
    r"|.*Args|.*Builder|.*Offset|.*Vector|ByteBuffer|ByteOrder|Constants|Struct|Table|Verifier"
)
_STORED_BY_OFFSET = (Kind.STRING, Kind.BYTES, Kind.MESSAGE)
# What a table holds of a field other than an offset of 4 bytes.
_INLINE_BYTES = {Kind.BOOL: 1, Kind.INT64: 8, Kind.UINT64: 8, Kind.DOUBLE: 8}


@dataclass(frozen=True, slots=True)
class FbsField:
    """One field of a rendered table: its name (also the C++ accessor), its type with the default, the C++
    variable that holds its value or offset while a table is built, and the C++ type of the table that wraps
    an element: of a list of bytes, or of a map; ``table`` is its name alone. ``getter`` is Java's accessor,
    ``verb`` what follows the verb in Java's other methods (``addVerb``). ``slot`` is the field's id, of a
    union that of its value, which follows that of its type; ``inline_bytes`` is what a table holds of it;
    ``declaration`` is the field as the file declares it: in a struct without its id."""

    name: str
    type: str
    local: str
    element: str = ""
    table: str = ""
    getter: str = ""
    verb: str = ""
    slot: int = 0
    inline_bytes: int = 4
    declaration: str = ""


@dataclass(frozen=True, slots=True)
class FbsCase:
    """One case of a rendered union: its name, its table, that table's C++ type, the C++ enumerator that
    names the case, and the accessor that reads it."""

    name: str
    type: str
    table: str
    enumerator: str
    getter: str


@dataclass(frozen=True, slots=True)
class FbsUnion:
    """A rendered union: its name and its cases in order."""

    name: str
    cases: tuple[FbsCase, ...]


@dataclass(frozen=True, slots=True)
class FbsTable:
    """A rendered table that the schema does not have, with its fields' declarations: the entry of a map, or
    the wrapper of one value."""

    name: str
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FbsFile:
    """The declarations of the .fbs besides the schema's own types.
    ``slots`` tells how many fields a table has, a union counting as two. ``layouts`` tells whether a message
    is a ``table`` or a ``struct``. ``retired`` has the declarations of fields that a table no longer has."""

    wrappers: tuple[FbsTable, ...]
    entries: tuple[FbsTable, ...]
    unions: tuple[FbsUnion, ...]
    slots: Mapping[str, int]
    layouts: Mapping[str, str]
    retired: Mapping[str, tuple[str, ...]]


class Names(IdlNames):
    """A oneof is a field whose type is a union."""

    template = "fbs.j2"
    makes = "message.fbs"
    fields = FieldNaming(
        # The second half are words to which the generator of Rust would append an underscore.
        reserved=frozenset(
            """builder create finalize flatbuffers follow get_byte_buffer init_from_table
            key_compare_less_than key_compare_with_value verifier

            alignof do f32 f64 from_little_endian i8 i16 i32 i64 i128 isize offsetof proc pure push sizeof
            to_little_endian u8 u16 u32 u64 u128 usize""".split()
        ),
        prefixes=("add_", "create_", "end_", "get_", "has_", "mutable_", "mutate_", "start_"),
        suffixes=(
            "_as_byte_buffer",
            "_as_bytebuffer",
            "_by_key",
            "_in_byte_buffer",
            "_in_bytebuffer",
            "_length",
            "_offset",
            "_type",
            "_vector",
        ),
    )
    leaves: ClassVar = {
        Kind.BOOL: "bool",
        Kind.INT32: "int32",
        Kind.UINT32: "uint32",
        Kind.INT64: "int64",
        Kind.UINT64: "uint64",
        Kind.FLOAT: "float",
        Kind.DOUBLE: "double",
        Kind.STRING: "string",
        Kind.BYTES: "[ubyte]",
    }

    def __init__(self, schema: Schema, words: ReservedWords) -> None:
        super().__init__(schema, words)
        self.wrapper_names = self.name_wrappers(schema.enums)
        self.wrappers: dict[str, FbsTable] = {}
        self.entries: list[FbsTable] = []
        self.unions: list[FbsUnion] = []
        self.slots: dict[str, int] = {}
        self.ids: dict[tuple[str, str], int] = {}
        for message in schema.messages:
            self.slots[self.types[message.name]] = self.number_fields(message)

    def accepts(self, name: str) -> bool:
        return _GENERATED_TYPE.fullmatch(name) is None

    def enum(self, enum: Enum) -> IdlEnum:
        return numbered(self.types[enum.name], ascending(enum))

    def file(self) -> FbsFile:
        layouts = {self.types[message.name]: self.layout(message) for message in self.schema.messages}
        wrappers, entries, unions = self.wrappers.values(), self.entries, self.unions
        retired = {self.types[message.name]: self.retired(message) for message in self.schema.messages}
        return FbsFile(tuple(wrappers), tuple(entries), tuple(unions), self.slots, layouts, retired)

    def number_fields(self, message: Message) -> int:
        """Gives each member its id, a union that of its value behind that of its type; how many there are."""
        slots = 0
        for member in by_number(message):
            slots += 2 if isinstance(member, Oneof) else 1
            self.ids[message.name, member.name] = slots - 1
        return slots

    def retired(self, message: Message) -> tuple[str, ...]:
        """A place is all that a table keeps of a field."""
        return tuple(
            f"retired_{field.number}: ubyte (id: {self.ids[message.name, field.name]}, deprecated)"
            for field in message.retired
        )

    def layout(self, message: Message) -> str:
        return "table"

    def name_wrappers(self, enums: tuple[Enum, ...]) -> dict[str, str]:
        """The wrapper of each leaf's spelling: ``BytesValue``, ``Int32Value`` …"""
        wanted = {spelling: f"{str(kind).capitalize()}Value" for kind, spelling in self.leaves.items()}
        wanted |= {self.types[enum.name]: f"{self.types[enum.name]}Value" for enum in enums}
        wanted |= {
            self.types[message.name]: f"{self.types[message.name]}Value"
            for message in self.schema.messages
            if self.layout(message) == "struct"
        }
        names = unique_names(tuple(wanted.values()), lambda name: name, self.types.values())
        return dict(zip(wanted, names, strict=True))

    def member(self, message: Message, member: Member, position: int) -> FbsField:
        slot, name = self.ids[message.name, member.name], f"oneof_{position}"
        if isinstance(member, Oneof):
            named = _field(name, self.union(member, name).name, slot)
        else:
            named = self.field(message, member, slot)
        id_ = f" (id: {slot})" if self.layout(message) == "table" else ""
        return replace(named, declaration=f"{named.name}: {named.type}{id_}")

    def case(self, message: Message, case: Field, position: int, number: int) -> FbsCase:
        return self.unions[-1].cases[number - 1]

    def field(self, message: Message, field: Field, slot: int) -> FbsField:
        name, value = self.naming.name(message, field), self.leaf(field.type)
        if field.key is not None:
            entry = self.entry(field.key, field.type)
            return _field(name, f"[{entry}]", slot, entry)
        if field.label is Label.REPEATED and field.type.kind is Kind.BYTES:
            wrapper = self.wrapper(field.type)
            return _field(name, f"[{wrapper}]", slot, wrapper)
        if field.label is Label.REPEATED:
            return _field(name, f"[{value}]", slot)
        absent_is_null = field.label is Label.OPTIONAL and field.type.kind not in _STORED_BY_OFFSET
        named = _field(name, f"{value} = null" if absent_is_null else value, slot)
        return replace(named, inline_bytes=_INLINE_BYTES.get(field.type.kind, 4))

    def entry(self, key: Type, value: Type) -> str:
        name = self.free_name(f"Entry{len(self.entries)}", self.wrapper_names.values())
        # Java that is generated for a bool as a key does not compile.
        attribute = "" if key.kind is Kind.BOOL else " (key)"
        fields = (f"key: {self.leaf(key)}{attribute}", f"value: {self.leaf(value)}")
        self.entries.append(FbsTable(name, fields))
        return name

    def wrapper(self, type_: Type) -> str:
        """The table that holds one leaf."""
        spelling = self.leaf(type_)
        name = self.wrapper_names[spelling]
        self.wrappers[name] = FbsTable(name, (f"v: {spelling}",))
        return name

    def union(self, oneof: Oneof, field: str) -> FbsUnion:
        """A union's members are tables: those of messages as they are, leaves and structs in wrappers."""
        name = self.free_name(f"Oneof{len(self.unions)}", self.wrapper_names.values())
        cases: list[FbsCase] = []
        for position, case in enumerate(oneof.cases, 1):
            table = self.leaf(case.type) if self.is_table(case.type) else self.wrapper(case.type)
            label = f"case_{position}"
            cases.append(
                FbsCase(label, table, f"::wire::{table}", f"::wire::{name}::{label}", f"{field}_as_{label}")
            )
        union = FbsUnion(name, tuple(cases))
        self.unions.append(union)
        return union

    def is_table(self, type_: Type) -> bool:
        return type_.kind is Kind.MESSAGE and self.layout(self.schema.message(type_.name)) == "table"


def _field(name: str, type_: str, slot: int, table: str = "") -> FbsField:
    verb = camel_case(name)
    element = f"::wire::{table}" if table else ""
    return FbsField(name, type_, f"{name}_", element, table, verb[0].lower() + verb[1:], verb, slot)
