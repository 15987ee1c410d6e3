"""Judges a runner's reply to one sort (PROTOCOL.md, sort)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from serbench.experiments.sort.expected import STUDY
from serbench.experiments.sort.plan import BYTES, LAZY, OBJECTS, RAW
from serbench.pools.judging import (
    Phases,
    PoolFinding,
    combined,
    of_collector,
    only,
    replies_of,
    require_objects,
    slowest,
    times_of_threads,
)
from serbench.runner.process import Conversation
from serbench.runner.reply import ProtocolFault, Reply, Unfit, judging

CHUNKS, MERGE = "chunks-", "merge-"
# More than any number of chunks needs.
_MOST_PASSES = 64
_PARTS = ("read", "copy", "decode", "key", "sort", "merge", "encode", "write", "fsync", "free")
# In the order of the work.
PHASES = (
    *(CHUNKS + part for part in _PARTS if part != "merge"),
    *(MERGE + part for part in _PARTS if part != "sort"),
)
# Phases that wait for files; all others are the processor's.
IO_PHASES = frozenset(stage + part for stage in (CHUNKS, MERGE) for part in ("read", "write", "fsync"))
FIGURES = (
    "data_bytes", "chunks", "passes", "fan_in", "read_bytes", "written_bytes", "decodes", "accesses",
    "comparisons", "held_bytes",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SortRequest:
    """The request to the runner."""

    mode: str
    key: str
    objects: int
    threads: int
    fan_in: int


@judging(PoolFinding)
def judge_sort(conversation: Conversation, asked: SortRequest) -> PoolFinding:
    """Compares one conversation with what was requested."""
    found = replies_of(conversation)
    if isinstance(found, Unfit):
        return PoolFinding(found.outcome, found.detail)
    result = only(found, "sorted")
    require_objects(result, asked.objects)
    figures = {name: result.count(name) for name in FIGURES}
    size_bytes = result.count("bytes")
    _require_sense(figures, size_bytes, asked)
    return PoolFinding(
        "ok",
        phases=_phases(found.get("phase", ()), asked.threads, conversation.duration_ns),
        size_bytes=size_bytes,
        gc_ns=of_collector(found, "gc_ns"),
        collections=of_collector(found, "collections"),
        peak_bytes=conversation.peak_bytes,
        figures=figures,
    )


def _require_sense(figures: Mapping[str, int], size_bytes: int, asked: SortRequest) -> None:
    """Raises ProtocolFault where the counts of the runner are impossible."""
    chunks, passes, fan_in = (figures[name] for name in ("chunks", "passes", "fan_in"))
    if not 2 <= fan_in <= asked.fan_in:
        raise ProtocolFault(
            f"The runner merges {fan_in} chunks at once where 2 to {asked.fan_in} were allowed."
        )
    if chunks < 1 or (passes == 0) != (chunks == 1) or passes > _MOST_PASSES or fan_in**passes < chunks:
        raise ProtocolFault(f"The runner reports {passes} passes over {chunks} chunks, {fan_in} at once.")
    # Each record goes into a chunk and out of it, unless that is the sorted store.
    times = 1 if chunks == 1 else 2
    for name in ("read_bytes", "written_bytes"):
        if figures[name] < times * size_bytes:
            raise ProtocolFault(
                f"The runner reports {name}={figures[name]} for {size_bytes} bytes of objects."
            )
    if not _is_possible(asked, times, figures["decodes"], figures["accesses"]):
        raise ProtocolFault(
            f"The runner reports {figures['decodes']} decodes and {figures['accesses']} accesses of"
            f" {asked.objects} objects, which the mode {asked.mode} does not allow."
        )


def _is_possible(asked: SortRequest, times: int, decodes: int, accesses: int) -> bool:
    if asked.mode == OBJECTS:
        return decodes >= times * asked.objects
    if asked.mode == BYTES and asked.key == STUDY:
        # No codec reads it by access.
        return decodes >= times * asked.objects and accesses == 0
    if asked.mode == BYTES:
        return decodes + accesses >= times * asked.objects
    # A single object is compared with nothing.
    if asked.mode == LAZY:
        return decodes == 0 and accesses >= asked.objects - 1
    return asked.mode == RAW and decodes == accesses == 0


def _phases(replies: Sequence[Reply], threads: int, duration_ns: int) -> Phases:
    """All threads make chunks side by side, then they merge: each stage takes as long as its slowest
    thread."""
    wall, cpu = times_of_threads(replies, PHASES, threads)
    if CHUNKS + "read" not in cpu or not {CHUNKS + "write", MERGE + "write"} & cpu.keys():
        raise ProtocolFault("The runner reports no phase that uses the file.")
    counted: dict[str, int] = {}
    for stage in (CHUNKS, MERGE):
        of_stage = [
            {name: time for name, time in of_thread.items() if name.startswith(stage)}
            for of_thread in wall.values()
        ]
        counted |= slowest(of_stage)
    return combined(counted, cpu, duration_ns)
