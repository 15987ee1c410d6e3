"""Shapes of schemas: lists within lists, and what some libraries cannot serve at all."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from serbench.schema.model import Label, Message, Oneof, Schema

# The member of a message that stands for a list within a list; the JSON mapping reads a list there.
LIST_MEMBER = "values"
# The member of a message that stands for a map within a list or a map; the mapping reads an object there.
MAP_MEMBER = "map_entries"
# The member of a message that stands for a value or null in a list or a map; the mapping reads either there.
NULLABLE_MEMBER = "value_or_null"
# The number of values of one byte.
_NARROW = 256
# The largest number of two bytes.
_NEAR = 65535


def stands_for_list(message: Message) -> bool:
    """Whether a message is what ``serbench infer`` makes of a list within a list."""
    return [(field.name, field.label) for field in message.fields] == [(LIST_MEMBER, Label.REPEATED)]


def stands_for_map(message: Message) -> bool:
    """Whether a message is what ``serbench infer`` makes of a map within a list or a map."""
    return [(field.name, field.label) for field in message.fields] == [(MAP_MEMBER, Label.MAP)]


def stands_for_nullable(message: Message) -> bool:
    """Whether a message is what ``serbench infer`` makes of a value or null in a list or a map."""
    return [field.name for field in message.fields] == [NULLABLE_MEMBER]


def has_map(schema: Schema) -> bool:
    return any(field.label == Label.MAP for message in schema.messages for field in message.fields)


def _has_recursion(schema: Schema) -> bool:
    return any(message.on_cycle for message in schema.messages)


def _has_wide_enum(schema: Schema) -> bool:
    members = (member for message in schema.messages for member in message.members)
    cases = [member.cases for member in members if isinstance(member, Oneof)]
    return any(len(values) > _NARROW for values in (*(enum.values for enum in schema.enums), *cases))


def _has_far_number(schema: Schema) -> bool:
    return any(field.number > _NEAR for message in schema.messages for field in message.fields)


def _has_proto_member(schema: Schema) -> bool:
    return any(field.name == "__proto__" for message in schema.messages for field in message.fields)


# ``recursion``: a message that can be reached from itself. ``wide-enum``: an enum with more than 256 values,
# or a oneof with more than 256 cases. ``far-number``: a field with a number above 65535. ``proto-member``: a
# field called ``__proto__``.
SHAPES: Mapping[str, Callable[[Schema], bool]] = MappingProxyType(
    {
        "recursion": _has_recursion,
        "wide-enum": _has_wide_enum,
        "far-number": _has_far_number,
        "proto-member": _has_proto_member,
    }
)
