"""The combined results of the repetitions of a run of the store: pure views over its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from serbench.experiments.store.judging import IO_PHASES
from serbench.record.row import Row
from serbench.report.cells import Result, Results, results_of
from serbench.statistics.estimate import Estimate
from serbench.stores.cache_state import state_had
from serbench.stores.times import interval_json, sum_of_others, sum_of_phases

_NS_PER_S = 1_000_000_000
# Of a row, what distinguishes the cells of a codec and an operation.
_PARAMETERS = ("objects", "cache", "pin", "threads", "level", "keep_objects")


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

    operation: str
    objects: int
    count: int
    cache: str
    pin: str
    threads: int
    level: str
    keep_objects: bool
    total: Estimate
    io: Estimate
    processor: Estimate
    cpu: Estimate
    phases: Mapping[str, float]
    size_bytes: int
    peak_bytes: int | None
    gc_ns: float | None
    state_had: bool | None
    held_bytes: float | None = None
    disturbed_repetitions: int = 0

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

    def to_json(self) -> dict[str, Any]:
        """Each time is a separate median of the repetitions, so the parts need not sum to the total."""
        return {
            "codec": self.codec,
            "workload": self.workload,
            "operation": self.operation,
            "parameters": {name: getattr(self, name) for name in _PARAMETERS},
            **self.standing.to_json(),
            "by_hand": self.by_hand,
            "count": self.count,
            "total_ns": interval_json(self.total),
            "io_ns": round(self.io.median),
            "processor_ns": round(self.processor.median),
            "cpu_ns": round(self.cpu.median),
            "phases_ns": {name: round(value) for name, value in self.phases.items()},
            "objects_per_s": round(_NS_PER_S / self.ns_per_object, 3),
            "size_bytes": self.size_bytes,
            "peak_bytes": self.peak_bytes,
            "held_bytes": None if self.held_bytes is None else round(self.held_bytes),
            "held_bytes_per_object": _rounded(self.held_bytes_per_object),
            "gc_ns": self.gc_ns,
            "state_had": self.state_had,
            "repetitions": len(self.total.fork_values),
            "disturbed_repetitions": self.disturbed_repetitions,
        }


StoreResults = Results[StoreResult]


def way_of(row: Row) -> str:
    """How a row's objects were written or read, in words: ``sequential cold free decode of 100000``."""
    found = {name: row.parameters[name] for name in _PARAMETERS if name != "threads"}
    return _way(row.operation, **found)


def _way(operation: str, cache: str, pin: str, level: str, keep_objects: bool, objects: int) -> str:
    kept = "keeping " if keep_objects else ""
    words = (operation, cache, pin, f"{kept}{level}")
    return f"{' '.join(word for word in words if word)} of {objects}"


def store_results(record: Mapping[str, Any], rows: Sequence[Row]) -> StoreResults:
    """The results of a run of the store."""
    return results_of(record, rows, _result, "repetitions")


def _result(rows: Sequence[Row], floor: bool) -> StoreResult:
    ordered = sorted(rows, key=lambda row: row.parameters["repetition"])
    first = ordered[0]
    parameters = {name: first.parameters[name] for name in _PARAMETERS}
    names = list(dict.fromkeys(name for row in ordered for name in row.phases))
    peaks = [row.peak_bytes for row in ordered if row.peak_bytes is not None]
    collected = [row.gc_ns for row in ordered if row.gc_ns is not None]
    return StoreResult(
        codec=first.codec,
        workload=first.workload,
        operation=first.operation,
        count=first.n[0],
        **parameters,
        total=Estimate.of([float(row.wall_ns[0]) for row in ordered]),
        io=Estimate.of([sum_of_phases(row, "wall_ns", IO_PHASES) for row in ordered]),
        processor=Estimate.of([sum_of_others(row, "wall_ns", IO_PHASES) for row in ordered]),
        cpu=Estimate.of([sum_of_others(row, "cpu_ns", IO_PHASES) for row in ordered]),
        phases={name: median(row.phases[name]["wall_ns"] for row in ordered) for name in names},
        size_bytes=first.size_bytes or 0,
        peak_bytes=max(peaks, default=None),
        held_bytes=_held(ordered),
        gc_ns=median(collected) if collected else None,
        state_had=state_had(
            first.parameters["cache"], [row.resident[0] for row in ordered if row.resident is not None]
        ),
        floor=floor,
        disturbed_repetitions=sum(row.disturbed for row in ordered),
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def _held(rows: Sequence[Row]) -> float | None:
    held = [row.figures["held_bytes"] for row in rows if "held_bytes" in row.figures]
    return median(held) if held else None
