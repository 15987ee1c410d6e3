"""Judges the reply of a driver and its relay (PROTOCOL.md, relay)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from serbench.runner.process import Conversation
from serbench.runner.reply import ProtocolFault, Reply, by_tag, judging, unfit_of

PHASES = ("read", "copy", "decode", "route", "encode", "write")
QUANTILES = ("p50_ns", "p90_ns", "p99_ns", "p999_ns", "max_ns")
# What a relay allocates where it counts: blocks of memory, and their bytes.
ALLOCATED = ("allocations", "allocated_bytes")
# The messages that a relay has updated in their bytes.
UPDATED = ("updated_in_place",)
# A rate is achieved where this share of the scheduled messages a second arrived.
_ACHIEVED = 0.95
# What a relay counts of messages that it could not pass on, in words.
_LOST = {
    "undecodable": "could not be decoded",
    "undeliverable": "no longer had a sink",
    "torn": "ended within a frame",
}
# The barriers that end the proof, the warm-up, the saturation and the phases, by their place.
_WARM, _SATURATED, _PHASED = 1, 2, 3


@dataclass(frozen=True, slots=True)
class RelayFinding:
    """The finding of a fork. ``frames`` were relayed at saturation in ``wall_ns``, for which the relay used
    ``cpu_ns``. ``phases`` have the relay's CPU and wall time for one message in nanoseconds. ``size_bytes``
    counts all messages of the corpus. ``figures`` have ``latency``, a record for each rate, and the driver's
    CPU time and the bytes of messages at saturation. They have the relay's resident size at the end and the
    share of messages that were updated in place. Where the relay counts, they have what it allocates for one
    message."""

    outcome: str
    detail: str = ""
    frames: int = 0
    wall_ns: int = 0
    cpu_ns: int = 0
    size_bytes: int | None = None
    peak_bytes: int | None = None
    gc_ns: int | None = None
    collections: int | None = None
    phases: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    figures: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ExpectedRelay:
    """The request to driver and relay: every one of ``messages`` from each of ``sources``, phases or not,
    and this many rates."""

    messages: int
    sources: int
    has_phases: bool
    rates: int


@judging(RelayFinding)
def judge_relay(conversation: Conversation, expected: ExpectedRelay) -> RelayFinding:
    """Compares one conversation with what was requested."""
    replies = by_tag(conversation.replies)
    # What the driver found wrong explains how the relay ended.
    if failed := replies.get("failed"):
        unfit = unfit_of(failed[0], among_others=True)
        return RelayFinding(unfit.outcome, unfit.detail)
    if conversation.outcome != "ok":
        return RelayFinding(conversation.row_outcome, conversation.sentence)
    barriers = replies.get("barrier", [])
    _require_complete(barriers, replies, expected)
    saturated = replies["saturated"][0]
    before, after = barriers[_WARM], barriers[_SATURATED]
    frames, wall_ns = saturated.count("frames"), saturated.count("wall_ns")
    if after.count("frames") - before.count("frames") != frames:
        raise ProtocolFault("Relay and driver count different messages at saturation.")
    if not 0 < wall_ns <= conversation.duration_ns or frames == 0:
        raise ProtocolFault(f"The driver reports {frames} messages in {wall_ns} ns.")
    return RelayFinding(
        "ok",
        frames=frames,
        wall_ns=wall_ns,
        cpu_ns=after.count("cpu_ns") - before.count("cpu_ns"),
        peak_bytes=conversation.peak_bytes,
        gc_ns=_of_collector(conversation.replies, "gc_ns"),
        collections=_of_collector(conversation.replies, "collections"),
        phases=_phases(conversation.replies, barriers) if expected.has_phases else {},
        figures={
            "bytes_in": saturated.count("bytes_in"),
            "bytes_out": saturated.count("bytes_out"),
            "driver_cpu_ns": saturated.count("driver_cpu_ns"),
            "copied_bytes": after.count("copied_bytes") - before.count("copied_bytes"),
            "retained_bytes": barriers[-1].count("resident_bytes"),
            "latency": _latency(replies),
            **_for_each(ALLOCATED, before, after, frames),
            **_for_each(UPDATED, before, after, frames),
        },
    )


def _for_each(names: Sequence[str], before: Reply, after: Reply, frames: int) -> dict[str, float]:
    """The relay's counts between two barriers, for one message, as far as it counts."""
    counted = [name for name in names if name in before.fields and name in after.fields]
    return {name: (after.count(name) - before.count(name)) / frames for name in counted}


