"""The names and types of a rendered .thrift file (formats/thrift.md)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from serbench.render.idl import FieldNaming, IdlNames, ReservedWords, by_number
from serbench.schema.model import Field, Kind, Label, Member, Message, Oneof, Schema

# The compiler refuses the keywords of every language that it has ever generated, whatever is generated now.
_RESERVED = frozenset(
    """alias args begin binary cpp_include cpp_namespace cpp_type declare def del dynamic elif elseif elsif
    end enddeclare endfor endforeach endif endswitch endwhile ensure except exception exec foreach from
    function global i8 i16 i32 i64 include is lambda list map next nil not oneway optional pass
    php_namespace print raise redo required rescue retry senum service set slist then undef unless until
    uuid when with xsd_all xsd_optional""".split()
)
# Members and parameters of generated classes; in Java's a member would hide a package of its name.
_GENERATED = frozenset("out print_to read rhs validate write".split())


@dataclass(frozen=True, slots=True)
class ThriftField:
    """One field of a rendered struct or union: its name (also the member in C++ and Java), its type, and the
    whole declaration. ``element`` is the type of one value inside; ``held_in_list`` says that a single one
    stands in a list; ``verb`` is what follows the verb in Java's accessors (``setVerb``)."""

    name: str
    type: str
    declaration: str
    element: str = ""
    held_in_list: bool = False
    verb: str = ""


class Names(IdlNames):
    """A oneof is a field whose type is a union."""

    template = "thrift.j2"
    makes = "message.thrift"
    fields = FieldNaming(
        _RESERVED | _GENERATED, prefixes=("set_", "get_", "is_set_", "unset_"), suffixes=("_size",)
    )
    leaves: ClassVar = {
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
    unions = 0

    def __init__(self, schema: Schema, words: ReservedWords) -> None:
        super().__init__(schema, words)
        self.ids = {
            (message.name, member.name): id_
            for message in schema.messages
            for id_, member in enumerate(by_number(message), 1)
        }

    def member(self, message: Message, member: Member, position: int) -> ThriftField:
        number = self.ids[message.name, member.name]
        if isinstance(member, Oneof):
            self.unions += 1
            return _declared(number, "optional ", f"Oneof_{self.unions}", f"oneof_{position + 1}")
        words = {Label.OPTIONAL: "optional ", Label.PLAIN: "required " if member.required else ""}
        return self.field(number, words.get(member.label, ""), message, member)

    def case(self, message: Message, case: Field, position: int, number: int) -> ThriftField:
        return self.field(number, "", message, case)

    def field(self, number: int, presence: str, message: Message, field: Field) -> ThriftField:
        """A message that can hold itself is held in a list: a C++ struct cannot hold its own type, and
        Thrift's way around it (``T &field``) loses messages in which nothing is set."""
        name, element = self.naming.name(message, field), self.leaf(field.type)
        held_in_list = field.on_cycle and field.label in (Label.PLAIN, Label.OPTIONAL)
        type_ = element
        if field.key is not None:
            type_ = f"map<{self.leaf(field.key)}, {element}>"
        elif held_in_list or field.label is Label.REPEATED:
            type_ = f"list<{element}>"
        declared = _declared(number, presence, type_, name)
        return replace(declared, element=element, held_in_list=held_in_list)


def _declared(number: int, presence: str, type_: str, name: str) -> ThriftField:
    declaration = f"{number}: {presence}{type_} {name}"
    return ThriftField(name, type_, declaration, verb=name[0].upper() + name[1:])
