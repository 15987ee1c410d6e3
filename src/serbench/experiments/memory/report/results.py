"""The results of a run in memory as views over its raw samples: estimates and places."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from statistics import median
from typing import Any

from serbench.codecs.naming import language_name
from serbench.corpus.variant import parse_name
from serbench.engine.blocks import estimate_of
from serbench.engine.material import weights_in
from serbench.operations import UNCONVERTED, ranking_among
from serbench.record.row import Row
from serbench.report.cells import Result, Results, results_of
from serbench.report.figures import (
    FromRows,
    disturbed,
    figure,
    largest_column,
    median_of,
    rounded,
    size_of_message,
    total_column,
)
from serbench.report.standing import Key
from serbench.statistics.blocks import of_blocks
from serbench.statistics.estimate import Estimate, forks_together, outliers

ACCESS_OPERATIONS = ("access-one", "access-tenth", "access-all")
_NS_PER_S = 1_000_000_000
# Picoseconds are far below the resolution of any clock here.
_rounded = rounded(3)
# What a row of JSON begins with (DESIGN's command line).
_FIRST = (
    *("codec", "workload", "operation", "parameters", "side"),
    *("median_ns", "low_ns", "high_ns", "level", "mean_ns", "wall_median_ns", "size_bytes"),
)


def _samples(times_ns: Sequence[int], n: Sequence[int]) -> list[float]:
    return [time_ns / count for time_ns, count in zip(times_ns, n, strict=True)]


def _fork_cpu_ns(rows: Sequence[Row]) -> dict[int, float]:
    """A fork's value, by its number, is the median of its samples, each for one operation."""
    return {row.fork: median(_samples(row.cpu_ns, row.n)) for row in rows}


def _times_json(cpu: Estimate) -> dict[str, float]:
    found = {"median_ns": cpu.median, "low_ns": cpu.low, "high_ns": cpu.high}
    found["objects_per_s"] = _NS_PER_S / cpu.median
    return {name: _rounded(value) for name, value in found.items()} | {"level": cpu.rounded_level}


def _whole_if_whole(value: float) -> int | float:
    return int(value) if value == int(value) else round(value, 3)


def _for_one(column: str) -> FromRows:
    """A total over all objects, per object."""

    def of_rows(rows: Sequence[Row]) -> float | None:
        total, objects = getattr(rows[0], column), rows[0].objects
        return None if total is None or not objects else _whole_if_whole(total / objects)

    return of_rows


def _mean_ns(rows: Sequence[Row]) -> float | None:
    """The time of all samples by their operations; None of a published run, whose samples are all medians."""
    if all(map(_is_reduced, rows)):
        return None
    return sum(sum(row.cpu_ns) for row in rows) / sum(sum(row.n) for row in rows)


def _is_reduced(row: Row) -> bool:
    """Whether several samples have one time, but for rounding, which no clock gives."""
    of_one = row.cpu_ns[0] / row.n[0]
    return len(row.n) > 1 and all(
        abs(time_ns - of_one * n) <= 1 + n / row.n[0] for time_ns, n in zip(row.cpu_ns, row.n, strict=True)
    )


def _gc_ns(rows: Sequence[Row]) -> float | None:
    """The collector's time in all samples, for one operation."""
    known = [row for row in rows if row.gc_ns is not None]
    return sum(row.gc_ns or 0 for row in known) / sum(sum(row.n) for row in known) if known else None