def _require_complete(
    barriers: Sequence[Reply], found: Mapping[str, Sequence[Reply]], expected: ExpectedRelay
) -> None:
    """Every stage has its lines, and nothing was lost."""
    # One for each stage, the proof at the end among them, and the last.
    right = _PHASED + expected.has_phases + expected.rates + 2
    if len(barriers) != right:
        raise ProtocolFault(f"The relay reports {len(barriers)} barriers where {right} belong.")
    proofs = found.get("proved", ())
    frames = [reply.count("frames") for reply in proofs]
    if frames != [expected.messages * expected.sources] * 2:
        raise ProtocolFault(
            f"The driver checks {', '.join(map(str, frames)) or 'no'} messages where"
            f" {expected.messages * expected.sources} are checked before and after."
        )
    if len(found.get("saturated", ())) != 1 or len(found.get("latency", ())) != expected.rates:
        raise ProtocolFault("The driver lacks the line of a stage.")
    for name, words in _LOST.items():
        if count := barriers[-1].count(name):
            raise ProtocolFault(f"The relay reports that {count} messages or sources {words}.")


def _of_collector(replies: Sequence[Reply], name: str) -> int | None:
    """The collector's ``gc_ns`` or ``collections`` at saturation, after the barrier at its end; None in a
    language without."""
    seen = 0
    for reply in replies:
        seen += reply.tag == "barrier"
        if reply.tag == "gc" and seen == _SATURATED + 1:
            return reply.count(name)
    return None


def _phases(replies: Sequence[Reply], barriers: Sequence[Reply]) -> dict[str, dict[str, int]]:
    """The phases that follow the barrier at their end, for one message."""
    frames = barriers[_PHASED].count("frames") - barriers[_SATURATED].count("frames")
    found: dict[str, dict[str, int]] = {}
    seen = 0
    for reply in replies:
        seen += reply.tag == "barrier"
        if reply.tag != "phase" or seen != _PHASED + 1:
            continue
        name = reply.text("name")
        if name not in PHASES or name in found:
            raise ProtocolFault(f"The relay reports a phase {name} that is impossible.")
        found[name] = {clock: reply.count(clock) // max(1, frames) for clock in ("wall_ns", "cpu_ns")}
    # A relay of JavaScript cannot time its reading (PROTOCOL.md, relay).
    if frames == 0 or "write" not in found:
        raise ProtocolFault("The relay reports no phases.")
    return found


def _latency(replies: Mapping[str, Sequence[Reply]]) -> list[dict[str, Any]]:
    curves: dict[str, dict[str, int]] = {}
    for reply in replies.get("quantile", ()):
        curves.setdefault(reply.text("load"), {})[reply.text("at")] = reply.count("ns")
    found: list[dict[str, Any]] = []
    for reply in replies.get("latency", ()):
        rate, achieved = reply.count("rate_per_s"), reply.count("achieved_per_s")
        times = {name: reply.count(name) for name in QUANTILES}
        if sorted(times.values()) != list(times.values()):
            raise ProtocolFault("The driver reports quantiles that do not ascend.")
        found.append(
            {
                "load": reply.text("load"),
                "rate_per_s": rate,
                "achieved_per_s": achieved,
                "achieved": achieved >= _ACHIEVED * rate,
                "count": reply.count("count"),
                **times,
                "quantiles": curves.get(reply.text("load"), {}),
            }
        )
    return found
