"""The names of a rendered .proto file for a generator that knows no presence in proto3."""

from typing import ClassVar

from serbench.render.idls import proto
from serbench.schema.model import Field, Kind, Label

_NOT_PACKED = (Kind.STRING, Kind.BYTES, Kind.MESSAGE)


class Names(proto.Names):
    """The bytes are those of proto3: lists of numbers are packed."""

    syntax = "proto2"
    presences: ClassVar = {**proto.Names.presences, Label.PLAIN: "optional "}

    def options(self, field: Field) -> str:
        is_packed = field.label is Label.REPEATED and field.type.kind not in _NOT_PACKED
        return " [packed = true]" if is_packed else ""
