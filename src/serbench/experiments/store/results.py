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
    mean_sd,
    median_json,
    times_of_others,
    times_of_phases,
    wall_times,
)
from serbench.record.row import Row
from serbench.report.cells import Result, Results, results_of
from serbench.report.figures import (
    Shown,
    disturbed,
    figure,
    largest_column,
    median_column,
    median_figure,
    parameter,
    rounded,
    rounded_each,
    shown,
)
from serbench.report.ranked import collecting_languages
from serbench.statistics.estimate import Estimate

_NS_PER_S, _NS_PER_US, _BYTES_PER_MB = 1_000_000_000, 1000, 1_000_000


def _phases(rows: Sequence[Row]) -> dict[str, float]:
    """The median wall times of the phases, in the order of the rows."""
    names = dict.fromkeys(name for row in rows for name in row.phases)
    return {name: median(row.phases[name]["wall_ns"] for row in rows) for name in names}


_IO = Shown(
    "I/O µs",
    _NS_PER_US,
    None,
    "count",
    "I/O is write, fsync and read, processor is all other phases.",
    short="I/O µs",
)
_PHASES = ("encode", "copy", "write", "fsync", "read", "decode", "touch", "free")
_PHASES_SHOWN = Shown(
    "{} µs",
    _NS_PER_US,
    None,
    "count",
    short="{}",
    parts=_PHASES,
    # The least of them in a terminal that is too narrow.
    goes={name: at for at, name in enumerate("free touch fsync copy write read encode decode".split(), 2)},
)
_SIZE = Shown("bytes per object", 1, 0, "count", short="bytes", goes=1)
_HELD_WORDS = (
    "Held bytes: how much more memory the process has once all objects are read, in"
    f" {collecting_languages()} its heap after a collection."
)


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

    way: str = figure(lambda rows: way_of(rows[0]))
    operation: str = figure(lambda rows: rows[0].operation, "operation", csv=True)
    objects: int = parameter("objects")
    cache: str = parameter("cache")
    pin: str = parameter("pin")
    threads: int = parameter("threads")
    level: str = parameter("level", shown=Shown("level", is_text=True))
    keep_objects: bool = parameter("keep_objects")
    count: int = figure(lambda rows: rows[0].n[0], "count", csv=True)
    total: Estimate = figure(wall_times, "total_ns", interval_json, csv=interval_columns)
    io: Estimate = figure(times_of_phases("wall_ns", IO_PHASES), "io_ns", median_json, csv=True, shown=_IO)
    processor: Estimate = figure(times_of_others("wall_ns", IO_PHASES), "processor_ns", median_json, csv=True)
    cpu: Estimate = figure(times_of_others("cpu_ns", IO_PHASES), "cpu_ns", median_json, csv=True)
    phases: Mapping[str, float] = figure(_phases, "phases_ns", rounded_each, shown=_PHASES_SHOWN)
    size_bytes: int = figure(lambda rows: rows[0].size_bytes or 0, "size_bytes", csv=True, shown=_SIZE)
    peak_bytes: int | None = figure(largest_column("peak_bytes"), "peak_bytes", csv=True)
    held_bytes: float | None = figure(median_figure("held_bytes"), "held_bytes", rounded(), csv=True)
    gc_ns: float | None = figure(median_column("gc_ns"), "gc_ns")
    collections: float | None = figure(median_column("collections"), "collections")
    state_had: bool | None = figure(state_of, "state_had")
    disturbed_repetitions: int = figure(disturbed, "disturbed_repetitions")

    @property
    def ranked_by(self) -> Estimate:
        return self.total

    @property
    def parts(self) -> dict[str, float]:
        """Each has a median of its own, so their sum need not be the median of the total."""
        return {"I/O": self.io.median / self.count, "processor": self.processor.median / self.count}

    @property
    def place(self) -> tuple[object, ...]:
        operations = ("write", "sequential", "random")
        at = operations.index(self.operation)
        return (self.objects, at, self.cache, self.pin, self.total.median, self.codec)

    @property
    @shown(Shown("held bytes", 1, 0, words=_HELD_WORDS))
    def held_bytes_per_object(self) -> float | None:
        return None if self.held_bytes is None else self.held_bytes / self.count

    @property
    @shown(Shown("held ÷ bytes", 1, 2))
    def held_ratio(self) -> float | None:
        """The memory of the objects relative to their messages; None where these have no bytes."""
        return self.held_bytes / self.size_bytes if self.held_bytes is not None and self.size_bytes else None

    @property
    @shown(
        Shown(
            "µs per object",
            _NS_PER_US,
            short="µs",
            link=True,
            words="Times are wall times of one object: the median of the repetitions, over all phases.",
        )
    )
    def ns_per_object(self) -> float:
        return self.total.median / self.count

    @property
    @shown(Shown("MB/s", goes=0, link=True))
    def megabytes_per_s(self) -> float:
        return self.size_bytes / _BYTES_PER_MB / (self.total.median / _NS_PER_S)

    @property
    @shown(Shown("mean (sd) s", text=mean_sd, words="mean (sd) is of all objects together."))
    def of_all_objects(self) -> Estimate:
        """The time of them together."""
        return self.total

    def further_json(self) -> dict[str, Any]:
        return {
            "objects_per_s": round(_NS_PER_S / self.ns_per_object, 3),
            "held_bytes_per_object": rounded(3)(self.held_bytes_per_object),
            "repetitions": self.measured,
        }

    def to_csv(self) -> dict[str, Any]:
        return {**super(StoreResult, self).to_csv(), **self.further_json()}


StoreResults = Results[StoreResult]


def way_of(row: Row) -> str:
    """How a row's objects were written or read, in words: ``sequential cold free decode of 100000``."""
    how = row.parameters
    kept = "keeping " if how["keep_objects"] else ""
    words = (row.operation, how["cache"], how["pin"], f"{kept}{how['level']}")
    return f"{' '.join(word for word in words if word)} of {how['objects']}"


def store_results(record: Mapping[str, Any], rows: Sequence[Row]) -> StoreResults:
    """The results of a run of the store."""
    return results_of(record, rows, StoreResult, "repetitions")
