"""The names and types of a rendered .fbs file in which messages of numbers alone are structs
(formats/flatbuffers-struct.md)."""

from serbench.render.idls import fbs
from serbench.schema.model import Field, Kind, Label, Message


class Names(fbs.Names):
    """A struct holds all of its fields, always: it cannot keep the place of one that is gone."""

    def layout(self, message: Message) -> str:
        is_struct = (
            message.name != self.schema.root
            and message.members
            and not message.retired
            and all(isinstance(member, Field) and _is_always_a_number(member) for member in message.members)
        )
        return "struct" if is_struct else "table"


def _is_always_a_number(field: Field) -> bool:
    return field.label is Label.PLAIN and field.type.kind not in (Kind.STRING, Kind.BYTES, Kind.MESSAGE)
