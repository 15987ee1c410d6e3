"""The plan of a run: who writes messages, and how much of them is compressed. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from serbench.engine.rounds import shuffled
from serbench.engine.work import Fork
from serbench.languages import language_of
from serbench.record.names import Count

_MS = 1_000_000
# Only for estimates: the start of a process that writes and one that reads, and the work on a byte.
_NATIVE_NS, _VIRTUAL_NS, _BYTE_NS = 500 * _MS, 3000 * _MS, 250
# Of a codec's messages as much is compressed, once for each dictionary and size of batches.
COMPRESSED_BYTES = 8 * 2**20


@dataclass(frozen=True, slots=True)
class Plan:
    """The codecs and workloads in the order in which they are asked. Of each codec's messages at most
    ``compressed_bytes`` are compressed."""

    compressed_bytes: Count
    seed: int
    forks: tuple[Fork, ...]
    max_time_ns: Count | None = None

    def of_fork_ns(self, fork: Fork, corpus_bytes: int) -> int:
        """The expected time of a fork over a corpus of so many bytes."""
        started = _VIRTUAL_NS if language_of(fork.codec).jit_compiled else _NATIVE_NS
        return started + min(self.compressed_bytes, corpus_bytes) * _BYTE_NS


def make_plan(
    subjects: Sequence[tuple[str, str]],
    seed: int,
    *,
    compressed_bytes: int = COMPRESSED_BYTES,
    order: str = "",
) -> Plan:
    """All codecs and workloads, in an order that follows from the words of ``order``."""
    ordered = shuffled(sorted(subjects), order, "order of codecs")
    forks = tuple(Fork(codec, workload, 0) for codec, workload in ordered)
    return Plan(compressed_bytes, seed, forks)
