"""Sentences about a run of the cluster.
They say who comes first, also against what users of the engine have. They say how much of a job is the
serializer's, and what compression changes. Pure."""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any

from serbench.experiments.cluster.plan import CACHE, SHUFFLE, UNRANKED_JOBS
from serbench.experiments.cluster.report import tables
from serbench.experiments.cluster.results import ClusterResult, ClusterResults
from serbench.report.ranked import firsts
from serbench.report.words import duration_text, listed, number


def answers(results: ClusterResults, record: Mapping[str, Any]) -> list[str]:
    """Of the largest number of objects: the first of each ranked job, what serializers are of it, and what
    changes without compression."""
    most = max((one.objects for one in results.all), default=0)
    prefix = record.get("engine", {}).get("prefix", "/")
    found: list[str] = []
    largest = [group for group in tables.groups_of(results) if group[0].objects == most]
    for group in largest:
        for job in dict.fromkeys(one.job for one in group if one.job not in UNRANKED_JOBS):
            found += _first([one for one in group if one.job == job and not one.floor])
    # What serializers are of a job, other partitions change little; what compression changes is said below.
    for group in largest[:1]:
        shuffled = [one for one in group if one.job == SHUFFLE]
        found += _against_own([one for one in shuffled if not one.floor], prefix, record)
        found += _shares([one for one in shuffled if not one.floor]) + _beyond_reference(shuffled)
        found += _cached([one for one in group if one.job == CACHE and not one.floor])
    return found + _uncompressed(results, most)


def _first(results: Sequence[ClusterResult]) -> list[str]:
    return [
        f"{first.result.job}, {tables.conditions_words(first.result)}: least CPU time with"
        f" {first.words(f'{duration_text(first.result.cpu)} per object')}."
        for first in firsts(results, True)
    ]


def _against_own(results: Sequence[ClusterResult], prefix: str, record: Mapping[str, Any]) -> list[str]:
    """The first codec against each of the engine's own serializers."""
    codecs = [one for one in results if not one.codec.startswith(prefix) and not one.hand_written]
    own = [one for one in results if one.codec.startswith(prefix)]
    if not codecs or not own:
        return []
    best = min(codecs, key=lambda one: one.cpu.median)
    parts = [
        f"{number(best.cpu.median / one.cpu.median)} of that with {one.codec}"
        for one in sorted(own, key=lambda one: one.cpu.median)
    ]
    cores = record.get("cluster", {}).get("cores", 0)
    where = f"On {cores} cores" if cores > 1 else "On one core"
    return [
        f"{where}, the CPU time of a shuffle of {best.objects:,} {best.workload} objects with {best.codec} is"
        f" {listed(parts)}."
    ]


def _shares(results: Sequence[ClusterResult]) -> list[str]:
    timed = [one for one in results if one.serialize_ns is not None]
    ordered = sorted(timed, key=lambda one: one.serializers_share)
    if not ordered:
        return []
    least, most = ordered[0], ordered[-1]
    if least is most:
        return [
            f"{least.serializers_share:.0%} of the shuffle's CPU time with {least.codec} is serialization."
        ]
    return [
        f"From {least.serializers_share:.0%} ({least.codec}) to {most.serializers_share:.0%} ({most.codec})"
        " of the shuffle's CPU time is serialization."
    ]


def _beyond_reference(results: Sequence[ClusterResult]) -> list[str]:
    """Whose messages are so short that the whole job costs less than copying bytes."""
    reference = next((one for one in results if one.floor), None)
    if reference is None:
        return []
    less = [one.codec for one in results if not one.floor and one.cpu.median < reference.cpu.median]
    return (
        [f"Less than raw bytes in the shuffle: {listed(less)}; shorter messages cost less."] if less else []
    )


def _cached(results: Sequence[ClusterResult]) -> list[str]:
    sizes = [(one.cached_bytes / one.objects, one.codec) for one in results if one.cached_bytes]
    if len(sizes) < 2:
        return []
    (least, smallest), *_, (most, largest) = sorted(sizes, key=itemgetter(0))
    return [f"A cached object takes from {least:,.0f} ({smallest}) to {most:,.0f} bytes ({largest})."]


def _uncompressed(results: ClusterResults, objects: int) -> list[str]:
    """How many times the CPU time of a shuffle is without compression, and its bytes."""
    by_way: dict[tuple[str, int], dict[str, ClusterResult]] = {}
    for one in results.rows:
        if one.job == SHUFFLE and one.objects == objects:
            by_way.setdefault((one.codec, one.partitions), {})[one.compress] = one
    parts = []
    for (codec, _), found in by_way.items():
        plain = found.get("none")
        packed = next((one for name, one in found.items() if name != "none"), None)
        if plain is not None and packed is not None:
            parts.append(
                f"{codec} {number(plain.cpu.median / packed.cpu.median)} × the CPU time and"
                f" {number(plain.shuffle_bytes / packed.shuffle_bytes)} × the bytes"
            )
    return [f"Without compression the shuffle takes: {listed(parts)}."] if parts else []
