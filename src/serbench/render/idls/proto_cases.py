"""The names of a rendered .proto file for a generator that knows presence in oneofs alone."""

from dataclasses import replace

from serbench.render.idls import proto
from serbench.schema.model import Field, Kind, Label, Message


class Names(proto.Names):
    """A field of no message that may be absent is the only case of a oneof, which has the same bytes."""

    def field(self, message: Message, field: Field, presence: str) -> proto.ProtoField:
        if field.label is not Label.OPTIONAL or field.type.kind is Kind.MESSAGE:
            return super().field(message, field, presence)
        found = super().field(message, field, "")
        return replace(found, declaration=f"oneof _{found.name} {{ {found.declaration} }}")
