"""Judges a runner's reply to one write or read (PROTOCOL.md, store-write and store-read)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from serbench.corpus.manifest import Manifest
from serbench.experiments.store.plan import RAW_LEVEL, WRITE, StoreStep
from serbench.pools.judging import (
    Phases,
    PoolFinding,
    combined,
    of_collector,
    only,
    replies_of,
    require_objects,
    require_pool,
    slowest,
    times_of_threads,
)
from serbench.record.row import Row
from serbench.runner.process import Conversation
from serbench.runner.reply import ProtocolFault, Reply, Unfit, judging

WRITE_PHASES = frozenset({"encode", "copy", "write", "fsync"})
READ_PHASES = frozenset({"read", "copy", "decode", "touch", "free"})
# Phases that wait for files; all others are the processor's.
IO_PHASES = frozenset({"write", "fsync", "read"})


@dataclass(frozen=True, slots=True)
class ExpectedRead:
    """The expected result of a correct runner.
    It has this many objects with the sum of their digests, at the levels that have one, and ``threads`` at
    most. Where the runner ``holds`` objects, it also has the memory that they take."""

    manifest: Manifest
    objects: int
    threads: int
    digest: str | None = None
    holds: bool = False


@judging(PoolFinding)
def judge_store(conversation: Conversation, step: StoreStep, expected: ExpectedRead) -> PoolFinding:
    """Compares one conversation with what was requested."""
    found = replies_of(conversation)
    if isinstance(found, Unfit):
        return PoolFinding(found.outcome, found.detail)
    require_pool(only(found, "corpus"), expected.manifest)
    writes = step.operation == WRITE
    result = only(found, "stored" if writes else "fetched")
    require_objects(result, expected.objects)
    finding = PoolFinding(
        "ok",
        phases=_phases(found.get("phase", ()), step, expected.threads, conversation.duration_ns),
        size_bytes=result.count("bytes"),
        digest=None if writes else result.digest(),
        touch=None if writes else result.count("touch"),
        gc_ns=of_collector(found, "gc_ns"),
        collections=of_collector(found, "collections"),
        peak_bytes=conversation.peak_bytes,
        figures={"held_bytes": only(found, "held").count("bytes")} if expected.holds else {},
    )
    if expected.digest is not None and finding.digest != expected.digest:
        return PoolFinding(
            "wrong", f"What came back had the digest {finding.digest} where {expected.digest} belongs."
        )
    return finding


def _phases(replies: Sequence[Reply], step: StoreStep, threads: int, duration_ns: int) -> Phases:
    allowed = WRITE_PHASES if step.operation == WRITE else READ_PHASES
    wall, cpu = times_of_threads(replies, allowed, threads)
    if not wall or ("write" not in cpu and "read" not in cpu):
        raise ProtocolFault("The runner reports no phase that uses the file.")
    # Waiting for the disk comes once, after all threads.
    waiting_ns = [phases.pop("fsync") for phases in wall.values() if "fsync" in phases]
    counted = slowest(wall.values())
    if waiting_ns:
        counted["fsync"] = sum(waiting_ns)
    return combined(counted, cpu, duration_ns)


def has_digest(level: str) -> bool:
    """Whether reading at this level returns whole values, whose digests are summed."""
    return level in ("decode", RAW_LEVEL)


@dataclass(slots=True)
class Touches:
    """The touches that reading by a plan has summed to.
    All codecs of languages with the same strings must agree on them."""

    units: Mapping[str, str]
    touches: dict[tuple[object, ...], Row] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Sequence[Row], units: Mapping[str, str]) -> Self:
        """The touches in the rows of a run; ``units`` are those of the codecs' strings."""
        seen = cls(units)
        for row in rows:
            seen.confirmed(row)
        return seen

    def confirmed(self, row: Row) -> Row:
        """The row, or the same as a failure where an earlier codec has read something different."""
        level = row.parameters.get("level", "")
        if not row.ok or row.operation == WRITE or has_digest(level):
            return row
        key = (self.units.get(row.codec), row.operation, level, row.parameters["objects"], row.n)
        first = self.touches.setdefault(key, row)
        if first.touch == row.touch:
            return row
        detail = f"What it read sums to the touch {row.touch} where {first.codec} read {first.touch}."
        return replace(row, outcome="wrong", detail=detail, n=(), cpu_ns=(), wall_ns=(), phases={})
