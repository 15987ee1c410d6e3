"""Builds the model from a descriptor set."""

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
)

from serbench.errors import BadInput
from serbench.schema.descriptors import read_descriptors
from serbench.schema.dynamic import pool_of
from serbench.schema.extensions import declared_extensions, with_extensions
from serbench.schema.graph import order_and_mark_cycles
from serbench.schema.limits import UnsupportedSchema, require_few, require_short_names, require_short_values
from serbench.schema.model import Enum, Field, Kind, Label, Member, Message, Oneof, Schema, Type
from serbench.schema.presence import Presence, presence_of

_F = FieldDescriptorProto
# Messages by their full names, and the rules of their file.
_Messages = dict[str, tuple[DescriptorProto, Presence]]
_SYNTAXES = ("", "proto2", "proto3", "editions")
# A group is a message that is written in another way.
_MESSAGE_TYPES = (_F.TYPE_MESSAGE, _F.TYPE_GROUP)
_SCALARS = {
    _F.TYPE_BOOL: (Kind.BOOL, "bool"),
    _F.TYPE_INT32: (Kind.INT32, "int32"),
    _F.TYPE_SINT32: (Kind.INT32, "sint32"),
    _F.TYPE_SFIXED32: (Kind.INT32, "sfixed32"),
    _F.TYPE_UINT32: (Kind.UINT32, "uint32"),
    _F.TYPE_FIXED32: (Kind.UINT32, "fixed32"),
    _F.TYPE_INT64: (Kind.INT64, "int64"),
    _F.TYPE_SINT64: (Kind.INT64, "sint64"),
    _F.TYPE_SFIXED64: (Kind.INT64, "sfixed64"),
    _F.TYPE_UINT64: (Kind.UINT64, "uint64"),
    _F.TYPE_FIXED64: (Kind.UINT64, "fixed64"),
    _F.TYPE_FLOAT: (Kind.FLOAT, "float"),
    _F.TYPE_DOUBLE: (Kind.DOUBLE, "double"),
    _F.TYPE_STRING: (Kind.STRING, "string"),
    _F.TYPE_BYTES: (Kind.BYTES, "bytes"),
}


def read_schema(
    proto: Path, root: str | None = None, import_paths: Sequence[Path] = (), guess_root: bool = False
) -> Schema:
    """The model of ``root`` and of all it reaches.

    ``root`` is a full name, or a bare name that one message has; without it, the root is the first message of
    the file, or with ``guess_root`` the only one that no other holds. ``import_paths`` are searched for
    imports after the folder of the file and before those above it. Raises BadInput when there is no such
    message or the schema uses a feature without a counterpart here.
    """
    descriptors = read_descriptors(proto, import_paths)
    return build_schema(descriptors, root, source=str(proto), guess_root=guess_root)


def build_schema(
    descriptors: FileDescriptorSet, root: str | None, source: str, guess_root: bool = False
) -> Schema:
    messages: _Messages = {}
    enums: dict[str, EnumDescriptorProto] = {}
    extensions = declared_extensions(descriptors)
    has_edition = any(file.syntax == "editions" for file in descriptors.file)
    pool = pool_of(descriptors) if has_edition else None
    for file in descriptors.file:
        if file.syntax not in _SYNTAXES:
            raise BadInput(f"{file.name} uses {file.syntax}; proto2, proto3 and editions are supported.")
        presence = presence_of(file, pool)
        for name, message in _messages(file.package, file.message_type):
            extended = with_extensions(message, extensions[name]) if name in extensions else message
            messages[name] = (extended, presence)
            enums.update(_enums(name, message.enum_type))
        enums.update(_enums(file.package, file.enum_type))
    chosen = _find_root(_own_files(descriptors), messages, root, source, guess_root)
    reached, used_enums = _reach(chosen, messages)
    fields = sum(len(messages[name][0].field) for name in reached)
    require_few(source, len(reached), fields, sum(len(enums[name].value) for name in used_enums))
    models = {name: _message(name, *messages[name], messages) for name in reached}
    used = tuple(_enum(name, enums[name]) for name in used_enums)
    for message_model in models.values():
        require_short_names(message_model)
    for enum_model in used:
        require_short_values(enum_model)
    return order_and_mark_cycles(chosen, models, used)


