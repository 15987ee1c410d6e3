"""The combined results of the repetitions of a run of the store: pure views over its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from serbench.experiments.store.judging import IO_PHASES
from serbench.pools.cache_state import state_of
from serbench.pools.times import (
    interval_columns,
    interval_json,
    median_json,
    times_of_others,
    times_of_phases,
    wall_times,
)
from serbench.record.row import Row
from serbench.report.cells import Result, Results, results_of
from serbench.report.figures import (
    disturbed,
    figure,
    largest_column,
    median_column,
    median_figure,
    parameter,
    rounded,
    rounded_each,
)
from serbench.statistics.estimate import Estimate

_NS_PER_S = 1_000_000_000


def _phases(rows: Sequence[Row]) -> dict[str, float]:
    """The median wall times of the phases, in the order of the rows."""
    names = dict.fromkeys(name for row in rows for name in row.phases)
    return {name: median(row.phases[name]["wall_ns"] for row in rows) for name in names}


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreResult(Result):
    """One cell: what a codec did with a file, in all repetitions.

    ``count`` objects of a store of ``objects`` were handled, ``size_bytes`` of messages in all.
    ``total`` sums the wall time of all ``phases``, ``io`` that of write, fsync and read, ``processor`` that
    of all others; of several threads they are those of the slowest. ``cpu`` is the CPU time of these others
    in all threads together. ``phases`` are medians in nanoseconds. ``state_had`` says whether the page cache
    was in the requested state; None where it was not checked. ``held_bytes`` is the memory of all objects,
    where they were kept and it was reported.
    """

    operation: str = figure(lambda rows: rows[0].operation, "operation", csv=True)
    objects: int = parameter("objects")
    cache: str = parameter("cache")
    pin: str = parameter("pin")
    threads: int = parameter("threads")
    level: str = parameter("level")
    keep_objects: bool = parameter("keep_objects")
    count: int = figure(lambda rows: rows[0].n[0], "count", csv=True)
    total: Estimate = figure(wall_times, "total_ns", interval_json, csv=interval_columns)
    io: Estimate = figure(times_of_phases("wall_ns", IO_PHASES), "io_ns", median_json, csv=True)
    processor: Estimate = figure(times_of_others("wall_ns", IO_PHASES), "processor_ns", median_json, csv=True)
    cpu: Estimate = figure(times_of_others("cpu_ns", IO_PHASES), "cpu_ns", median_json, csv=True)
    phases: Mapping[str, float] = figure(_phases, "phases_ns", rounded_each)
    size_bytes: int = figure(lambda rows: rows[0].size_bytes or 0, "size_bytes", csv=True)
    peak_bytes: int | None = figure(largest_column("peak_bytes"), "peak_bytes", csv=True)
    held_bytes: float | None = figure(median_figure("held_bytes"), "held_bytes", rounded(), csv=True)
    gc_ns: float | None = figure(median_column("gc_ns"), "gc_ns")
    state_had: bool | None = figure(state_of, "state_had")
    disturbed_repetitions: int = figure(disturbed, "disturbed_repetitions")

    @property
    def way(self) -> str:
        return _way(self.operation, self.cache, self.pin, self.level, self.keep_objects, self.objects)

    @property
    def ranked_by(self) -> Estimate:
        return self.total

    @property
    def place(self) -> tuple[object, ...]:
        operations = ("write", "sequential", "random")
        at = operations.index(self.operation)
        return (self.objects, at, self.cache, self.pin, self.total.median, self.codec)

    @property
    def held_bytes_per_object(self) -> float | None:
        return None if self.held_bytes is None else self.held_bytes / self.count

    @property
    def ns_per_object(self) -> float:
        return self.total.median / self.count

    def further_json(self) -> dict[str, Any]:
        return {
            "objects_per_s": round(_NS_PER_S / self.ns_per_object, 3),
            "held_bytes_per_object": rounded(3)(self.held_bytes_per_object),
            "repetitions": len(self.total.fork_values),
        }

    def to_csv(self) -> dict[str, Any]:
        return {**super(StoreResult, self).to_csv(), **self.further_json()}


StoreResults = Results[StoreResult]


def way_of(row: Row) -> str:
    """How a row's objects were written or read, in words: ``sequential cold free decode of 100000``."""
    names = ("cache", "pin", "level", "keep_objects", "objects")
    return _way(row.operation, *(row.parameters[name] for name in names))


def _way(operation: str, cache: str, pin: str, level: str, keep_objects: bool, objects: int) -> str:
    kept = "keeping " if keep_objects else ""
    words = (operation, cache, pin, f"{kept}{level}")
    return f"{' '.join(word for word in words if word)} of {objects}"


def store_results(record: Mapping[str, Any], rows: Sequence[Row]) -> StoreResults:
    """The results of a run of the store."""
    return results_of(record, rows, StoreResult, "repetitions")
