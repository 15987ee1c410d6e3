"""Presence of fields, as the syntax of their file or the features of its edition say."""

from dataclasses import dataclass

from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto
from google.protobuf.descriptor_pool import DescriptorPool

_F = FieldDescriptorProto
_MESSAGES = (_F.TYPE_MESSAGE, _F.TYPE_GROUP)


@dataclass(frozen=True, slots=True)
class Presence:
    """The rules of one file. ``pool`` is given where it has an edition, whose features the library knows."""

    syntax: str
    pool: DescriptorPool | None = None

    def has(self, scope: str, field: FieldDescriptorProto) -> bool:
        """Whether a singular field of the message ``scope`` that is not required may be absent."""
        if self.pool is None or field.extendee:
            return self.syntax != "proto3" or field.proto3_optional or field.type in _MESSAGES
        return bool(self.pool.FindMessageTypeByName(scope).fields_by_name[field.name].has_presence)

    def is_required(self, scope: str, field: FieldDescriptorProto) -> bool:
        """Whether every message has the field."""
        if self.pool is None or field.extendee:
            return field.label == _F.LABEL_REQUIRED
        return bool(self.pool.FindMessageTypeByName(scope).fields_by_name[field.name].is_required)


def presence_of(file: FileDescriptorProto, pool: DescriptorPool | None) -> Presence:
    """The rules of a file; ``pool`` has all files where one has an edition."""
    return Presence(file.syntax or "proto2", pool if file.syntax == "editions" else None)
