"""The combined results of the repetitions of a run of the store: pure views over its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import mean, median, stdev
from typing import Any

from serbench.engine.attempts import counted, disturbed_sentence
from serbench.engine.twins import noise_floor
from serbench.experiments.store.judging import IO_PHASES
from serbench.record.row import Failure, Row
from serbench.report.standing import UNRANKED, Standing, by_hand_in, floors_in, standings_by_way
from serbench.statistics.estimate import Estimate
from serbench.stores.cache_state import LEAST_WHEN_WARM, MOST_WHEN_COLD

_NS_PER_S = 1_000_000_000
# Of a row, what distinguishes the cells of a codec and an operation.
_PARAMETERS = ("objects", "cache", "pin", "threads", "level", "keep_objects")


def sd_of(times: Estimate) -> float | None:
    """The standard deviation of the sample; None for a single value."""
    return stdev(times.fork_values) if len(times.fork_values) > 1 else None


@dataclass(frozen=True, slots=True)
class StoreResult:
    """One cell: what a codec did with a file, in all repetitions.

    ``count`` objects of a store of ``objects`` were handled, ``size_bytes`` of messages in all.
    ``total`` sums the wall time of all ``phases``, ``io`` that of write, fsync and read, ``processor`` that
    of all others; of several threads they are those of the slowest. ``cpu`` is the CPU time of these others
    in all threads together. ``phases`` are medians in nanoseconds. ``state_had`` says whether the page cache
    was in the requested state; None where it was not checked. What is ``by_hand`` was written for its schema;
    like a floor it is a reference and has no place.
    """

    codec: str
    workload: str
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
    floor: bool
    disturbed_repetitions: int = 0
    by_hand: bool = False
    standing: Standing = UNRANKED

    @property
    def way(self) -> str:
        return _way(self.operation, self.cache, self.pin, self.level, self.keep_objects, self.objects)

    @property
    def cell(self) -> tuple[str, str, str]:
        return (self.codec, self.workload, self.way)

    @property
    def ns_per_object(self) -> float:
        return self.total.median / self.count

    def to_json(self) -> dict[str, Any]:
        """Each time is a separate median of the repetitions, so the parts need not sum to the total."""
        sd_ns = sd_of(self.total)
        return {
            "codec": self.codec,
            "workload": self.workload,
            "operation": self.operation,
            "parameters": {name: getattr(self, name) for name in _PARAMETERS},
            **self.standing.to_json(),
            "by_hand": self.by_hand,
            "count": self.count,
            "total_ns": {
                "mean": round(mean(self.total.fork_values)),
                "sd": None if sd_ns is None else round(sd_ns),
                "median": round(self.total.median),
                "low": round(self.total.low),
                "high": round(self.total.high),
            },
            "io_ns": round(self.io.median),
            "processor_ns": round(self.processor.median),
            "cpu_ns": round(self.cpu.median),
            "phases_ns": {name: round(value) for name, value in self.phases.items()},
            "objects_per_s": round(_NS_PER_S / self.ns_per_object, 3),
            "size_bytes": self.size_bytes,
            "peak_bytes": self.peak_bytes,
            "gc_ns": self.gc_ns,
            "state_had": self.state_had,
            "repetitions": len(self.total.fork_values),
            "disturbed_repetitions": self.disturbed_repetitions,
        }


@dataclass(frozen=True, slots=True)
class StoreResults:
    """All results of a run; ``floors`` are those without a codec, ``twins`` those of codecs measured
    a second time, under names of their own. ``noise_floor`` is the twins' disagreement (0.02 for 2 %),
    None where there are none; ``disturbed`` says what became of disturbed repetitions."""

    rows: tuple[StoreResult, ...]
    floors: tuple[StoreResult, ...]
    failures: tuple[Failure, ...]
    twins: tuple[StoreResult, ...] = ()
    noise_floor: float | None = None
    disturbed: str = ""

    @property
    def all(self) -> tuple[StoreResult, ...]:
        return self.rows + self.floors


def way_of(row: Row) -> str:
    """How a row's objects were written or read, in words: ``sequential cold free decode of 100000``."""
    found = {name: row.parameters[name] for name in _PARAMETERS if name != "threads"}
    return _way(row.operation, **found)


