"""The results of a run of the cluster as tables: serializers by jobs, and each job by itself. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from serbench.experiments.cluster.plan import CACHE, JOBS, SHUFFLE, UNRANKED_JOBS
from serbench.experiments.cluster.results import ClusterResult, ClusterResults
from serbench.pools.resources import size_words
from serbench.report.ranked import certainty_words, has_places, in_order, with_rank
from serbench.report.table import RANK, Cell, Column, Line, Table, number_cell
from serbench.report.words import half_width, listed, number

_NS_PER_US, _NS_PER_MS = 1000, 1_000_000
# Codecs and the engine's own serializers do the same job in the same engine.
_TOGETHER = True
# What the engine does with the records of a shuffle.
_WRITERS = {
    "bypass": "writes a file for each partition",
    "serialized": "orders records as bytes",
    "sorting": "orders records as objects",
}
# Of the columns of a terminal that is too narrow.
_FIRST_TO_GO = (
    *("peak MiB", "spilled MiB", "GC ms", "wall ms", "cached B", "shuffle B", "bytes", "aggregate"),
    *("broadcast", "× raw", "rest"),
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
    order = of_job(group, lead)
    cells = {(one.codec, one.job): one for one in group}
    codecs = list(dict.fromkeys([*(one.codec for one in order), *(one.codec for one in group)]))
    jobs = [job for job in JOBS if any(one.job == job for one in group)]
    is_ranked = lead not in UNRANKED_JOBS and has_places(order, _TOGETHER)
    references = {one.job: one for one in group if one.floor}
    columns = [
        *([RANK] if is_ranked else []),
        Column("serializer", is_text=True),
        *_overview_columns(jobs, references),
    ]
    lines = []
    for codec in codecs:
        own = {job: cells[codec, job] for job in jobs if (codec, job) in cells}
        first = own.get(lead) or next(iter(own.values()))
        line = Line(
            tuple(_overview_cells(first, own, jobs, references)), "reference" if first.is_reference else ""
        )
        lines.append(with_rank(line, first, _TOGETHER, first.job == lead) if is_ranked else line)
    return Table(f"{conditions_words(order[0])}: µs of CPU time per object", tuple(columns), tuple(lines))


def _overview_columns(jobs: Sequence[str], references: Mapping[str, ClusterResult]) -> list[Column]:
    columns: list[Column] = []
    for job in jobs:
        columns += [_column(job), *([Column("±")] if job == jobs[0] else [])]
        columns += [_column("× raw")] if job == jobs[0] and job in references else []
    names = [*(["shuffle B"] if SHUFFLE in jobs else []), *(["cached B"] if CACHE in jobs else [])]
    return columns + [_column(name) for name in (*names, "wall ms")]


def _overview_cells(
    first: ClusterResult,
    own: Mapping[str, ClusterResult],
    jobs: Sequence[str],
    references: Mapping[str, ClusterResult],
) -> list[Cell]:
    cells = [Cell(serializer_name(first))]
    for job in jobs:
        one = own.get(job)
        cells.append(_us(one.cpu.median, one.link) if one else Cell("-"))
        if job == jobs[0]:
            cells.append(Cell(half_width(one.cpu)) if one else Cell(""))
            if job in references:
                cells.append(_number(one.cpu.median / references[job].cpu.median) if one else Cell(""))
    if SHUFFLE in jobs:
        cells.append(_per_object(own.get(SHUFFLE), "shuffle_bytes"))
    if CACHE in jobs:
        cells.append(_per_object(own.get(CACHE), "cached_bytes"))
    lead = own.get(jobs[0])
    return [*cells, number_cell(lead.wall_ns if lead else None, _NS_PER_MS)]


def job_table(group: Sequence[ClusterResult], job: str) -> Table:
    """One job: where its CPU time passes, and what else it takes."""
    found = of_job(group, job)
    stages = list(dict.fromkeys(name for one in found for name in one.stages))
    is_ranked = job not in UNRANKED_JOBS and has_places(found, _TOGETHER)
    names = [
        "µs",
        "±",
        *stages,
        "serialize",
        "deserialize",
        "rest",
        "wall ms",
        "GC ms",
        "bytes",
        "spilled MiB",
    ]
    columns = [
        *([RANK] if is_ranked else []),
        Column("serializer", is_text=True),
        *map(_column, (*names, "peak MiB")),
    ]
    lines = []
    for one in found:
        cells = [
            Cell(serializer_name(one)),
            _us(one.cpu.median, one.link),
            Cell(half_width(one.cpu)),
            *(_us(one.stages.get(name)) for name in stages),
            _us(one.serialize_ns),
            _us(one.deserialize_ns),
            _us(one.rest_ns),
            number_cell(one.wall_ns, _NS_PER_MS),
            number_cell(one.gc_ns, _NS_PER_MS),
            number_cell(one.bytes / one.objects),
            number_cell(one.disk_spilled_bytes or None, 2**20, 1),
            number_cell(one.peak_bytes, 2**20),
        ]
        line = Line(tuple(cells), "reference" if one.is_reference else "")
        lines.append(with_rank(line, one, _TOGETHER) if is_ranked else line)
    table = Table(f"{job}; {conditions_words(found[0])}", tuple(columns), tuple(lines))
    return table.without_empty_columns()


def legend(results: ClusterResults, record: Mapping[str, Any]) -> list[str]:
    """What the numbers mean, in words."""
    lines = [
        "µs: CPU time of the tasks of all stages, for one object: the median of the applications, of each the"
        " median of its rounds; ± the wider half of its interval. Collectors and compilers are not in it.",
        "serialize and deserialize are the CPU time that an object spends in serializers, estimated from the"
        " wall time of a sample; rest is the other CPU time.",
        "wall is one whole job; bytes are of one object, in files or in the cache.",
    ]
    if any(one.floor for one in results.all):
        lines.append(
            "raw bytes are copied without being encoded. They are only a reference: a shorter message"
            " may cost less to compress and to write."
        )
    if any(one.hand_written for one in results.rows):
        lines.append("Hand-written means code written for this schema, a reference that has no rank.")
    if any(has_places(of_job(group, leading_job(group)), _TOGETHER) for group in groups_of(results)):
        lines.append(
            "Rank: the places that a serializer may have by the CPU time of one job; 6–8 means any from 6 to"
            " 8. Codecs and the engine's own serializers rank together."
        )
    if any(one.job in UNRANKED_JOBS for one in results.all):
        lines.append("sort is not ranked: it is mostly the engine's own estimation of sizes.")
    lines += _writers(results) + _unsettled(results) + _spilled(results)
    return [*lines, *certainty_words(results), cluster_words(record)]


def _writers(results: ClusterResults) -> list[str]:
    """Which serializers the engine does not write as it writes the others, by the number of partitions."""
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


def _unsettled(results: ClusterResults) -> list[str]:
    names = sorted({one.codec for one in results.all if not one.settled})
    return [f"Still getting faster when the warm-up had to end: {', '.join(names)}."] if names else []


def _spilled(results: ClusterResults) -> list[str]:
    names = sorted({one.codec for one in results.all if one.disk_spilled_bytes})
    return (
        [f"Objects were spilled to the disk with {', '.join(names)}: they had too little memory."]
        if names
        else []
    )


def cluster_words(record: Mapping[str, Any]) -> str:
    """What the cluster is, in one line."""
    facts, engine = record.get("cluster", {}), record.get("engine", {})
    if not facts:
        return ""
    words = [
        f"{engine.get('title', '')} {facts['engine_version']}".strip(),
        f"runtime {facts['runtime']}",
        facts["master"],
        f"{facts['executors']} executors with {facts['cores']} cores"
        if facts["executors"] > 1
        else f"driver and executor in one process on {facts['cores']} cores",
        f"{size_words(facts['memory_bytes'])} for objects",
    ]
    if facts["executors"] > 1:
        words.append(f"on {', '.join(facts['hosts'])}")
    return ", ".join(words) + "."


def conditions_words(result: ClusterResult) -> str:
    """``8,000 tweet objects, 8 partitions, lz4, local[*]``."""
    compressed = "uncompressed" if result.compress == "none" else result.compress
    return (
        f"{result.objects:,} {result.workload} objects, {result.partitions} partitions, {compressed},"
        f" {result.master}"
    )


def serializer_name(result: ClusterResult) -> str:
    """The name of a row, marked where it is a reference."""
    return result.codec + (
        " (reference)" if result.floor else " (hand-written)" if result.hand_written else ""
    )


def _column(title: str) -> Column:
    return Column(title, goes=_FIRST_TO_GO.index(title) if title in _FIRST_TO_GO else None)


def _us(time_ns: float | None, link: str = "") -> Cell:
    return Cell("") if time_ns is None else Cell(number(time_ns / _NS_PER_US), time_ns, link)


def _number(value: float) -> Cell:
    return Cell(number(value), value)


def _per_object(result: ClusterResult | None, name: str) -> Cell:
    return Cell("") if result is None else number_cell(getattr(result, name) / result.objects)
