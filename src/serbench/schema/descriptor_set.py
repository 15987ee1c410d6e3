"""Descriptor sets, as protoc and buf write them, from files that may be anyone's."""

import re

from google.protobuf.descriptor_pb2 import DescriptorProto, FileDescriptorProto, FileDescriptorSet
from google.protobuf.message import DecodeError

from serbench.errors import BadInput
from serbench.schema.dynamic import pool_of

_IDENTIFIER = re.compile("[A-Za-z_][A-Za-z0-9_]*")
# The key of a set's first field.
_FIRST = b"\x0a"


def is_descriptor_set(data: bytes) -> bool:
    """Whether a file is a descriptor set, and not the text of a .proto."""
    if not data.startswith(_FIRST):
        return False
    try:
        found = FileDescriptorSet.FromString(data)
    except DecodeError:
        return False
    return bool(found.file) and all(file.name for file in found.file)


def given_descriptors(data: bytes, source: str) -> FileDescriptorSet:
    """The descriptors of a file that may be anyone's: they must be ones that protoc could have written.
    Raises BadInput that names ``source``."""
    try:
        found = FileDescriptorSet.FromString(data)
        _require_imports(found, source)
        # It checks all names, numbers and types.
        pool_of(found)
        for file in found.file:
            _require_identifiers(file, source)
    except (DecodeError, TypeError, ValueError):
        raise BadInput(f"The schema in {source} is not one that protoc has read.") from None
    if not found.file:
        raise BadInput(f"The schema in {source} is empty.")
    return found


def _require_imports(found: FileDescriptorSet, source: str) -> None:
    names = {file.name for file in found.file}
    for file in found.file:
        for name in file.dependency:
            if name not in names:
                raise BadInput(
                    f"The schema in {source} lacks {name}, which {file.name} imports; protoc adds it with"
                    " --include_imports."
                )


def _require_identifiers(file: FileDescriptorProto, source: str) -> None:
    """Raises BadInput where a name that becomes one of generated code is no identifier."""
    names = [part for part in file.package.split(".") if file.package]
    messages: list[DescriptorProto] = list(file.message_type)
    enums = list(file.enum_type)
    extensions = list(file.extension)
    for message in messages:
        messages += message.nested_type
        enums += message.enum_type
        extensions += message.extension
        names += [message.name, *(field.name for field in message.field)]
        names += [oneof.name for oneof in message.oneof_decl]
    names += [extension.name for extension in extensions]
    names += [name for enum in enums for name in (enum.name, *(value.name for value in enum.value))]
    for name in names:
        if not _IDENTIFIER.fullmatch(name):
            raise BadInput(f"The schema in {source} has a name that is not an identifier: {name[:60]!r}.")
