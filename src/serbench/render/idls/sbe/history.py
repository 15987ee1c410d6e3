"""The fields that a version of a message added to the earlier ones where SBE allows it: behind all others."""

from collections.abc import Sequence
from itertools import takewhile

from serbench.schema.model import Message, Schema


def added_at_end(message: Message, earlier: Sequence[Schema]) -> frozenset[str]:
    """The fields of a message, by name, that no earlier version has, as far as only such follow; none of a
    message that is new."""
    before = [one for schema in earlier for one in schema.messages if one.name == message.name]
    if not before:
        return frozenset()
    known = {field.number for one in before for field in one.fields}
    return frozenset(
        field.name for field in takewhile(lambda one: one.number not in known, reversed(message.fields))
    )
