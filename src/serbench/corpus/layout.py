"""The parts of FORMAT.md, section 1, that the writer, the reader and the walks share."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import Any

from serbench.schema.model import Enum, Kind, Type

FORMAT_NUMBER = 1

# The struct codes of the kinds of fixed size; all are little-endian and unaligned. An enum is its number.
CODES = {
    Kind.BOOL: "?",
    Kind.INT32: "i",
    Kind.UINT32: "I",
    Kind.INT64: "q",
    Kind.UINT64: "Q",
    Kind.FLOAT: "f",
    Kind.DOUBLE: "d",
    Kind.ENUM: "i",
}
SIZES = {kind: struct.calcsize("<" + code) for kind, code in CODES.items()}
LENGTH = struct.Struct("<I")
CANONICAL_NANS = {
    Kind.FLOAT: (0x7FC00000).to_bytes(4, "little"),
    Kind.DOUBLE: (0x7FF8000000000000).to_bytes(8, "little"),
}
# Packing this one gives the canonical pattern, whatever the sign and payload of the NaN it stands for.
NAN: float = struct.unpack("<d", CANONICAL_NANS[Kind.DOUBLE])[0]
# What the integers hold, the least and the greatest.
LIMITS = {
    Kind.INT32: (-(2**31), 2**31 - 1),
    Kind.UINT32: (0, 2**32 - 1),
    Kind.INT64: (-(2**63), 2**63 - 1),
    Kind.UINT64: (0, 2**64 - 1),
}
_DEFAULTS = {Kind.STRING: "", Kind.BYTES: b"", Kind.BOOL: False, Kind.FLOAT: 0.0, Kind.DOUBLE: 0.0}
LARGEST_COUNT = 2**32 - 1
SHOWN_KEY_CHARACTERS = 60


class Refusal(Exception):
    """A value or bytes outside the format; ``steps`` lead from the innermost value outwards. ``key`` reads,
    from whole bytes, the key of a map within which the bytes at hand end."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.steps: list[str] = []
        self.key: Callable[[bytes], object] | None = None

    def under(self, *steps: str) -> Refusal:
        """The same refusal, seen from further outside; the innermost step comes first."""
        self.steps.extend(steps)
        return self

    @property
    def path(self) -> str:
        return "".join(reversed(self.steps)).removeprefix(".")


def compiled(messages: Mapping[str, Callable[..., Any]], name: str) -> Callable[..., Any]:
    """The compiled function of a message type.
    A type on a cycle is not compiled yet, so it is looked up at the first object."""

    def look_up(*arguments: Any) -> Any:
        return messages[name](*arguments)

    return messages.get(name) or look_up


def key_step(key: object) -> str:
    """The step of a path into a map entry; a key that would not print or is very long is shortened."""
    text = str(key).lower() if isinstance(key, bool) else str(key)
    if not text.isprintable():
        text = ascii(text)[1:-1]
    if len(text) > SHOWN_KEY_CHARACTERS:
        text = text[:SHOWN_KEY_CHARACTERS] + "…"
    return "{" + text + "}"


def default_value(type_: Type, enum: Enum | None) -> object:
    """The value of an unset plain leaf field; of an enum it is the first one declared, which
    proto3 requires to be 0."""
    return enum.values[0][1] if enum is not None else _DEFAULTS.get(type_.kind, 0)


def enum_numbers(enum: Enum) -> dict[str, int]:
    """The number of each declared name, aliases included."""
    return dict((*enum.values, *enum.aliases))