def root_of(descriptors: FileDescriptorSet, root: str | None, source: str, guess_root: bool = False) -> str:
    """The full name of the root, as ``read_schema`` finds it."""
    messages: _Messages = {
        name: (message, presence_of(file, None))
        for file in descriptors.file
        for name, message in _messages(file.package, file.message_type)
    }
    return _find_root(_own_files(descriptors), messages, root, source, guess_root)


def _qualified(scope: str, name: str) -> str:
    return f"{scope}.{name}" if scope else name


def _messages(scope: str, found: Iterable[DescriptorProto]) -> Iterable[tuple[str, DescriptorProto]]:
    for message in found:
        name = _qualified(scope, message.name)
        yield name, message
        yield from _messages(name, message.nested_type)


def _enums(scope: str, found: Iterable[EnumDescriptorProto]) -> dict[str, EnumDescriptorProto]:
    return {_qualified(scope, enum.name): enum for enum in found}


def _find_root(
    files: Sequence[FileDescriptorProto], messages: _Messages, root: str | None, source: str, guess: bool
) -> str:
    # The compiler adds a message for the entries of each map.
    known = {name for name, (message, _) in messages.items() if not message.options.map_entry}
    own = [name for file in files for name, _ in _messages(file.package, file.message_type) if name in known]
    if root is not None:
        return _named_root(root, own, known, source)
    if not own:
        raise BadInput(f"The schema {source} declares no message.")
    top = [_qualified(file.package, message.name) for file in files for message in file.message_type]
    return _only_root(top, _holders(messages), source) if guess else top[0]


def _own_files(descriptors: FileDescriptorSet) -> Sequence[FileDescriptorProto]:
    """The files that no other imports: of what protoc read it is the last one."""
    imported = {name for file in descriptors.file for name in file.dependency}
    return [file for file in descriptors.file if file.name not in imported] or descriptors.file[-1:]


def _named_root(name: str, own: Iterable[str], known: Iterable[str], source: str) -> str:
    """The full name of the message that ``name`` refers to: a full name, or a bare one that is the only
    one of its kind in the file (``own``) or else in all that it imports (``known``). Raises BadInput with the
    nearest name where there is none, and with all of them where there are several."""
    own, known = sorted(own), sorted(known)
    for names in ([full for full in known if full == name], _called(name, own), _called(name, known)):
        if len(names) == 1:
            return names[0]
        if names:
            raise BadInput(f"The schema {source} declares several messages named {name}: {', '.join(names)}.")
    near = _nearest(name, known)
    hint = f"did you mean {near}?" if near else f"it has {', '.join(own) or 'none'}."
    raise BadInput(f"The schema {source} declares no message named {name}; {hint}")


def _only_root(top: Iterable[str], holders: Mapping[str, Iterable[str]], source: str) -> str:
    """The one message at the top of a file (``top``) that no other message holds; ``holders`` are the
    messages that hold a message, itself included where it is recursive. Raises BadInput where that leaves
    none or several."""
    names = list(top)
    free = [name for name in names if not set(holders.get(name, ())) - {name}]
    if len(free) == 1:
        return free[0]
    raise BadInput(
        f"The schema {source} declares several messages that a line may hold: {', '.join(free or names)};"
        " choose one with --message."
    )


def _called(name: str, names: Iterable[str]) -> list[str]:
    return [full for full in names if full.rpartition(".")[2] == name]


