"""The combined results of the repetitions of a run of the sort: pure views over its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from serbench.experiments.sort.judging import IO_PHASES, PHASES
from serbench.experiments.sort.plan import LINES, MIB, MODES, RAW
from serbench.pools.cache_state import state_of
from serbench.pools.sizes import size_text
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
    Shown,
    disturbed,
    figure,
    largest_column,
    largest_figure,
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
# What a codec may hold beyond its budget before it is marked.
TOLERATED = 1.2
_ORDER = (*MODES, RAW, LINES)

# What a time consists of, with the phases of both stages.
_PARTS = {
    "read": ("read",),
    "write": ("write", "fsync"),
    "decode": ("decode",),
    "encode": ("encode",),
    "key, sort, merge": ("key", "sort", "merge"),
    "copy, free": ("copy", "free"),
}


def _phases(rows: Sequence[Row]) -> dict[str, float]:
    """The median wall times of the phases that occur, in their order."""
    names = [name for name in PHASES if any(name in row.phases for row in rows)]
    return {name: median(row.phases.get(name, {}).get("wall_ns", 0) for row in rows) for name in names}


def _count(name: str, shown: Shown | None = None) -> Any:
    """A count that may differ a little between repetitions."""
    return figure(median_figure(name, missing=0), name, rounded(), csv=True, shown=shown)


_TOTAL = Shown(
    "s",
    _NS_PER_S,
    link=True,
    words="s is the wall time of a whole sort: the median of the repetitions, over all phases of the slowest"
    " thread, until the sorted file is on the disk.",
)
_IO = Shown(
    "I/O s", _NS_PER_S, goes=6, words="I/O is reading, writing and fsync, processor all other phases."
)
_PHASES = Shown("{} µs", _NS_PER_US, each="objects", short="{}", parts=PHASES, goes=dict.fromkeys(PHASES, -1))
_DECODES = Shown("decodes", 1, 1, "objects", goes=4, words="decodes and comparisons are per object.")
_HELD = Shown(
    "held MiB",
    MIB,
    1,
    goes=7,
    words=f"held: the most memory that the process held, in {collecting_languages()} by how much its heap"
    " grew, after collections; of budget: as a share of its budget.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SortResult(Result):
    """One cell: what a codec did by a mode, in all repetitions.

    ``total`` sums the wall time of all ``phases``, each of the slowest thread of its stage; ``io`` that of
    reading, writing and fsync, ``processor`` that of all others, ``cpu`` their CPU time in all threads
    together. ``phases`` are medians in nanoseconds, the counts medians of what the runner counted, and
    ``held_bytes`` is the most that it held in any repetition. ``state_had`` says whether the page cache was
    in the requested state; None where it was not checked.
    """

    way: str = figure(lambda rows: way_of(rows[0]))
    mode: str = figure(lambda rows: rows[0].operation, "mode", csv=True)
    objects: int = parameter("objects")
    memory_bytes: int = parameter("memory_bytes", csv="budget_bytes")
    pin: str = parameter("pin")
    threads: int = parameter("threads")
    cache: str = parameter("cache")
    fan_in: int = parameter("fan_in")
    key: str = parameter("key")
    distinct: int = parameter("distinct")
    arrangement: str = parameter("arrangement")
    total: Estimate = figure(wall_times, "total_ns", interval_json, csv=interval_columns, shown=_TOTAL)
    io: Estimate = figure(
        times_of_phases("wall_ns", IO_PHASES),
        "io_ns",
        median_json,
        csv=True,
        shown=_IO,
    )
    processor: Estimate = figure(
        times_of_others("wall_ns", IO_PHASES),
        "processor_ns",
        median_json,
        csv=True,
        shown=Shown("processor s", _NS_PER_S, goes=5),
    )
    cpu: Estimate = figure(times_of_others("cpu_ns", IO_PHASES), "cpu_ns", median_json, csv=True)
    phases: Mapping[str, float] = figure(_phases, "phases", rounded_each, shown=_PHASES)
    chunks: float = _count("chunks", Shown("chunks", 1, 0))
    passes: float = _count("passes", Shown("passes", 1, 0, goes=1))
    read_bytes: float = _count("read_bytes")
    written_bytes: float = _count("written_bytes")
    decodes: float = _count("decodes", _DECODES)
    accesses: float = _count("accesses")
    comparisons: float = _count("comparisons", Shown("comparisons", 1, 1, "objects", goes=0))
    size_bytes: int = figure(lambda rows: rows[0].size_bytes or 0, "size_bytes", csv=True)
    held_bytes: int = figure(largest_figure("held_bytes"), "held_bytes", csv=True, shown=_HELD)
    peak_bytes: int | None = figure(largest_column("peak_bytes"), "peak_bytes", csv=True)
    gc_ns: float | None = figure(median_column("gc_ns"), "gc_ns")
    collections: float | None = figure(median_column("collections"), "collections")
    state_had: bool | None = figure(state_of, "state_had")
    disturbed_repetitions: int = figure(disturbed, "disturbed_repetitions")

    @property
    def ranked_by(self) -> Estimate:
        return self.total

    @property
    def parts(self) -> dict[str, float]:
        return {
            part: sum(ns for name, ns in self.phases.items() if name.partition("-")[2] in names)
            / self.objects
            for part, names in _PARTS.items()
        }

    @property
    def can_rank(self) -> bool:
        return self.mode != LINES

    @property
    def place(self) -> tuple[object, ...]:
        at = _ORDER.index(self.mode)
        return (self.objects, self.memory_bytes, self.pin, self.cache, at, self.total.median, self.codec)

    @property
    def conditions(self) -> tuple[object, ...]:
        """The conditions that the results of different modes may have in common."""
        return (self.objects, self.memory_bytes, self.pin, self.cache)

    @property
    def ns_per_object(self) -> float:
        return self.total.median / self.objects

    @property
    @shown(Shown("MB/s", goes=2, link=True, words="MB/s are bytes of messages."))
    def megabytes_per_s(self) -> float:
        return self.size_bytes / _BYTES_PER_MB / (self.total.median / _NS_PER_S)

    @property
    @shown(Shown("of budget", goes=3, text="{:.0%}".format))
    def of_budget(self) -> float:
        """The memory that the sort held, as a share of its budget."""
        return self.held_bytes / self.memory_bytes

    @property
    def exceeds(self) -> bool:
        return self.of_budget > TOLERATED

    def further_json(self) -> dict[str, Any]:
        return {
            "objects": self.objects,
            "objects_per_s": round(_NS_PER_S / self.ns_per_object, 3),
            "budget_bytes": self.memory_bytes,
            "exceeds_budget": self.exceeds,
            "repetitions": self.measured,
        }


@dataclass(frozen=True, slots=True)
class SortResults(Results[SortResult]):
    """``marks`` are those of GNU sort, and ``marks_missing`` says why there are none."""

    marks: tuple[SortResult, ...] = ()
    marks_missing: str = ""


def way_of(row: Row) -> str:
    """How a row's objects were sorted, in words: ``bytes 64M cold free of 100000``."""
    how = row.parameters
    size = size_text(how["memory_bytes"])
    return f"{row.operation} {size} {how['cache']} {how['pin']} of {how['objects']}"


def sort_results(record: Mapping[str, Any], rows: Sequence[Row]) -> SortResults:
    """The results of a run of the sort."""
    found = results_of(record, rows, SortResult, "repetitions")
    return found.as_kind(
        SortResults,
        rows=tuple(one for one in found.rows if one.mode != LINES),
        twins=tuple(one for one in found.twins if one.mode != LINES),
        marks=tuple(one for one in found.rows if one.mode == LINES),
        marks_missing=record.get("lines_missing", ""),
    )
