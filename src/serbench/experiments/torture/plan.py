"""The plan of a run of torture: what it asks, and in which order. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from serbench.engine.rounds import shuffled
from serbench.engine.work import Fork
from serbench.languages import language_of
from serbench.record.names import Count, Word

_MS = 1_000_000
# Beyond these bytes for all cases of a codec, fewer are made.
_MOST_BYTES = 2**29
# Only for estimates: the start of a codec with its messages, a case, and a byte of it.
_NATIVE_NS, _VIRTUAL_NS = 800 * _MS, 3000 * _MS
_CASE_NS, _BYTE_NS = 150_000, 30
DEFAULT_CASES = 20_000


@dataclass(frozen=True, slots=True)
class Plan:
    """The codecs and workloads in the order in which they are asked, and how many cases each has;
    ``sanitizers`` are those that the runners are built with. A run has as many codecs as fit into
    ``max_time_ns``; None where there is no limit."""

    cases: Count
    seed: int
    sanitizers: tuple[Word, ...]
    forks: tuple[Fork, ...]
    max_time_ns: Count | None = None

    def cases_of(self, mean_bytes: int) -> int:
        """How many cases are made of messages of this mean size: fewer where they are large."""
        return max(1, min(self.cases, _MOST_BYTES // max(1, mean_bytes)))

    def of_fork_ns(self, fork: Fork, mean_bytes: int) -> int:
        """The expected time of a fork over messages of this mean size."""
        language = language_of(fork.codec)
        started = _VIRTUAL_NS if language.jit_compiled else _NATIVE_NS
        case_ns = _CASE_NS + mean_bytes * _BYTE_NS * language.slowness
        return started + round(self.cases_of(mean_bytes) * case_ns)


def make_plan(
    subjects: Sequence[tuple[str, str]],
    cases: int,
    seed: int,
    sanitizers: Sequence[str] = (),
    *,
    order: str = "",
) -> Plan:
    """All codecs and workloads, in an order that follows from the words of ``order``."""
    ordered = shuffled(sorted(subjects), order, "order of codecs")
    forks = tuple(Fork(codec, workload, 0) for codec, workload in ordered)
    return Plan(cases, seed, tuple(sanitizers), forks)
