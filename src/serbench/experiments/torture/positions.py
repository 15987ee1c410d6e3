"""Where in a message its structure and its payload lie: found by comparing it with messages of objects that
differ in one leaf, whatever the format. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from serbench.schema.model import Kind

STRUCTURE, PAYLOAD = "structure", "payload"
# What another message shows: where a value of the same size lies, where lengths do, or the tag of a oneof.
Shows = Literal["value", "length", "tag"]
# The bytes at the end of a message that has grown are found again in the other; beyond this many the search
# for a place says nothing.
_MOST_STRUCTURE = 64


@dataclass(frozen=True, slots=True)
class Positions:
    """``structure``: bytes that change, before what was added, where a text or list grows: lengths, counts,
    offsets. ``payload``: bytes that change with a value of the same size, each with the kind of the leaf, and
    tags of oneofs, which are enums to most formats."""

    structure: tuple[int, ...] = ()
    payload: tuple[tuple[int, Kind], ...] = ()

    def place(self, position: int) -> str:
        """``structure``, ``payload``, or empty for a byte of which neither is known."""
        if position in self.structure:
            return STRUCTURE
        return PAYLOAD if any(position == at for at, _ in self.payload) else ""


def positions(message: bytes, others: Iterable[tuple[bytes, Kind, Shows]]) -> Positions:
    """``others`` are the messages of variants, each with the kind of its leaf and what it shows."""
    structure: set[int] = set()
    payload: dict[int, Kind] = {}
    for other, kind, shows in others:
        if shows == "length":
            structure.update(grown_at(message, other))
        elif shows == "tag":
            payload |= dict.fromkeys(differing(message, other)[:1], kind)
        elif len(other) == len(message):
            for at in differing(message, other):
                payload.setdefault(at, kind)
    return Positions(tuple(sorted(structure - payload.keys())), tuple(sorted(payload.items())))


def differing(one: bytes, other: bytes) -> list[int]:
    """The positions within the shorter of two messages at which they differ."""
    return [at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b]


def grown_at(message: bytes, longer: bytes) -> list[int]:
    """The bytes before the place of growth that are not the same in a message that is ``longer``."""
    same = 0
    while same < min(len(message), len(longer)) and message[-1 - same] == longer[-1 - same]:
        same += 1
    found = differing(message[: len(message) - same], longer)
    return found if len(found) <= _MOST_STRUCTURE else found[:_MOST_STRUCTURE]
