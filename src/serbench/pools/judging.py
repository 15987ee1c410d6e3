"""The common part of the replies to all requests about stores, and how it is judged."""

import contextlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from serbench.corpus.manifest import Manifest
from serbench.errors import fault_of
from serbench.outcomes import of_os_error
from serbench.pools.cache_state import put_into_state, resident_share
from serbench.runner.process import Conversation
from serbench.runner.reply import ProtocolFault, Reply, Unfit, by_tag, unfit_of

# By phase its ``wall_ns`` and ``cpu_ns``.
Phases = Mapping[str, Mapping[str, int]]
ByTag = Mapping[str, Sequence[Reply]]


@dataclass(frozen=True, slots=True)
class PoolFinding:
    """The finding of a request. ``phases`` maps a phase to its ``wall_ns``, of the slowest thread of its
    stage, and ``cpu_ns``, of all threads together. ``resident`` are the shares of the file that is read which
    were in the page cache before and after, None where they are unknown; ``figures`` have what the runner
    counted."""

    outcome: str
    detail: str = ""
    phases: Phases = field(default_factory=dict)
    size_bytes: int | None = None
    digest: str | None = None
    touch: int | None = None
    gc_ns: int | None = None
    collections: int | None = None
    peak_bytes: int | None = None
    resident: tuple[float, float] | None = None
    figures: Mapping[str, int] = field(default_factory=dict)


def replies_of(conversation: Conversation) -> ByTag | Unfit:
    """The replies of a conversation by their tags, or why there is no result. Raises ProtocolFault."""
    if conversation.outcome != "ok":
        return Unfit(conversation.row_outcome, conversation.sentence)
    found = by_tag(conversation.replies)
    return unfit_of(found["failed"][0]) if "failed" in found else found


def asked_in_state(cache: str, path: Path, ask: Callable[[], PoolFinding]) -> PoolFinding:
    """The finding of a request that reads a file, which is put into a state of the page cache before, with
    the shares that are resident before and after. Raises Fault where the file cannot be read."""
    try:
        put_into_state(cache, path)
        before = resident_share(path)
    except OSError as error:
        sentence = f"The file {path} cannot be read: {error.strerror}."
        raise fault_of(of_os_error(error), sentence) from error
    finding = ask()
    with contextlib.suppress(OSError):
        after = resident_share(path)
        if before is not None and after is not None:
            return replace(finding, resident=(before, after))
    return finding


def only(found: ByTag, tag: str) -> Reply:
    replies = found.get(tag, ())
    if len(replies) != 1:
        raise ProtocolFault(f"The runner gave {len(replies)} lines {tag} where one belongs.")
    return replies[0]


def of_collector(found: ByTag, name: str) -> int | None:
    """The collector's ``gc_ns`` or ``collections``; None in a language without."""
    return sum(reply.count(name) for reply in found["gc"]) if "gc" in found else None


def require_pool(said: Reply, manifest: Manifest) -> None:
    for name, own, right in (
        ("objects", said.count("objects"), manifest.objects),
        ("bytes", said.count("bytes"), manifest.bytes),
        ("digest", said.digest(), manifest.digest),
    ):
        if own != right:
            raise ProtocolFault(f"The runner read the pool as {name} {own} where it has {right}.")


def require_objects(said: Reply, objects: int) -> None:
    if said.count("objects") != objects:
        raise ProtocolFault(
            f"The runner handled {said.count('objects')} objects where {objects} were requested."
        )


def times_of_threads(
    replies: Sequence[Reply], allowed: Collection[str], threads: int
) -> tuple[dict[int, dict[str, int]], dict[str, int]]:
    """The wall times of the phases by thread, and the CPU times of all threads together."""
    wall: dict[int, dict[str, int]] = {}
    cpu: dict[str, int] = {}
    for reply in replies:
        name, thread = reply.text("name"), reply.count("thread")
        if name not in allowed or thread >= threads or name in wall.get(thread, {}):
            raise ProtocolFault(f"The runner reports a phase {name} of thread {thread} that is impossible.")
        wall.setdefault(thread, {})[name] = reply.count("wall_ns")
        cpu[name] = cpu.get(name, 0) + reply.count("cpu_ns")
    return wall, cpu


def combined(wall_ns: Mapping[str, int], cpu_ns: Mapping[str, int], duration_ns: int) -> Phases:
    """Both times of each phase; ``wall_ns`` has those that count, which passed one after the other."""
    total_ns = sum(wall_ns.values())
    if total_ns > duration_ns:
        raise ProtocolFault(
            f"The runner's phases took {total_ns} ns by its own clock, but it lived for {duration_ns} ns"
            " only."
        )
    return {name: {"wall_ns": wall_ns.get(name, 0), "cpu_ns": of_cpu} for name, of_cpu in cpu_ns.items()}


def slowest(of_threads: Collection[dict[str, int]]) -> dict[str, int]:
    """The phases of the thread that took longest in all."""
    return max(of_threads, key=lambda phases: sum(phases.values()), default={})
