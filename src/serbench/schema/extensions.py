"""Extensions as fields of the messages that they extend."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto, FileDescriptorSet

# With its full name.
Extension: TypeAlias = tuple[str, FieldDescriptorProto]


def with_extensions(message: DescriptorProto, extensions: Iterable[Extension]) -> DescriptorProto:
    """A message with extensions, given with their full names, behind its own fields in the order of their
    numbers. A field has the bare name of its extension, or the full one where that is taken, and JSON calls
    it as protobuf does: ``[p.e]``."""
    extended = DescriptorProto()
    extended.CopyFrom(message)
    taken = {field.name for field in message.field}
    for full, extension in sorted(extensions, key=lambda each: each[1].number):
        field = extended.field.add()
        field.CopyFrom(extension)
        field.name = extension.name if extension.name not in taken else full.replace(".", "_")
        field.json_name = f"[{full}]"
        taken.add(field.name)
    return extended


def declared_extensions(
    descriptors: FileDescriptorSet,
) -> Mapping[str, list[tuple[str, FieldDescriptorProto]]]:
    """The extensions that the files declare, with their full names, by the message that they extend."""
    found: dict[str, list[Extension]] = {}
    for file in descriptors.file:
        for scope, extension in _extensions(file.package, file.extension, file.message_type):
            full = f"{scope}.{extension.name}" if scope else extension.name
            found.setdefault(extension.extendee.lstrip("."), []).append((full, extension))
    return found


def _extensions(
    scope: str, own: Iterable[FieldDescriptorProto], messages: Iterable[DescriptorProto]
) -> Iterator[Extension]:
    for extension in own:
        yield scope, extension
    for message in messages:
        inner = f"{scope}.{message.name}" if scope else message.name
        yield from _extensions(inner, message.extension, message.nested_type)