def _with_gc_ns(rows: Sequence[Row]) -> float | None:
    """The CPU time of one operation over whole collections, where a fork measured it."""
    return median_of(row.collected["cpu_ns"] / row.collected["n"] for row in rows if row.collected)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryResult(Result):
    """The combined result of a cell's forks. Times are nanoseconds per operation on one object.

    ``fork_cpu_ns`` has one CPU time a fork, by its number, and ``fork_blocks`` its block. ``outliers`` counts
    the samples that lie far from the others of their fork, and ``outlier_forks`` are the forks that lie far
    from the others; both are in the estimate. ``disturbed_forks`` are those in it that were disturbed as
    often as they were measured. ``size_bytes`` is the mean size of a message. ``allocations``,
    ``allocated_bytes`` and ``instructions`` are those of one operation, None if not counted;
    ``instructions_by`` names the counter. ``read_bytes`` is how many bytes of a message an access operation
    reads, None where nobody counts them. ``cpu_mean_ns`` is the CPU time of all samples by their operations,
    in which rare collections of garbage count that a median drops; None of published runs. ``collections``
    fell into all samples together, and the collector took ``gc_ns`` of each operation there, by its own
    account. ``with_gc_ns`` is the CPU time of one operation in a stretch over whole collections,
    ``with_gc_collections`` of them; None
    where samples span collections, or garbage is too rare. ``peak_bytes`` is the largest resident size of any
    of the forks. ``conversion_share`` is the part of encode or decode, from 0 to 1, that converts between an
    object and the library's message; None of other operations, and where it was not measured.
    """

    operation: str = figure(lambda rows: rows[0].operation, "operation")
    parameters: Mapping[str, Any] = figure(lambda rows: dict(rows[0].parameters))
    side: str = figure(lambda rows: rows[0].side, "side")
    cpu: Estimate = figure(lambda rows: estimate_of(rows, [*_fork_cpu_ns(rows).values()]), _times_json)
    cpu_mean_ns: float | None = figure(_mean_ns, "mean_ns", _rounded)
    wall: Estimate = figure(
        lambda rows: estimate_of(rows, [median(_samples(row.wall_ns, row.n)) for row in rows]),
        "wall_median_ns",
        lambda wall: _rounded(wall.median),
    )
    size_bytes: float = figure(size_of_message, "size_bytes", _whole_if_whole)
    fork_cpu_ns: Mapping[int, float] = figure(_fork_cpu_ns, "forks", len)
    fork_blocks: Mapping[int, int] = figure(lambda rows: {row.fork: row.block for row in rows})
    samples: int = figure(lambda rows: sum(len(row.n) for row in rows), "samples")
    collections: int | None = figure(total_column("collections"), "collections")
    gc_ns: float | None = figure(_gc_ns, "gc_ns", _rounded)
    with_gc_ns: float | None = figure(_with_gc_ns, "with_gc_ns", _rounded)
    with_gc_collections: int | None = figure(
        lambda rows: sum(row.collected["collections"] for row in rows if row.collected) or None,
        "with_gc_collections",
    )
    peak_bytes: int | None = figure(largest_column("peak_bytes"), "peak_bytes")
    allocations: float | None = figure(_for_one("allocations"), "allocations")
    allocated_bytes: float | None = figure(_for_one("allocated_bytes"), "allocated_bytes")
    instructions: float | None = figure(_for_one("instructions"), "instructions")
    instructions_by: str | None = figure(lambda rows: rows[0].instructions_by, "instructions_by")
    read_bytes: float | None = figure(_for_one("read_bytes"), "read_bytes")
    outliers: int = figure(lambda rows: sum(len(outliers(_samples(row.cpu_ns, row.n))) for row in rows))
    outlier_forks: tuple[int, ...] = figure(
        lambda rows: tuple(rows[position].fork for position in outliers([*_fork_cpu_ns(rows).values()]))
    )
    disturbed_forks: int = figure(disturbed)
    conversion_share: float | None = None

    @property
    def way(self) -> str:
        return self.operation

    @property
    def ranked_by(self) -> Estimate:
        return self.cpu

    @property
    def can_rank(self) -> bool:
        return not self.not_read

    @property
    def place(self) -> tuple[object, ...]:
        name = parse_name(self.workload)
        return (name.family, name.parameters, self.operation, self.cpu.median, self.codec)

    @property
    def not_read(self) -> bool:
        """Whether the timed work read nothing of what it opened, as zero-copy formats do. Such a time cannot
        be compared with one of reading, so it has no place."""
        return bool(self.parameters.get("not_read"))

    @property
    def collections_a_sample(self) -> float | None:
        """How many collections fell into a sample on average; None where nothing is counted or allocated."""
        counts = self.collections is not None and self.allocated_bytes != 0
        return (self.collections or 0) / self.samples if counts else None

    @property
    def shown_as_decode(self) -> bool:
        return self.parameters.get("shown_as") == "decode"

    def further_json(self) -> dict[str, Any]:
        return {
            "corrected": self.standing.within.corrected if self.standing.within else None,
            "outliers": self.outliers,
            "outlier_forks": list(self.outlier_forks),
            "disturbed_forks": self.disturbed_forks,
            "conversion_share": None if self.conversion_share is None else round(self.conversion_share, 3),
        }

    def to_json(self) -> dict[str, Any]:
        found = super(MemoryResult, self).to_json()
        found["parameters"] = {**dict(parse_name(self.workload).parameters), **self.parameters}
        return {name: found[name] for name in _FIRST} | found


