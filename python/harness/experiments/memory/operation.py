"""The operations of an adapter, and what one run of them shows."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from harness.adapter import NewAdapter, has_access, has_messages
from harness.experiments.memory import application_operations as application
from harness.experiments.memory import message_operations as library
from harness.experiments.memory.subject import Proof, Subject
from harness.values.form import PLANS


class Operation(Protocol):
    """``rotate`` is what is timed: each operation writes the loop over all objects out for itself. ``prove``
    does the same work for one object and hands over what came back."""

    def rotate(self, rotations: int) -> None: ...
    def prove(self, index: int) -> Proof: ...


@dataclass(frozen=True, slots=True)
class Entry:
    """An operation that a codec has. ``from_bytes``: it starts from bytes alone, so messages of another codec
    can be proved with it. ``reads``: the timed work reads the content of the messages that it opens or writes
    out."""

    name: str
    side: str
    from_bytes: bool
    reads: bool
    make: Callable[[NewAdapter, Subject], Operation]


def entries_of(codec: Any) -> list[Entry]:
    """The operations of an adapter."""
    entries = [
        Entry("encode", "application", False, True, application.Encode),
        Entry("decode", "application", True, True, application.Decode),
    ]
    if hasattr(codec, "decode_reuse"):
        entries.append(Entry("decode-reuse", "application", True, True, application.DecodeReuse))
    if has_access(codec):
        entries += [
            Entry(f"access-{plan}", "application", True, True, partial(application.Access, plan))
            for plan in PLANS
        ]
    if has_messages(codec):
        return entries + _message_entries(codec)
    return [*entries, Entry("roundtrip", "library", False, True, application.Roundtrip)]


def _message_entries(codec: Any) -> list[Entry]:
    in_place = getattr(codec, "builds_in_place", False)
    # A message that lies there as its bytes is only pointed at.
    reads = not in_place
    roundtrip = library.InPlaceRoundtrip if in_place else library.MessageRoundtrip
    return [
        Entry("build", "library", False, True, library.Build),
        Entry("serialize", "library", False, reads, library.Serialize),
        Entry("deserialize", "library", True, reads, library.Deserialize),
        Entry("extract", "library", True, True, library.Extract),
        Entry("roundtrip", "library", False, reads, roundtrip),
    ]
