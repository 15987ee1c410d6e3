"""The names and types of a rendered .thrift file (formats/thrift.md)."""

from __future__ import annotations

from dataclasses import dataclass

from serbench.render.idl import FieldNaming, Idl, numbered, type_names, zero_first
from serbench.schema.model import Field, Kind, Label, Member, Message, Oneof, Schema, Type

# The compiler refuses the keywords of every language that it has ever generated, whatever is generated now.
_RESERVED = frozenset(
    """alias args begin binary cpp_include cpp_namespace cpp_type declare def del dynamic elif elseif elsif
    end enddeclare endfor endforeach endif endswitch endwhile ensure except exception exec foreach from
    function global i8 i16 i32 i64 include is lambda list map next nil not oneway optional pass
    php_namespace print raise redo required rescue retry senum service set slist then undef unless until
    uuid when with xsd_all xsd_optional""".split()
)
# Members and parameters of generated classes.
_GENERATED = frozenset("out print_to read rhs validate write".split())
_NAMING = FieldNaming(
    _RESERVED | _GENERATED, prefixes=("set_", "get_", "is_set_", "unset_"), suffixes=("_size",)
)
_LEAVES = {
    Kind.BOOL: "bool",
    Kind.INT32: "i32",
    Kind.UINT32: "i32",
    Kind.INT64: "i64",
    Kind.UINT64: "i64",
    Kind.FLOAT: "double",
    Kind.DOUBLE: "double",
    Kind.STRING: "string",
    Kind.BYTES: "binary",
}


@dataclass(frozen=True, slots=True)
class ThriftField:
    """One field of a rendered struct or union: its name (also the C++ member), its type, and the whole
    declaration."""

    name: str
    type: str
    declaration: str


def lower(schema: Schema) -> Idl:
    """Names and types for all messages, enums, fields and oneofs of a schema; a oneof is a field whose
    type is a union."""
    return _Naming(schema).names()


class _Naming:
    """Holds what is named already while a schema is gone through."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        full_names = [message.name for message in schema.messages] + [enum.name for enum in schema.enums]
        self.types = type_names(full_names)
        self.unions = 0

    def names(self) -> Idl:
        members: dict[tuple[str, str], ThriftField] = {}
        cases: dict[tuple[str, str], ThriftField] = {}
        for message in self.schema.messages:
            for position, member in enumerate(message.members, 1):
                members[message.name, member.name] = self.member(message, member, position)
                for number, case in enumerate(member.cases if isinstance(member, Oneof) else (), 1):
                    cases[message.name, case.name] = self.case(message, case, number)
        return Idl(
            messages={message.name: self.types[message.name] for message in self.schema.messages},
            enums={
                enum.name: numbered(self.types[enum.name], zero_first(enum)) for enum in self.schema.enums
            },
            members=members,
            cases=cases,
        )

    def member(self, message: Message, member: Member, position: int) -> ThriftField:
        if isinstance(member, Oneof):
            self.unions += 1
            return _declared(position, "optional ", f"Oneof_{self.unions}", f"oneof_{position}")
        presence = "optional " if member.label is Label.OPTIONAL else ""
        return _declared(position, presence, self.type_of(member), _NAMING.name(message, member))

    def case(self, message: Message, case: Field, number: int) -> ThriftField:
        return _declared(number, "", self.type_of(case), _NAMING.name(message, case))

    def type_of(self, field: Field) -> str:
        """A message that can hold itself is held in a list: a C++ struct cannot hold its own type, and
        Thrift's way around it (``T &field``) loses messages in which nothing is set."""
        value = self.leaf(field.type)
        if field.key is not None:
            return f"map<{self.leaf(field.key)}, {value}>"
        held_in_list = field.label is Label.REPEATED or field.on_cycle
        return f"list<{value}>" if held_in_list else value

    def leaf(self, type_: Type) -> str:
        return _LEAVES.get(type_.kind) or self.types[type_.name]


def _declared(number: int, presence: str, type_: str, name: str) -> ThriftField:
    return ThriftField(name, type_, f"{number}: {presence}{type_} {name}")
