"""The declarations of schemas as text, for people. Pure."""

from collections.abc import Mapping

from serbench.experiments.evolution.changes import NEW, OLD, Change, Version
from serbench.render.names import short_type_names
from serbench.schema.model import Enum, Field, Label, Member, Message, Schema, Type

_PRESENCE = {Label.PLAIN: "", Label.OPTIONAL: "optional ", Label.REPEATED: "repeated ", Label.MAP: ""}


def declared(schema: Schema) -> str:
    """A .proto file of all types, without packages; ``required`` is a comment in it."""
    names = _names(schema)
    lines = ['syntax = "proto3";']
    for message in (schema.message(schema.root), *(m for m in schema.messages if m.name != schema.root)):
        lines += ["", f"message {names[message.name]} {{", *_members(message, names), "}"]
    for enum in schema.enums:
        lines += ["", f"enum {names[enum.name]} {{", *_values(enum), "}"]
    return "\n".join(lines) + "\n"


def differing(change: Change, version: Version) -> str:
    """The types of a version that the other one does not have as they are, on one line."""
    own, other = change.schema(version), change.schema(NEW if version == OLD else OLD)
    names = _names(own)
    parts = [
        " ".join((f"message {names[one.name]} {{", *map(str.strip, _members(one, names)), "}"))
        for one in own.messages
        if one not in other.messages
    ]
    parts += [
        " ".join((f"enum {names[one.name]} {{", *map(str.strip, _values(one)), "}"))
        for one in own.enums
        if one not in other.enums
    ]
    return " ".join(parts)


def _names(schema: Schema) -> dict[str, str]:
    return short_type_names(schema.type_names, lambda name: name)


def _members(message: Message, names: Mapping[str, str]) -> list[str]:
    return [line for member in message.members for line in _member(member, names)]


def _member(member: Member, names: Mapping[str, str]) -> list[str]:
    if isinstance(member, Field):
        return [f"  {_field(member, names)}"]
    return [f"  oneof {member.name} {{", *(f"    {_field(case, names)}" for case in member.cases), "  }"]


def _field(each: Field, names: Mapping[str, str]) -> str:
    type_ = _type(each.type, names)
    if each.key is not None:
        type_ = f"map<{_type(each.key, names)}, {type_}>"
    # A message may always be absent.
    label = Label.PLAIN if each.label is Label.OPTIONAL and not each.type.is_leaf else each.label
    presence = "/* required */ " if each.required else _PRESENCE[label]
    return f"{presence}{type_} {each.name} = {each.number};"


def _type(type_: Type, names: Mapping[str, str]) -> str:
    return names[type_.name] if type_.name else type_.proto


def _values(enum: Enum) -> list[str]:
    alias = ["  option allow_alias = true;"] if enum.aliases else []
    return alias + [f"  {name} = {number};" for name, number in (*enum.values, *enum.aliases)]