@dataclass(frozen=True, slots=True)
class MemoryResults(Results[MemoryResult]):
    """``tenths`` has for each workload how many leaf fields access-tenth reads, and of how many,
    ``long_integers`` how many integers of 64 bits some language holds as another type, and of how many.
    ``offered`` are the operations that the runner of a codec and a workload has; ``weights`` says how many
    objects of each type the user's data hold, and is empty where the workloads are no types. ``wall_timed``
    are the languages whose times are all by the wall's clock."""

    tenths: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    long_integers: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    offered: frozenset[Key] = frozenset()
    weights: Mapping[str, int] = field(default_factory=dict)
    wall_timed: frozenset[str] = frozenset()

    def rows_of(self, workload: str) -> list[MemoryResult]:
        return [result for result in self.rows if result.workload == workload]


def memory_results(record: Mapping[str, Any], rows: Sequence[Row], ranked: bool = True) -> MemoryResults:
    """The results of a run from its run.json and its rows, with standings where they are ``ranked``; failures
    are in the order of their cells."""
    wall_timed = _wall_timed(record)
    ordered = sorted(
        _on_one_clock(rows, wall_timed), key=lambda row: (row.workload, row.codec, row.operation)
    )
    found = results_of(
        record,
        ordered,
        MemoryResult,
        "forks",
        completed=partial(_completed, record),
        ranking=ranking_operations,
        ranked=ranked,
    )
    tenths, long_integers = (
        {workload: (some, of) for workload, (some, of) in record.get(name, {}).items()}
        for name in ("access_tenth", "long_integers")
    )
    return found.as_kind(
        MemoryResults,
        tenths=tenths,
        long_integers=long_integers,
        offered=frozenset(_operations_in(record, "operations")),
        weights=weights_in(record),
        wall_timed=wall_timed,
    )


def _wall_timed(record: Mapping[str, Any]) -> frozenset[str]:
    """The languages of which some runtime has no clock of CPU time, as browsers."""
    return frozenset(
        language_name(runner["codec"])
        for runner in record.get("runners", ())
        if any(name.endswith("_clock") and kind == "wall" for name, kind in runner.get("build", {}).items())
    )


def _on_one_clock(rows: Sequence[Row], wall_timed: Collection[str]) -> Sequence[Row]:
    """A ranking has one clock, so where one runtime of a language has only the wall's, that times all."""
    if not wall_timed:
        return rows
    return [
        replace(row, cpu_ns=row.wall_ns) if language_name(row.codec) in wall_timed else row for row in rows
    ]


def _completed(record: Mapping[str, Any], measured: Sequence[MemoryResult]) -> list[MemoryResult]:
    """The requested results, with those that a decode stands for, marked where nothing was read."""
    shown = _marked_not_read(record, [*measured, *_access_shown_as_decode(record, measured)])
    shown = _with_conversion(shown)
    asked = record.get("operations")
    return [result for result in shown if asked is None or result.operation in asked]


def _with_conversion(results: Sequence[MemoryResult]) -> list[MemoryResult]:
    """The results, those of encode and decode with the share that is no work on a message. Noise may make the
    part longer than the whole, which is no conversion; what opens a message and reads nothing is no part."""
    times = {one.cell: one.cpu.median for one in results if not one.not_read}

    def share_of(one: MemoryResult) -> float | None:
        part = times.get((one.codec, one.workload, UNCONVERTED.get(one.operation, "")))
        return None if part is None or one.not_read else max(0.0, 1 - part / one.cpu.median)

    return [replace(one, conversion_share=share_of(one)) for one in results]


