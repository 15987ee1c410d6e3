"""Fields of a schema whose bytes in protobuf are others than those of the schema that is measured."""

from collections.abc import Iterator

from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorSet

from serbench.schema.dynamic import pool_of
from serbench.schema.model import Kind, Label, Schema

_GROUP = FieldDescriptorProto.TYPE_GROUP
_UNPACKABLE = (Kind.STRING, Kind.BYTES, Kind.MESSAGE)
_SHOWN_FIELDS = 3


def wire_notes(schema: Schema, descriptors: FileDescriptorSet) -> Iterator[str]:
    """Sentences on the fields that rows of protobuf write in another way than the user's schema says: lists
    of numbers that are not packed, and groups."""
    pool = pool_of(descriptors)
    unpacked: list[str] = []
    groups: list[str] = []
    for message in schema.messages:
        described = pool.FindMessageTypeByName(message.name)
        known = {field.number: field for field in described.fields}
        known |= {field.number: field for field in pool.FindAllExtensions(described)}
        for field in message.fields:
            if field.number not in known:
                continue
            if field.label is Label.REPEATED and field.type.kind not in _UNPACKABLE:
                if not known[field.number].is_packed:
                    unpacked.append(f"{message.name}.{field.name}")
            elif field.type.kind is Kind.MESSAGE and known[field.number].type == _GROUP:
                groups.append(f"{message.name}.{field.name}")
    if unpacked:
        shown = _listed(unpacked)
        yield f"Rows of protobuf write lists of numbers packed, which the schema does not: {shown}."
    if groups:
        yield f"Rows of protobuf write groups as messages: {_listed(groups)}."


def _listed(fields: list[str]) -> str:
    rest = f" and {len(fields) - _SHOWN_FIELDS} others" if len(fields) > _SHOWN_FIELDS else ""
    return ", ".join(fields[:_SHOWN_FIELDS]) + rest
