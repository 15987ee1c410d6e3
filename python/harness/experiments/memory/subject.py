"""What an operation works on, and what it shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Proof:
    """What one run of an operation over one object showed: the value that came back, or what was read by a
    plan; the size of the message that it wrote or read, and that message, if the operation wrote it; how many
    bytes of it were read, if that is counted."""

    value: Any = None
    touch: int = 0
    plan: str = ""
    size: int = 0
    written: bytes | None = None
    read: int | None = None


@dataclass(frozen=True, slots=True)
class Subject:
    """Objects, and their messages as bytes; ``keep`` of the objects that decode makes stay alive."""

    objects: Sequence[Any]
    messages: Sequence[bytes]
    keep: int = 0


def proven_written(decoder: Any, message: bytes) -> Proof:
    """The proof of a message that an operation wrote."""
    return Proof(decoder.decode(message), size=len(message), written=bytes(message))
