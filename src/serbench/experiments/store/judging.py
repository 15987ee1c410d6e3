"""Judges a runner's reply to one write or read (PROTOCOL.md, store-write and store-read)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from serbench.corpus.manifest import Manifest
from serbench.experiments.store.plan import RAW_LEVEL, WRITE, Step
from serbench.record.row import Row
from serbench.runner.process import Conversation
from serbench.runner.reply import ProtocolFault, Reply

WRITE_PHASES = frozenset({"encode", "copy", "write", "fsync"})
READ_PHASES = frozenset({"read", "copy", "decode", "touch", "free"})
# Phases that wait for files; all others are the processor's.
IO_PHASES = frozenset({"write", "fsync", "read"})
_OUTCOME_OF_FAILED = {"wrong": "wrong", "error": "wrong", "unsupported": "unsupported"}

Phases = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class StoreFinding:
    """What a request has shown. ``phases`` maps a phase to its ``wall_ns`` and ``cpu_ns``: of the thread
    that took longest in all for the wall, of all threads together for the CPU. ``resident`` are the shares of
    the file in the page cache before and after a read, None where they are unknown."""

    outcome: str
    detail: str = ""
    phases: Phases = field(default_factory=dict)
    size_bytes: int | None = None
    digest: str | None = None
    touch: int | None = None
    gc_ns: int | None = None
    peak_bytes: int | None = None
    resident: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Expected:
    """What a correct runner must report: this many objects with the sum of their digests, at the levels that
    have one; ``threads`` at most."""

    manifest: Manifest
    objects: int
    threads: int
    digest: str | None = None


def judge_store(conversation: Conversation, step: Step, expected: Expected) -> StoreFinding:
    """Compares one conversation with what was requested."""
    try:
        return _judged(conversation, step, expected)
    except ProtocolFault as fault:
        return StoreFinding("protocol", str(fault))


def _judged(conversation: Conversation, step: Step, expected: Expected) -> StoreFinding:
    if conversation.outcome == "refused":
        return StoreFinding("unsupported", conversation.detail)
    if conversation.outcome != "ok":
        return StoreFinding(conversation.outcome, conversation.sentence)
    by_tag: dict[str, list[Reply]] = {}
    for reply in conversation.replies:
        by_tag.setdefault(reply.tag, []).append(reply)
    if failed := by_tag.get("failed"):
        return _finding_of_failed(failed[0])
    _require_pool(_only(by_tag, "corpus"), expected.manifest)
    result = _only(by_tag, "stored" if step.operation == WRITE else "fetched")
    if result.count("objects") != expected.objects:
        raise ProtocolFault(
            f"The runner handled {result.count('objects')} objects where {expected.objects} were requested."
        )
    finding = StoreFinding(
        "ok",
        phases=_phases(by_tag.get("phase", ()), step, expected.threads, conversation.duration_ns),
        size_bytes=result.count("bytes"),
        digest=None if step.operation == WRITE else result.digest(),
        touch=None if step.operation == WRITE else result.count("touch"),
        gc_ns=sum(reply.count("gc_ns") for reply in by_tag.get("gc", ())) if "gc" in by_tag else None,
        peak_bytes=conversation.peak_bytes,
    )
    if expected.digest is not None and finding.digest != expected.digest:
        return StoreFinding(
            "wrong", f"What came back had the digest {finding.digest} where {expected.digest} belongs."
        )
    return finding


def _only(by_tag: Mapping[str, Sequence[Reply]], tag: str) -> Reply:
    replies = by_tag.get(tag, ())
    if len(replies) != 1:
        raise ProtocolFault(f"The runner gave {len(replies)} lines {tag} where one belongs.")
    return replies[0]


def _require_pool(said: Reply, manifest: Manifest) -> None:
    for name, own, right in (
        ("objects", said.count("objects"), manifest.objects),
        ("bytes", said.count("bytes"), manifest.bytes),
        ("digest", said.digest(), manifest.digest),
    ):
        if own != right:
            raise ProtocolFault(f"The runner read the pool as {name} {own} where it has {right}.")


def _phases(replies: Sequence[Reply], step: Step, threads: int, duration_ns: int) -> Phases:
    allowed = WRITE_PHASES if step.operation == WRITE else READ_PHASES
    wall: dict[int, dict[str, int]] = {}
    cpu: dict[str, int] = {}
    for reply in replies:
        name, thread = reply.text("name"), reply.count("thread")
        if name not in allowed or thread >= threads or name in wall.get(thread, {}):
            raise ProtocolFault(f"The runner reports a phase {name} of thread {thread} that is impossible.")
        wall.setdefault(thread, {})[name] = reply.count("wall_ns")
        cpu[name] = cpu.get(name, 0) + reply.count("cpu_ns")
    if not wall or ("write" not in cpu and "read" not in cpu):
        raise ProtocolFault("The runner reports no phase that uses the file.")
    # Waiting for the disk comes once, after all threads.
    waiting_ns = [phases.pop("fsync") for phases in wall.values() if "fsync" in phases]
    slowest = max(wall.values(), key=lambda phases: sum(phases.values()))
    if waiting_ns:
        slowest["fsync"] = sum(waiting_ns)
    if sum(slowest.values()) > duration_ns:
        raise ProtocolFault(
            f"The runner's phases took {sum(slowest.values())} ns by its own clock, but it lived for"
            f" {duration_ns} ns only."
        )
    return {name: {"wall_ns": slowest.get(name, 0), "cpu_ns": of_cpu} for name, of_cpu in cpu.items()}


def _finding_of_failed(reply: Reply) -> StoreFinding:
    outcome = _OUTCOME_OF_FAILED.get(reply.text("outcome"))
    if outcome is None:
        raise ProtocolFault(f"The runner failed with the unknown outcome {reply.text('outcome')!r}.")
    where = f"Object {reply.integer('index')}: " if "index" in reply.fields else ""
    return StoreFinding(outcome, where + (reply.fields.get("detail") or "The runner gives no reason."))


def has_digest(level: str) -> bool:
    """Whether reading at this level returns whole values, whose digests are summed."""
    return level in ("decode", RAW_LEVEL)


@dataclass(slots=True)
class Touches:
    """What reading by a plan has summed to, which all codecs of languages with the same strings must
    agree on."""

    units: Mapping[str, str]
    touches: dict[tuple[object, ...], Row] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Sequence[Row], units: Mapping[str, str]) -> Self:
        """What the rows of a run show; ``units`` are those of the codecs' strings."""
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
