"""Counts the integers of 64 bits that some languages hold as another type than smaller ones."""

from collections.abc import Iterable, Mapping
from typing import Any

from serbench.schema.model import Field, Kind, Label, Message, Schema, Type

_LONG = frozenset({Kind.INT64, Kind.UINT64})


def integers_beyond(schema: Schema, objects: Iterable[Mapping[str, Any]], bits: int) -> tuple[int, int]:
    """The number of integers of 64 bits in decoded objects that are 2 to the power of ``bits`` or more in
    magnitude, and that of all of them."""
    messages = {message.name: message for message in schema.messages}
    most = 1 << bits
    beyond = total = 0
    for value in _long_integers(messages, schema.root, objects):
        beyond += abs(value) >= most
        total += 1
    return beyond, total


def has_long_integers(schema: Schema) -> bool:
    """Whether any field or key of a schema is an integer of 64 bits."""
    fields = (field for message in schema.messages for field in message.fields)
    return any(one is not None and one.kind in _LONG for field in fields for one in (field.type, field.key))


def _long_integers(
    messages: Mapping[str, Message], root: str, objects: Iterable[Mapping[str, Any]]
) -> Iterable[int]:
    """All values, with a list in place of recursion: own data may be nested deeply."""
    waiting: list[tuple[Message, Mapping[str, Any]]] = [(messages[root], one) for one in objects]
    while waiting:
        message, obj = waiting.pop()
        for field in message.fields:
            for type_, value in _values(field, obj.get(field.name)):
                if type_.kind in _LONG:
                    yield value
                elif type_.kind is Kind.MESSAGE:
                    waiting.append((messages[type_.name], value))


def _values(field: Field, content: Any) -> Iterable[tuple[Type, Any]]:
    """The values of a field with their types; none where it is absent."""
    if content is None:
        return
    if field.label is Label.MAP:
        assert field.key is not None
        for key, value in content.items():
            yield field.key, key
            yield field.type, value
    elif field.label is Label.REPEATED:
        yield from ((field.type, value) for value in content)
    else:
        yield field.type, content
