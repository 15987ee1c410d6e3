"""The plan of a run of torture: what it asks, and in which order. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from serbench.engine.rounds import shuffled
from serbench.engine.work import Fork
from serbench.languages import language_of
from serbench.record.names import Count, Word

_MS = 1_000_000
# Only for estimates: the start of a codec with its messages, and a case.
_NATIVE_NS, _VIRTUAL_NS = 800 * _MS, 3000 * _MS
_CASE_NS = 150_000
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

    def of_fork_ns(self, fork: Fork) -> int:
        """The expected time of a fork."""
        started = _VIRTUAL_NS if language_of(fork.codec).jit_compiled else _NATIVE_NS
        return started + self.cases * _CASE_NS


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
