"""The names of a rendered .proto file: the field numbers and types, on which the bytes depend, stay those of
the schema."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from serbench.render.idl import (
    FieldNaming,
    Idl,
    ReservedWords,
    camel_case,
    numbered,
    snake_case,
    type_names,
    zero_first,
)
from serbench.schema.model import Field, Kind, Message, Schema, Type

_NAMING = FieldNaming(
    # Members of Java's classes, in addition to C++'s.
    reserved=frozenset(
        """all_fields default_instance_for_type descriptor_for_type field initialization_error_string
        oneof_field_descriptor parser_for_type repeated_field""".split()
    ),
    prefixes=("has_", "clear_", "set_", "mutable_", "add_", "release_", "set_allocated_", "get_"),
    suffixes=("_size", "_case", "_list", "_count", "_map", "_bytes", "_builder", "_value"),
)


@dataclass(frozen=True, slots=True)
class ProtoField:
    """One field of a rendered .proto: its name (also the C++ accessor), its number, the spelling of its
    type and, in maps, of its key, and what follows the verb in Java's accessors (``getJava``). ``variant`` is
    a oneof's case in Rust, within the module ``wire``."""

    name: str
    number: int
    type: str
    key: str = ""
    java: str = ""
    variant: str = ""


@dataclass(frozen=True, slots=True)
class ProtoOneof:
    """One oneof of a rendered .proto, by its name and the one in Java's accessors."""

    name: str
    java: str


def lower(schema: Schema, words: ReservedWords) -> Idl:
    """Names for all messages, enums, fields and oneofs of a schema."""
    naming = _NAMING.without(words)
    full_names = [message.name for message in schema.messages] + [enum.name for enum in schema.enums]
    types = {full: _respelled(name) for full, name in type_names(full_names, words).items()}
    members: dict[tuple[str, str], ProtoField | ProtoOneof] = {}
    cases: dict[tuple[str, str], ProtoField] = {}
    for message in schema.messages:
        for position, member in enumerate(message.members):
            if isinstance(member, Field):
                members[message.name, member.name] = _field(naming, message, member, types)
            else:
                members[message.name, member.name] = ProtoOneof(f"oneof_{position}", f"Oneof{position}")
                for case in member.cases:
                    named = _field(naming, message, case, types)
                    oneof = f"{snake_case(types[message.name])}::Oneof{position}"
                    variant = f"{oneof}::{camel_case(named.name)}"
                    cases[message.name, case.name] = replace(named, variant=variant)
    return Idl(
        messages={message.name: types[message.name] for message in schema.messages},
        enums={enum.name: numbered(types[enum.name], zero_first(enum)) for enum in schema.enums},
        members=members,
        cases=cases,
    )


def _field(naming: FieldNaming, message: Message, field: Field, types: dict[str, str]) -> ProtoField:
    name = naming.name(message, field)
    return ProtoField(
        name=name,
        number=field.number,
        type=_spelling(field.type, types),
        key=_spelling(field.key, types) if field.key else "",
        java=camel_case(name, after_digits=True),
    )


def _spelling(type_: Type, types: dict[str, str]) -> str:
    return types[type_.name] if type_.kind in (Kind.MESSAGE, Kind.ENUM) else type_.proto


def _respelled(name: str) -> str:
    """``URLEntity`` as ``UrlEntity``: the Rust generator spells types so, whatever the .proto says."""

    def word(run: re.Match[str]) -> str:
        text = run.group()
        begins_a_word = text[-1].isalpha() and run.end() < len(name)
        return text[:-1].capitalize() + text[-1] if begins_a_word else text.capitalize()

    return re.sub("[A-Z][A-Z0-9]+", word, name)
