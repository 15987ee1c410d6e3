"""The combined results of the repetitions of a run of the sort: pure views over its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from serbench.experiments.sort.judging import IO_PHASES, PHASES
from serbench.experiments.sort.plan import CONTRACTS, LINES, RAW
from serbench.record.row import Row
from serbench.report.cells import Result, Results, results_of
from serbench.statistics.estimate import Estimate
from serbench.stores.cache_state import state_had
from serbench.stores.sizes import size_text
from serbench.stores.times import interval_json, sum_of_others, sum_of_phases

_NS_PER_S = 1_000_000_000
# Of a row, what distinguishes the cells of a codec and a contract.
_PARAMETERS = (
    "objects", "memory_bytes", "pin", "threads", "cache", "fan_in", "key", "distinct", "arrangement",
)  # fmt: skip
# Counts that may differ a little between repetitions.
_COUNTS = ("runs", "passes", "read_bytes", "written_bytes", "decodes", "accesses", "comparisons")
# What a codec may hold beyond its budget before it is marked.
TOLERATED = 1.2
_ORDER = (*CONTRACTS, RAW, LINES)


@dataclass(frozen=True, slots=True, kw_only=True)
class SortResult(Result):
    """One cell: what a codec did by a contract, in all repetitions.

    ``total`` sums the wall time of all ``phases``, each of the slowest thread of its stage; ``io`` that of
    reading, writing and fsync, ``processor`` that of all others, ``cpu`` their CPU time in all threads
    together. ``phases`` are medians in nanoseconds. ``counts`` are medians of what the runner counted, and
    ``held_bytes`` is the most that it held in any repetition. ``state_had`` says whether the page cache was
    in the requested state; None where it was not checked.
    """

    contract: str
    objects: int
    memory_bytes: int
    pin: str
    threads: int
    cache: str
    fan_in: int
    key: str
    distinct: int
    arrangement: str
    total: Estimate
    io: Estimate
    processor: Estimate
    cpu: Estimate
    phases: Mapping[str, float]
    counts: Mapping[str, float]
    held_bytes: int
    size_bytes: int
    peak_bytes: int | None
    gc_ns: float | None
    state_had: bool | None
    disturbed_repetitions: int = 0

    @property
    def way(self) -> str:
        return _way(self.contract, self.memory_bytes, self.pin, self.cache, self.objects)

    @property
    def ranked_by(self) -> Estimate:
        return self.total

    @property
    def place(self) -> tuple[object, ...]:
        at = _ORDER.index(self.contract)
        return (self.objects, self.memory_bytes, self.pin, self.cache, at, self.total.median, self.codec)

    @property
    def conditions(self) -> tuple[object, ...]:
        """What the results of different contracts may have in common."""
        return (self.objects, self.memory_bytes, self.pin, self.cache)

    @property
    def ns_per_object(self) -> float:
        return self.total.median / self.objects

    @property
    def of_budget(self) -> float:
        """What it held as a share of its budget."""
        return self.held_bytes / self.memory_bytes

    @property
    def exceeds(self) -> bool:
        return self.of_budget > TOLERATED

    def to_json(self) -> dict[str, Any]:
        """Each time is a separate median of the repetitions, so the parts need not sum to the total."""
        return {
            "codec": self.codec,
            "workload": self.workload,
            "contract": self.contract,
            "parameters": {name: getattr(self, name) for name in _PARAMETERS},
            "objects": self.objects,
            **self.standing.to_json(),
            "by_hand": self.by_hand,
            "total_ns": interval_json(self.total),
            "io_ns": round(self.io.median),
            "processor_ns": round(self.processor.median),
            "cpu_ns": round(self.cpu.median),
            "phases": {name: round(value) for name, value in self.phases.items()},
            **{name: round(value) for name, value in self.counts.items()},
            "objects_per_s": round(_NS_PER_S / self.ns_per_object, 3),
            "size_bytes": self.size_bytes,
            "held_bytes": self.held_bytes,
            "budget_bytes": self.memory_bytes,
            "exceeds_budget": self.exceeds,
            "peak_bytes": self.peak_bytes,
            "gc_ns": self.gc_ns,
            "state_had": self.state_had,
            "repetitions": len(self.total.fork_values),
            "disturbed_repetitions": self.disturbed_repetitions,
        }


@dataclass(frozen=True, slots=True)
class SortResults(Results[SortResult]):
    """``marks`` are those of GNU sort, and ``marks_missing`` says why there are none."""

    marks: tuple[SortResult, ...] = ()
    marks_missing: str = ""


def way_of(row: Row) -> str:
    """How a row's objects were sorted, in words: ``kept 64M cold free of 100000``."""
    found = {name: row.parameters[name] for name in ("memory_bytes", "pin", "cache", "objects")}
    return _way(row.operation, **found)


def _way(contract: str, memory_bytes: int, pin: str, cache: str, objects: int) -> str:
    return f"{contract} {size_text(memory_bytes)} {cache} {pin} of {objects}"


def sort_results(record: Mapping[str, Any], rows: Sequence[Row]) -> SortResults:
    """The results of a run of the sort."""
    found = results_of(record, rows, _result, "repetitions", lambda result: result.contract != LINES)
    return SortResults(
        tuple(one for one in found.rows if one.contract != LINES),
        found.floors,
        found.failures,
        tuple(one for one in found.twins if one.contract != LINES),
        found.noise_floor,
        found.disturbed,
        tuple(one for one in found.rows if one.contract == LINES),
        record.get("lines_missing", ""),
    )


def _parameters(row: Row) -> dict[str, Any]:
    return {name: row.parameters[name] for name in _PARAMETERS}


def _result(rows: Sequence[Row], floor: bool) -> SortResult:
    ordered = sorted(rows, key=lambda row: row.parameters["repetition"])
    first = ordered[0]
    names = [name for name in PHASES if any(name in row.phases for row in ordered)]
    peaks = [row.peak_bytes for row in ordered if row.peak_bytes is not None]
    collected = [row.gc_ns for row in ordered if row.gc_ns is not None]
    return SortResult(
        codec=first.codec,
        workload=first.workload,
        floor=floor,
        contract=first.operation,
        **_parameters(first),
        total=Estimate.of([float(row.wall_ns[0]) for row in ordered]),
        io=Estimate.of([sum_of_phases(row, "wall_ns", IO_PHASES) for row in ordered]),
        processor=Estimate.of([sum_of_others(row, "wall_ns", IO_PHASES) for row in ordered]),
        cpu=Estimate.of([sum_of_others(row, "cpu_ns", IO_PHASES) for row in ordered]),
        phases={name: median(_wall_ns(row, name) for row in ordered) for name in names},
        counts={name: median(row.figures.get(name, 0) for row in ordered) for name in _COUNTS},
        held_bytes=max(row.figures.get("held_bytes", 0) for row in ordered),
        size_bytes=first.size_bytes or 0,
        peak_bytes=max(peaks, default=None),
        gc_ns=median(collected) if collected else None,
        state_had=state_had(
            first.parameters["cache"], [row.resident[0] for row in ordered if row.resident is not None]
        ),
        disturbed_repetitions=sum(row.disturbed for row in ordered),
    )


def _wall_ns(row: Row, phase: str) -> int:
    return row.phases[phase]["wall_ns"] if phase in row.phases else 0
