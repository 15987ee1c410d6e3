"""The names of a rendered .proto file.

Codecs of the Protocol Buffers format compile a .proto of ours instead of the user's file: its names are
ones that every generator accepts, so accessors follow from them by rule, and the field numbers and types,
on which the bytes depend, stay those of the schema.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from serbench.render.names import CPP_KEYWORDS, unique_names
from serbench.schema.model import Enum, Field, Kind, Message, Schema, Type

_SAFE_FIELD = re.compile(r"[a-z][a-z0-9]*(_[a-z][a-z0-9]*)*")
_SAFE_TYPE = re.compile(r"[A-Z][a-zA-Z0-9]*[a-z][a-zA-Z0-9]*")

# Words that are keywords, macros or members of generated classes in one of the languages.
_RESERVED_FIELDS = CPP_KEYWORDS | frozenset(
    """abstract alloca and_then arena as assert async await become boolean box byte byte_size byte_size_long
    cached_size clear clone copy_from crate default_instance descriptor dyn encode encoded_len environ
    errno exit extends file final_ finally fn get_arena get_class get_default_instance get_descriptor
    get_metadata get_unknown_fields getclass google hash_code impl implements in init_arena initialized
    instanceof interface internal internal_swap is_initialized let linux loop macro major match merge
    merge_from metadata minor mod move mut mutable_unknown_fields native notify notify_all null offsetof
    package parser_for_type protobuf pub raw record ref reflection self serialize serialized_size
    space_used space_used_long static_ std stderr stdin stdout strictfp string super swap synchronized
    throws to_builder to_string trait transient type unix unknown_fields unsafe unsized use var wait
    where wire yield""".split()
)
_RESERVED_TYPES = frozenset(
    """Any Arena Boolean Box Builder Byte Class Default Descriptor Double Enum Err Error Exception Float
    Integer Internal Iterable List Long Map Math Message MessageLite None Number Object Ok Option Override
    Result Root Self Short Some String System Thread Throwable Vec Void""".split()
)
_ACCESSOR_PREFIXES = ("has_", "clear_", "set_", "mutable_", "add_", "release_", "set_allocated_", "get_")
_ACCESSOR_SUFFIXES = ("_size", "_case", "_list", "_count", "_map", "_bytes", "_builder", "_value")


@dataclass(frozen=True, slots=True)
class ProtoField:
    """One field of a rendered .proto: its name (also the C++ accessor), its number, the spelling of its
    type and, in maps, of its key."""

    name: str
    number: int
    type: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class ProtoEnum:
    """One enum of a rendered .proto: name and values as (name, number), a zero first as proto3 wants."""

    name: str
    values: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class ProtoNames:
    """The names of everything in a schema, by the schema's full names."""

    messages: dict[str, str]
    enums: dict[str, ProtoEnum]
    fields: dict[tuple[str, str], ProtoField]
    oneofs: dict[tuple[str, str], str]


def proto_names(schema: Schema) -> ProtoNames:
    """Names for all messages, enums, fields and oneofs of a schema."""
    full_names = [message.name for message in schema.messages] + [enum.name for enum in schema.enums]
    types = dict(zip(full_names, _type_names(full_names), strict=True))
    fields: dict[tuple[str, str], ProtoField] = {}
    oneofs: dict[tuple[str, str], str] = {}
    for message in schema.messages:
        for field in message.fields:
            fields[message.name, field.name] = _field(message, field, types)
        for position, member in enumerate(message.members):
            if not isinstance(member, Field):
                oneofs[message.name, member.name] = f"oneof_{position}"
    return ProtoNames(
        messages={message.name: types[message.name] for message in schema.messages},
        enums={enum.name: _enum(enum, types[enum.name]) for enum in schema.enums},
        fields=fields,
        oneofs=oneofs,
    )


def _type_names(full_names: list[str]) -> tuple[str, ...]:
    """Safe last parts are kept; all else becomes ``Type`` and a number."""
    last_parts = [name.rpartition(".")[2] for name in full_names]
    lowered = [last.lower() for last in last_parts]

    def choose(index: int) -> str:
        last = last_parts[index]
        safe = _SAFE_TYPE.fullmatch(last) and last not in _RESERVED_TYPES
        return last if safe and lowered.count(last.lower()) == 1 else f"Type{index}"

    return unique_names([choose(index) for index in range(len(full_names))], lambda name: name)


def _field(message: Message, field: Field, types: dict[str, str]) -> ProtoField:
    return ProtoField(
        name=_field_name(message, field),
        number=field.number,
        type=_spelling(field.type, types),
        key=_spelling(field.key, types) if field.key else "",
    )


def _spelling(type_: Type, types: dict[str, str]) -> str:
    return types[type_.name] if type_.kind in (Kind.MESSAGE, Kind.ENUM) else type_.proto


def _field_name(message: Message, field: Field) -> str:
    name = field.name
    others = {other.name.lower().replace("_", "") for other in message.fields if other is not field}
    stems = [name.removeprefix(prefix) for prefix in _ACCESSOR_PREFIXES if name.startswith(prefix)]
    stems += [name.removesuffix(suffix) for suffix in _ACCESSOR_SUFFIXES if name.endswith(suffix)]
    safe = (
        _SAFE_FIELD.fullmatch(name)
        and name not in _RESERVED_FIELDS
        # Generated code uses size_t and its like without their namespace.
        and not name.endswith("_t")
        and not re.fullmatch(r"(field|oneof)_?\d*", name)
        # Generated C++ names size_t and its like within the class that would have them as accessors.
        and not name.endswith("_t")
        and name.replace("_", "") not in others
        and not any(stem.replace("_", "") in others for stem in stems)
    )
    return name if safe else f"field_{field.number}"


def _enum(enum: Enum, name: str) -> ProtoEnum:
    """The names of values play no part in the bytes, so they are made from positions."""
    zero_first = sorted(enum.numbers | {0}, key=lambda number: (number != 0, number))
    return ProtoEnum(name, tuple((f"{name}_{i}", number) for i, number in enumerate(zero_first)))
