"""Since which version of a schema a message has a field, where SBE allows it: behind all others."""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from serbench.schema.model import Message, Schema


def since_of(message: Message, earlier: Sequence[Schema]) -> Mapping[str, int]:
    """The fields that the first version with the message lacks, as far as only such follow, by name: each
    with the number of the version that added it. None of a message that is new."""
    held = [_numbers(message.name, schema) for schema in earlier]
    first = next(filter(None, held), None)
    if first is None:
        return {}
    added = takewhile(lambda field: field.number not in first, reversed(message.fields))
    return {
        field.name: next((at for at, own in enumerate(held) if field.number in own), len(earlier))
        for field in added
    }


def _numbers(name: str, schema: Schema) -> frozenset[int]:
    """The numbers of the fields of a message; none where the schema lacks it."""
    return frozenset(
        field.number for message in schema.messages if message.name == name for field in message.fields
    )
