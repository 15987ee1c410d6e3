"""How objects are handled without knowing their type."""

from typing import Any, Protocol

# What access operations read (FORMAT.md, section 5).
PLANS = ("one", "tenth", "all")


class Relayed(Protocol):
    """How a relay changes objects (FORMAT.md, section 7)."""

    has_number: bool
    has_batch: bool
    is_envelope: bool

    def update(self, object: Any) -> None:
        """Adds 1 to the number wherever it occurs."""

    def split(self, object: Any, count: int, by_number: bool) -> list[Any]:
        """New parts, which share with the object all that is not in the batch. Elements go to the part of
        their number, or in turn."""

    def destination(self, object: Any) -> int:
        """Where an envelope is to go."""

    def payload(self, object: Any) -> bytes:
        """What an envelope holds."""


class Form(Protocol):
    """The objects of the workload's plain root, or what a floor takes in their place. ``relayed`` is None for
    a floor."""

    relayed: Relayed | None

    def read(self, data: bytes, strict: bool = True) -> Any:
        """The object that takes all of the bytes; ValueError for a second encoding of a value, if ``strict``.
        Maps are filled in the order of the bytes."""

    def write(self, object: Any) -> bytes:
        """The canonical bytes."""

    def touched(self, object: Any, plan: str) -> int:
        """What reading the object by a plan gives."""