def _nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is most like the one given, with or without its package, whatever its case."""
    by_text: dict[str, str] = {}
    for full in known:
        by_text.setdefault(full.lower(), full)
        by_text.setdefault(full.rpartition(".")[2].lower(), full)
    near = difflib.get_close_matches(name.lower(), by_text, n=1)
    return by_text[near[0]] if near else None


def _holders(messages: _Messages) -> dict[str, set[str]]:
    """The messages that hold each message, directly or in a map."""
    holders: dict[str, set[str]] = {}
    for name, (message, _) in messages.items():
        # The entry of a map is within the message that has the map.
        holder = name.rpartition(".")[0] if message.options.map_entry else name
        for field in message.field:
            if field.type in _MESSAGE_TYPES:
                holders.setdefault(field.type_name.lstrip("."), set()).add(holder)
    return holders


def _reach(root: str, messages: _Messages) -> tuple[list[str], list[str]]:
    """The messages and enums that the root reaches, each once, in the order of first occurrence."""
    reached, known, enums = [root], {root}, dict[str, None]()
    for name in reached:
        for field in _fields_within(messages[name][0], messages):
            target = field.type_name.lstrip(".")
            if field.type == _F.TYPE_ENUM:
                enums.setdefault(target)
            elif field.type in _MESSAGE_TYPES and target not in known:
                known.add(target)
                reached.append(target)
    return reached, list(enums)


def _fields_within(message: DescriptorProto, messages: _Messages) -> Iterator[FieldDescriptorProto]:
    """The fields of a message, in place of a map its key and its value."""
    for field in message.field:
        held = messages[field.type_name.lstrip(".")][0] if field.type in _MESSAGE_TYPES else None
        yield from held.field if held and held.options.map_entry else (field,)


def _message(name: str, message: DescriptorProto, presence: Presence, messages: _Messages) -> Message:
    # A oneof has the place of its first case.
    members: dict[str, Member] = {}
    for field in message.field:
        # proto3 `optional` is declared as a oneof of one; only the flag distinguishes it from a real one.
        if field.HasField("oneof_index") and not field.proto3_optional:
            declared = message.oneof_decl[field.oneof_index].name
            oneof = members.get(declared, Oneof(declared, ()))
            assert isinstance(oneof, Oneof)
            members[declared] = Oneof(declared, (*oneof.cases, _case(name, field)))
        else:
            members[field.name] = _field(name, field, presence, messages)
    return Message(name, tuple(members.values()))


def _field(scope: str, field: FieldDescriptorProto, presence: Presence, messages: _Messages) -> Field:
    key: Type | None = None
    value = _type(field)
    required = presence.is_required(scope, field)
    if field.label == _F.LABEL_REPEATED:
        label = Label.REPEATED
        entry = messages[value.name][0] if value.kind is Kind.MESSAGE else None
        if entry is not None and entry.options.map_entry:
            label = Label.MAP
            key, value = _type(entry.field[0]), _type(entry.field[1])
    elif value.kind is Kind.MESSAGE or (presence.has(scope, field) and not required):
        label = Label.OPTIONAL
    else:
        label = Label.PLAIN
    return Field(field.name, field.number, _json_name(scope, field), label, value, key, required=required)


def _case(scope: str, field: FieldDescriptorProto) -> Field:
    return Field(field.name, field.number, _json_name(scope, field), Label.PLAIN, _type(field))


def _json_name(scope: str, field: FieldDescriptorProto) -> str:
    """The field's JSON name; protoc accepts any bytes for it, and returns invalid UTF-8 as bytes."""
    name: str | bytes = field.json_name
    if isinstance(name, bytes):
        raise UnsupportedSchema(f"The json_name of the field {scope}.{field.name} is not UTF-8.")
    return name


def _type(field: FieldDescriptorProto) -> Type:
    if field.type in _SCALARS:
        return Type(*_SCALARS[field.type])
    target = field.type_name.lstrip(".")
    if field.type == _F.TYPE_ENUM:
        return Type(Kind.ENUM, "enum", target)
    return Type(Kind.MESSAGE, "message", target)


def _enum(name: str, enum: EnumDescriptorProto) -> Enum:
    first_names: dict[int, str] = {}
    aliases: list[tuple[str, int]] = []
    for value in enum.value:
        if value.number in first_names:
            aliases.append((value.name, value.number))
        else:
            first_names[value.number] = value.name
    return Enum(name, tuple((text, number) for number, text in first_names.items()), tuple(aliases))
