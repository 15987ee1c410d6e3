"""Leaves fields out of a schema, where a user names them by their path from the root."""

from collections.abc import Iterable

from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto, FileDescriptorSet

from serbench.errors import BadInput, did_you_mean

# A message's full name, and a field by one of its names or by its number.
LeftOut = frozenset[tuple[str, str | int]]
_MESSAGES = (FieldDescriptorProto.TYPE_MESSAGE, FieldDescriptorProto.TYPE_GROUP)


def without(
    descriptors: FileDescriptorSet, root: str, paths: Iterable[str]
) -> tuple[FileDescriptorSet, LeftOut]:
    """The descriptors without the fields at some paths (``user.address``) from the message ``root``, and
    these fields. A field is left out of its message wherever that occurs; names of maps and lists stand for
    what they hold. Raises BadInput for a path that leads to no field."""
    reduced = FileDescriptorSet()
    reduced.CopyFrom(descriptors)
    messages = {
        name: message for file in reduced.file for name, message in _messages(file.package, file.message_type)
    }
    left_out: set[tuple[str, str | int]] = set()
    for path in paths:
        name, field = _found(root, path, messages)
        left_out |= {(name, field.name), (name, field.json_name), (name, field.number)}
        _remove(messages[name], field)
    return reduced, frozenset(left_out)


def _found(root: str, path: str, messages: dict[str, DescriptorProto]) -> tuple[str, FieldDescriptorProto]:
    name, *steps = root, *path.split(".")
    for at, step in enumerate(steps, 1):
        fields = {field.name: field for field in messages[name].field}
        field = fields.get(step) or next((each for each in fields.values() if each.json_name == step), None)
        if field is None:
            hint = did_you_mean(step, fields, f"it has {', '.join(fields) or 'none'}.")
            raise BadInput(f"--without {path}: {name} has no field {step}; {hint}")
        if at == len(steps):
            return name, field
        target = field.type_name.lstrip(".")
        if field.type in _MESSAGES and messages[target].options.map_entry:
            field = messages[target].field[1]
            target = field.type_name.lstrip(".")
        if field.type not in _MESSAGES:
            raise BadInput(f"--without {path}: {step} is not a message, so it has no fields.")
        name = target
    raise BadInput("--without needs the path of a field.")


def _remove(message: DescriptorProto, field: FieldDescriptorProto) -> None:
    """Removes a field, and its oneof where it was the only case."""
    index = field.oneof_index if field.HasField("oneof_index") else None
    kept = [each for each in message.field if each.number != field.number]
    copies = [FieldDescriptorProto.FromString(each.SerializeToString()) for each in kept]
    if index is not None and not any(
        each.HasField("oneof_index") and each.oneof_index == index for each in kept
    ):
        del message.oneof_decl[index]
        for each in copies:
            if each.HasField("oneof_index") and each.oneof_index > index:
                each.oneof_index -= 1
    del message.field[:]
    message.field.extend(copies)


def _messages(scope: str, found: Iterable[DescriptorProto]) -> Iterable[tuple[str, DescriptorProto]]:
    for message in found:
        name = f"{scope}.{message.name}" if scope else message.name
        yield name, message
        yield from _messages(name, message.nested_type)
