"""The two values at the place where two encodings of one object first differ, in words."""

from collections.abc import Iterator
from typing import Any

from serbench.corpus.decoding import Decoder
from serbench.errors import BadInput
from serbench.schema.model import Kind, Label, Schema, Type

ABSENT = "nothing"
NO_OBJECT = "bytes that are no object"
_MOST_CHARACTERS = 48
# How much of two long texts is shown before they differ.
_COMMON_CHARACTERS = 8
_MISSING = object()


def differing_values(schema: Schema, expected: bytes, got: bytes) -> tuple[str, str]:
    """The expected value and the one that is there instead, each as a short text. ``expected`` is valid;
    ``got`` can be anything else."""
    decoder = Decoder(schema)
    right = decoder.decode(expected)
    try:
        other = decoder.decode(got)
    except BadInput:
        return _shown(right), NO_OBJECT
    return _words(*next(_of_message(schema, schema.root, right, other), (right, other)))


def _of_message(schema: Schema, name: str, one: Any, other: Any) -> Iterator[tuple[Any, Any]]:
    """The pairs of values that differ, the innermost ones, in the order of the bytes."""
    for field in schema.message(name).fields:
        pair = one.get(field.name, _MISSING), other.get(field.name, _MISSING)
        if _MISSING in pair:
            yield from _different(*pair)
        elif field.label is Label.MAP:
            for key in sorted({*pair[0], *pair[1]}):
                yield from _of_value(schema, field.type, *(side.get(key, _MISSING) for side in pair))
        elif field.label is Label.REPEATED and len(pair[0]) == len(pair[1]):
            for element in zip(*pair, strict=True):
                yield from _of_value(schema, field.type, *element)
        else:
            yield from _of_value(schema, field.type, *pair)


def _of_value(schema: Schema, type_: Type, one: Any, other: Any) -> Iterator[tuple[Any, Any]]:
    if type_.kind is Kind.MESSAGE and isinstance(one, dict) and isinstance(other, dict):
        yield from _of_message(schema, type_.name, one, other)
    else:
        yield from _different(one, other)


def _different(one: Any, other: Any) -> Iterator[tuple[Any, Any]]:
    # The text of a number tells -0.0 from 0.0, and NaN is that of another NaN.
    if repr(one) != repr(other):
        yield one, other


def _words(one: Any, other: Any) -> tuple[str, str]:
    """Both values as texts that differ: of long ones the part that does, and how long both are."""
    if type(one) is type(other) and isinstance(one, str | bytes):
        common = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))
        start = max(0, min(common, len(other)) - _COMMON_CHARACTERS)
        if start > 1 and max(len(one), len(other)) > _MOST_CHARACTERS:
            return tuple(f"…{_shown(text[start:])} ({len(text)} long)" for text in (one, other))  # type: ignore[return-value]
    if isinstance(one, list) and isinstance(other, list):
        return tuple(f"{_shown(values)} ({len(values)} long)" for values in (one, other))  # type: ignore[return-value]
    return _shown(one), _shown(other)


def _shown(value: Any) -> str:
    if value is _MISSING:
        return ABSENT
    text = value.hex() or "no bytes" if isinstance(value, bytes) else repr(value)
    return text if len(text) <= _MOST_CHARACTERS else f"{text[:_MOST_CHARACTERS]}…"
