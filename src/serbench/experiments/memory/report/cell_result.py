"""The result of a cell of a run in memory: what its forks tell together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from serbench.corpus.variant import parse_name
from serbench.engine.blocks import estimate_of
from serbench.record.row import Row
from serbench.report.cells import Result
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
from serbench.statistics.estimate import Estimate, outliers

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
