"""The parts of a schema that a router looks for in messages (FORMAT.md, section 7). Pure.
They are the list that makes a message a batch, the number by which an element is routed and which is updated,
and the fields of an envelope."""

from serbench.schema.model import Field, Kind, Label, Oneof, Schema

_INTEGERS = frozenset({Kind.INT32, Kind.UINT32, Kind.INT64, Kind.UINT64})
_ENVELOPE = "envelope.Envelope"
_DOWN = frozenset({Label.PLAIN, Label.OPTIONAL, Label.REPEATED})


def batch_list(schema: Schema) -> Field | None:
    """The root's first list of messages; None where it has none."""
    for member in schema.message(schema.root).members:
        if isinstance(member, Field) and _is_list(member):
            return member
    return None


def rows_list(schema: Schema) -> Field | None:
    """The list of messages that a root holds and nothing else; None where it has other members."""
    return batch_list(schema) if len(schema.message(schema.root).members) == 1 else None


def number_path(schema: Schema, message: str = "") -> tuple[Field, ...] | None:
    """The fields that lead from a message, by default the root, to its first integer: depth-first in schema
    order through messages and lists of messages, neither through oneofs and maps nor along cycles."""
    for member in schema.message(message or schema.root).members:
        if isinstance(member, Oneof):
            continue
        if member.label is Label.PLAIN and member.type.kind in _INTEGERS:
            return (member,)
        if member.type.kind is Kind.MESSAGE and member.label in _DOWN and not member.on_cycle:
            below = number_path(schema, member.type.name)
            if below is not None:
                return (member, *below)
    return None


def envelope_fields(schema: Schema) -> tuple[Field, Field] | None:
    """The destination and the payload of an envelope; None where the schema is another."""
    if schema.root != _ENVELOPE:
        return None
    fields = {member.name: member for member in schema.message(schema.root).members}
    destination, payload = fields.get("destination"), fields.get("payload")
    if isinstance(destination, Field) and isinstance(payload, Field):
        return destination, payload
    return None


def _is_list(field: Field) -> bool:
    return field.label is Label.REPEATED and field.type.kind is Kind.MESSAGE