def _way(operation: str, cache: str, pin: str, level: str, keep_objects: bool, objects: int) -> str:
    kept = "keeping " if keep_objects else ""
    words = (operation, cache, pin, f"{kept}{level}")
    return f"{' '.join(word for word in words if word)} of {objects}"


def store_results(record: Mapping[str, Any], rows: Sequence[Row]) -> StoreResults:
    """The results of a run of the store. A cell of which any repetition failed has a failure and no
    result; of a repetition that was measured again the attempt counts that was disturbed least."""
    twins: Mapping[str, str] = record.get("twins", {})
    floors, by_hand = floors_in(record), by_hand_in(record)
    cells: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        parameters = tuple(row.parameters[name] for name in _PARAMETERS)
        cells.setdefault((row.codec, row.operation, *parameters), []).append(row)
    failures = [Failure(**failure) for failure in record.get("failures", ())]
    found: list[StoreResult] = []
    for of_cell in map(counted, cells.values()):
        failed = next((row for row in of_cell if not row.ok), None)
        if failed is None:
            result = _result(of_cell, of_cell[0].codec in floors)
            found.append(replace(result, by_hand=result.codec in by_hand))
        else:
            failures.append(
                Failure(failed.codec, failed.workload, failed.operation, failed.outcome, failed.detail)
            )
    ordered = sorted(found, key=_order)
    medians = {result.cell: result.total.median for result in found}
    noise = noise_floor(medians, twins, {way for _, _, way in medians})
    return StoreResults(
        _placed([result for result in ordered if not result.floor and result.codec not in twins], noise),
        tuple(result for result in ordered if result.floor),
        tuple(dict.fromkeys(failures)),
        tuple(result for result in ordered if result.codec in twins),
        noise,
        disturbed_sentence(rows, "repetitions"),
    )


def _placed(results: Sequence[StoreResult], noise: float | None) -> tuple[StoreResult, ...]:
    """Gives each library's result its standing among those of the same way of writing or reading."""
    found = standings_by_way({result.cell: result.total for result in results if not result.by_hand}, noise)
    return tuple(replace(result, standing=found.get(result.cell, UNRANKED)) for result in results)


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
        io=Estimate.of([_sum(row, "wall_ns", io=True) for row in ordered]),
        processor=Estimate.of([_sum(row, "wall_ns", io=False) for row in ordered]),
        cpu=Estimate.of([_sum(row, "cpu_ns", io=False) for row in ordered]),
        phases={name: median(row.phases[name]["wall_ns"] for row in ordered) for name in names},
        size_bytes=first.size_bytes or 0,
        peak_bytes=max(peaks, default=None),
        gc_ns=median(collected) if collected else None,
        state_had=_state_had(ordered),
        floor=floor,
        disturbed_repetitions=sum(row.disturbed for row in ordered),
    )


def _sum(row: Row, clock: str, io: bool) -> float:
    return float(sum(time[clock] for name, time in row.phases.items() if (name in IO_PHASES) == io))


def _state_had(rows: Sequence[Row]) -> bool | None:
    """Whether every repetition began in the state that its cache mode names."""
    before = [row.resident[0] for row in rows if row.resident is not None]
    if not before:
        return None
    if rows[0].parameters["cache"] == "warm":
        return min(before) >= LEAST_WHEN_WARM
    return max(before) <= MOST_WHEN_COLD


def _order(result: StoreResult) -> tuple[object, ...]:
    operations = ("write", "sequential", "random")
    return (
        result.objects,
        operations.index(result.operation),
        result.cache,
        result.pin,
        result.total.median,
        result.codec,
    )
