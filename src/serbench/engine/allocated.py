"""How much an operation allocates, as reported by a runner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from serbench.runner.reply import Reply


@dataclass(frozen=True, slots=True)
class Allocated:
    """The allocations of one run of an operation over all objects of a corpus, and the bytes requested."""

    allocations: int
    bytes: int


def allocated_in(replies: Iterable[Reply]) -> dict[str, Allocated]:
    """What a reply to ``measure`` says about each operation."""
    return {
        reply.text("operation"): Allocated(reply.count("allocations"), reply.count("bytes"))
        for reply in replies
        if reply.tag == "allocated"
    }
