"""The results of a run of the cluster as tables: serializers by jobs, and each job by itself. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from serbench.experiments.cluster.masters import is_local
from serbench.experiments.cluster.plan import AGGREGATE, BROADCAST, CACHE, JOBS, SHUFFLE, UNRANKED_JOBS
from serbench.experiments.cluster.results import ClusterResult, ClusterResults
from serbench.pools.resources import size_words
from serbench.report.columns import ResultColumn, column_of, columns_of, ranked_table, words_of
from serbench.report.figures import Shown
from serbench.report.ranked import (
    certainty_words,
    has_places,
    in_order,
    interval_sentence,
    mark_words,
    marked_name,
)
from serbench.report.table import Cell, Table
from serbench.report.words import ABSENT, UNMEASURED, listed

# Codecs and the engine's own serializers do the same job in the same engine.
_TOGETHER = True
# What the engine does with the records of a shuffle.
_WRITERS = {
    "bypass": "writes a file for each partition",
    "serialized": "orders records as bytes",
    "sorting": "orders records as objects",
}
# The jobs that go in a terminal that is too narrow.
_JOBS_GO = {AGGREGATE: 7, BROADCAST: 8}
_FIGURES = (
    *("cpu", "interval", "stages", "serialize_ns", "deserialize_ns", "rest_ns", "wall_ns", "gc_ns"),
    *("bytes", "spilled_to_disk", "peak_bytes"),
)


def groups_of(results: ClusterResults) -> list[tuple[ClusterResult, ...]]:
    """The results of one table: those of all jobs in the same conditions."""
    conditions = dict.fromkeys(one.conditions for one in sorted(results.all, key=lambda one: one.conditions))
    return [tuple(one for one in results.all if one.conditions == found) for found in conditions]


def leading_job(group: Sequence[ClusterResult]) -> str:
    """The job that orders a table: the shuffle, where it was measured."""
    return next(job for job in JOBS if any(one.job == job for one in group))


def of_job(group: Sequence[ClusterResult], job: str) -> list[ClusterResult]:
    """The results of a job, the fastest first: ranked ones, then hand-written ones and the references."""
    found = sorted((one for one in group if one.job == job), key=lambda one: one.cpu.median)
    return in_order(found, _TOGETHER)


def overview(group: Sequence[ClusterResult]) -> Table:
    """All jobs of each serializer, in the order of the job that leads."""
    lead = leading_job(group)
    of_lead = of_job(group, lead)
    first = {one.codec: one for one in reversed([*of_lead, *group])}
    title = f"{conditions_words(of_lead[0])}: µs of CPU time per object"
    order = dict.fromkeys(one.codec for one in (*of_lead, *group))
    return ranked_table(
        title,
        [first[codec] for codec in order],
        _overview_columns(group, lead),
        _TOGETHER,
        serializer_name,
        "serializer",
        lambda one: one.job == lead,
    )


def _overview_columns(group: Sequence[ClusterResult], lead: str) -> list[ResultColumn[ClusterResult]]:
    """The CPU time of each job, that of the leading one with its interval and relative to raw bytes."""
    jobs = [job for job in JOBS if any(one.job == job for one in group)]
    reference = next((one for one in group if one.floor and one.job == lead), None)
    found: list[ResultColumn[ClusterResult]] = []
    for job in jobs:
        found.append(_column(group, job, "cpu", job))
        if job == lead:
            found.append(_column(group, job, "interval"))
            found += [_of_mark(group, lead, reference)] if reference else []
    found += [_column(group, SHUFFLE, "shuffle_bytes")] if SHUFFLE in jobs else []
    found += [_column(group, CACHE, "cached_bytes")] if CACHE in jobs else []
    return [*found, _column(group, lead, "wall_ns")]


def _column(
    group: Sequence[ClusterResult], job: str, name: str, title: str = ""
) -> ResultColumn[ClusterResult]:
    """A figure of a job, whichever job the result of a line has."""
    of_codec = {one.codec: one for one in group if one.job == job}
    (found,) = columns_of([*of_codec.values()], name)

    def cell(one: ClusterResult) -> Cell:
        own = of_codec.get(one.codec)
        return found.cell(own) if own else Cell(UNMEASURED if title else ABSENT)

    titled = replace(found.column, title=title, goes=_JOBS_GO.get(title)) if title else found.column
    return ResultColumn(titled, cell)


def _of_mark(
    group: Sequence[ClusterResult], job: str, reference: ClusterResult
) -> ResultColumn[ClusterResult]:
    """The CPU time relative to that of raw bytes."""
    times = {one.codec: one.cpu.median / reference.cpu.median for one in group if one.job == job}
    return column_of(Shown("× raw", goes=9), lambda one: times.get(one.codec))


def job_table(group: Sequence[ClusterResult], job: str) -> Table:
    """One job: where its CPU time passes, and what else it takes."""
    found = of_job(group, job)
    title = f"{job}; {conditions_words(found[0])}"
    return ranked_table(title, found, columns_of(found, *_FIGURES), _TOGETHER, serializer_name, "serializer")


def legend(results: ClusterResults, record: Mapping[str, Any]) -> list[str]:
    lines = [*words_of(results.all, *_FIGURES), interval_sentence(results)]
    if any(one.floor for one in results.all):
        lines.append(
            "raw bytes are copied without being encoded. They are only a reference: a shorter message"
            " may cost less to compress and to write."
        )
    lines += mark_words(results.rows)
    if any(has_places(of_job(group, leading_job(group)), _TOGETHER) for group in groups_of(results)):
        lines.append(
            "Rank: the places that a serializer may have by the CPU time of one job; 6–8 means any from 6 to"
            " 8. Codecs and the engine's own serializers rank together."
        )
    if any(one.job in UNRANKED_JOBS for one in results.all):
        lines.append("sort is not ranked: it is mostly the engine's own estimation of sizes.")
    lines += _writers(results)
    if unsettled := sorted({one.codec for one in results.all if not one.settled}):
        lines.append(f"Still getting faster when the warm-up had to end: {', '.join(unsettled)}.")
    if spilled := sorted({one.codec for one in results.all if one.disk_spilled_bytes}):
        lines.append(
            f"Objects were spilled to the disk with {', '.join(spilled)}: they had too little memory."
        )
    return [*lines, *certainty_words(results, _TOGETHER), cluster_words(record)]


def _writers(results: ClusterResults) -> list[str]:
    """A sentence for each number of partitions with which the engine writes serializers in different ways."""
    lines = []
    for partitions in sorted({one.partitions for one in results.all}):
        by_way: dict[str, set[str]] = {}
        for one in results.all:
            if one.partitions == partitions and one.writer in _WRITERS:
                by_way.setdefault(one.writer, set()).add(one.codec)
        if len(by_way) > 1:
            ways = [f"{_WRITERS[way]} with {listed(sorted(by_way[way]))}" for way in sorted(by_way)]
            lines.append(f"With {partitions} partitions a shuffle {', and '.join(ways)}.")
    return lines


def cluster_words(record: Mapping[str, Any]) -> str:
    """The description of the cluster in one line; empty without facts."""
    facts, engine = record.get("cluster", {}), record.get("engine", {})
    if not facts:
        return ""
    executors, cores = _counted(facts["executors"], "executor"), _counted(facts["cores"], "core")
    is_one = is_local(facts["master"]) and facts["executors"] == 1
    words = [
        f"{engine.get('title', '')} {facts['engine_version']}".strip(),
        f"runtime {facts['runtime']}",
        facts["master"],
        f"driver and executor in one process on {cores}" if is_one else f"{executors} with {cores}",
        f"{size_words(facts['memory_bytes'])} for objects",
    ]
    if not is_one:
        words.append(f"on {', '.join(facts['hosts'])}")
    return ", ".join(words) + "."


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def conditions_words(result: ClusterResult) -> str:
    """``8,000 tweet objects, 8 partitions, lz4, local[*]``."""
    compressed = "uncompressed" if result.compress == "none" else result.compress
    return (
        f"{result.objects:,} {result.workload} objects, {result.partitions} partitions, {compressed},"
        f" {result.master}"
    )


def serializer_name(result: ClusterResult) -> str:
    """The name of a row, marked where it is a reference."""
    return f"{result.codec} (reference)" if result.floor else marked_name(result)