def groups_in(record: Mapping[str, Any], by: str | None) -> dict[str, str]:
    """The ``language`` or ``format`` of each codec of a run; nothing where ``by`` is None."""
    return {runner["codec"]: runner[by] for runner in record.get("runners", ()) if by and by in runner}


def ranking_operations(results: Iterable[MemoryResult]) -> tuple[str, ...]:
    """The operations whose sum ranks a workload's codecs."""
    return ranking_among({result.operation for result in results if not result.shown_as_decode})


def ranking_cells(results: Sequence[MemoryResult]) -> dict[str, list[MemoryResult]]:
    """For each codec of one workload that has all ranking operations: its results of these. An operation that
    read nothing (``not_read``) does not count."""
    operations = ranking_operations(results)
    by_cell = {(result.codec, result.operation): result for result in results if not result.not_read}
    found: dict[str, list[MemoryResult]] = {}
    for codec in dict.fromkeys(result.codec for result in results):
        cells = [by_cell[codec, name] for name in operations if (codec, name) in by_cell]
        if operations and len(cells) == len(operations):
            found[codec] = cells
    return found


def sums(results: Sequence[MemoryResult]) -> dict[str, Estimate]:
    """For each codec of one workload that has all ranking operations: the estimate of their sum."""
    return {codec: mix([cells], [1]) for codec, cells in ranking_cells(results).items()}


def mix(types: Sequence[Sequence[MemoryResult]], weights: Sequence[int]) -> Estimate:
    """The mean time of an object of several types, of which there are so many: of each type its operations
    together."""
    total = sum(weights)
    of_types = [_added([one.fork_cpu_ns for one in cells]) for cells in types]
    added = _added(
        [
            {fork: time_ns * weight / total for fork, time_ns in of.items()}
            for of, weight in zip(of_types, weights, strict=True)
        ]
    )
    return Estimate.of(of_blocks([*added.values()], [types[0][0].fork_blocks[fork] for fork in added]))


def _added(parts: Sequence[Mapping[int, float]]) -> dict[int, float]:
    """The sums of these times of forks that belong together, by the number of the first one's."""
    return {
        of[0]: sum(part[fork] for part, fork in zip(parts, of, strict=True)) for of in forks_together(parts)
    }


def _access_shown_as_decode(
    record: Mapping[str, Any], measured: Sequence[MemoryResult]
) -> list[MemoryResult]:
    """A codec that can only decode reads any share of an object by decoding it all, and so does its twin."""
    twins: Mapping[str, str] = record.get("twins", {})
    own = _operations_in(record, "operations")
    return [
        replace(
            result,
            operation=access,
            parameters={**result.parameters, "shown_as": "decode"},
            read_bytes=result.size_bytes,
        )
        for result in measured
        if result.operation == "decode" and not result.floor
        for access in ACCESS_OPERATIONS
        if (twins.get(result.codec, result.codec), result.workload, access) not in own
    ]


def _marked_not_read(record: Mapping[str, Any], results: Sequence[MemoryResult]) -> list[MemoryResult]:
    """Marks the results of operations that the runner, which twins share, says read nothing."""
    twins: Mapping[str, str] = record.get("twins", {})
    unread = _operations_in(record, "not_read")
    return [
        replace(result, parameters={**result.parameters, "not_read": True})
        if (twins.get(result.codec, result.codec), result.workload, result.operation) in unread
        else result
        for result in results
    ]


def _operations_in(record: Mapping[str, Any], field: str) -> set[Key]:
    """The operations that a field of the runners names, each with its codec and workload."""
    return {
        (runner["codec"], runner["workload"], operation)
        for runner in record.get("runners", ())
        for operation in runner.get(field, ())
    }


def counters_of(results: Iterable[MemoryResult]) -> str:
    """The counters of the instructions of these results, in words; empty if not counted."""
    return " and ".join(sorted({result.instructions_by for result in results if result.instructions_by}))
