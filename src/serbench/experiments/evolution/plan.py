"""The plan of a run of evolution: what it asks, and in which order. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from serbench.engine import work
from serbench.engine.rounds import shuffled
from serbench.experiments.evolution.merged import FAMILY
from serbench.experiments.evolution.skipping import amount_of
from serbench.languages import language_of
from serbench.record.names import Count, Word

_MS = 1_000_000
# A fork starts a dozen processes; only for estimates.
_NATIVE_NS = 500 * _MS
_VIRTUAL_NS = 6_000 * _MS


@dataclass(frozen=True, slots=True)
class Fork(work.Fork):
    """A codec with all changes that are asked for."""

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.codec,)


@dataclass(frozen=True, slots=True)
class Plan:
    """The codecs in the order in which they are asked, and the names of the changes. A run has as many
    codecs as fit into ``max_time_ns``; None where there is no limit. ``costs``: what unknown fields cost is
    measured too."""

    changes: tuple[Word, ...]
    seed: int
    forks: tuple[Fork, ...]
    max_time_ns: Count | None = None
    costs: bool = False


def make_plan(
    codecs: Sequence[str], changes: Sequence[str], seed: int, costs: bool = False, *, order: str = ""
) -> Plan:
    """All codecs, in an order that follows from the words of ``order``."""
    forks = tuple(Fork(codec, FAMILY, 0) for codec in shuffled(sorted(codecs), order, "order of codecs"))
    return Plan(tuple(changes), seed, forks, costs=costs)


def estimated_ns(fork: Fork, costs: bool) -> int:
    """The expected time of a fork, with what unknown fields cost or without."""
    own = _VIRTUAL_NS if language_of(fork.codec).jit_compiled else _NATIVE_NS
    return own + (amount_of(fork.codec).estimated_ns if costs else 0)
