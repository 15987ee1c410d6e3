"""The results of a run as views over its raw samples: estimates and places."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Any

from serbench.corpus.variant import Parameters, parse_name
from serbench.engine.attempts import cells_in
from serbench.engine.twins import noise_floor
from serbench.operations import OPERATION_BY_NAME
from serbench.record.row import Failure, Row
from serbench.report.standing import UNRANKED, Standing, floors_in, hand_written_in, standings_by_way
from serbench.statistics.estimate import Estimate, outliers

ACCESS_OPERATIONS = ("access-one", "access-tenth", "access-all")
_NS_PER_S = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Result:
    """The combined result of a cell's forks. Times are nanoseconds per operation on one object.

    ``fork_cpu_ns`` holds one CPU time a fork, in the order of the forks. ``outliers`` counts the samples that
    lie far from the others of their fork, and ``outlier_forks`` are the forks that lie far from the others;
    both are in the estimate. ``disturbed_forks`` are those in it that were disturbed as often as they were
    measured. ``size_bytes`` is the mean size of a message. ``allocations``, ``allocated_bytes`` and
    ``instructions`` are those of one operation, None if not counted; ``instructions_by`` names the counter.
    ``cpu_mean_ns`` is the CPU time of all samples by their operations, in which rare collections of garbage
    count that a median drops. ``peak_bytes`` is the largest resident size of any of the forks.
    What is ``hand_written`` was written for its schema; like a floor it is a reference and has no place.
    """

    codec: str
    workload: str
    operation: str
    side: str
    cpu: Estimate
    wall: Estimate
    fork_cpu_ns: tuple[float, ...]
    size_bytes: float
    samples: int
    floor: bool
    parameters: Mapping[str, Any] = field(default_factory=dict)
    allocations: float | None = None
    allocated_bytes: float | None = None
    instructions: float | None = None
    instructions_by: str | None = None
    standing: Standing = UNRANKED
    hand_written: bool = False
    outliers: int = 0
    outlier_forks: tuple[int, ...] = ()
    disturbed_forks: int = 0
    cpu_mean_ns: float = 0.0
    peak_bytes: int | None = None

    @property
    def cell(self) -> tuple[str, str, str]:
        return (self.codec, self.workload, self.operation)

    @property
    def not_read(self) -> bool:
        """Whether the timed work read nothing of what it opened, as zero-copy formats do. Such a time cannot
        be compared with one of reading, so it has no place."""
        return bool(self.parameters.get("not_read"))

    @property
    def shown_as_decode(self) -> bool:
        return self.parameters.get("shown_as") == "decode"

    def to_json(self) -> dict[str, Any]:
        """The row of the document of ``--json`` (DESIGN's command line)."""
        return {
            "codec": self.codec,
            "workload": self.workload,
            "operation": self.operation,
            "parameters": dict(parse_name(self.workload).parameters) | dict(self.parameters),
            "side": self.side,
            "median_ns": _rounded(self.cpu.median),
            "low_ns": _rounded(self.cpu.low),
            "high_ns": _rounded(self.cpu.high),
            "mean_ns": _rounded(self.cpu_mean_ns),
            "wall_median_ns": _rounded(self.wall.median),
            "size_bytes": _whole_if_whole(self.size_bytes),
            **self.standing.to_json(),
            "hand_written": self.hand_written,
            "objects_per_s": _rounded(_NS_PER_S / self.cpu.median),
            "forks": len(self.fork_cpu_ns),
            "samples": self.samples,
            "peak_bytes": self.peak_bytes,
            "allocations": self.allocations,
            "allocated_bytes": self.allocated_bytes,
            "instructions": self.instructions,
            "instructions_by": self.instructions_by,
            "corrected": self.standing.within.corrected if self.standing.within else None,
            "outliers": self.outliers,
            "outlier_forks": list(self.outlier_forks),
            "disturbed_forks": self.disturbed_forks,
        }


@dataclass(frozen=True, slots=True)
class Results:
    """All results of a run: ``rows`` are the requested codecs, ``floors`` the limits with them,
    ``twins`` those that were measured a second time. ``noise_floor`` is the twins' disagreement (0.02 for two
    per cent), None where there are none. ``tenths`` has for each workload how many leaf fields access-tenth
    reads, and of how many."""

    rows: tuple[Result, ...]
    floors: tuple[Result, ...]
    failures: tuple[Failure, ...]
    twins: tuple[Result, ...] = ()
    noise_floor: float | None = None
    tenths: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def workloads(self) -> list[str]:
        named = [result.workload for result in self.rows + self.floors]
        return list(dict.fromkeys(named + [failure.workload for failure in self.failures]))

    def rows_of(self, workload: str) -> list[Result]:
        return [result for result in self.rows if result.workload == workload]


def results_of(record: Mapping[str, Any], rows: Sequence[Row]) -> Results:
    """The results of a run from its run.json and its rows.

    A cell of which any fork failed in any attempt has a failure and no result.
    """
    floors, hand_written = floors_in(record), hand_written_in(record)
    cells = cells_in(rows)
    measured = [
        replace(result_of(of_cell, of_cell[0].codec in floors), hand_written=of_cell[0].codec in hand_written)
        for of_cell in cells.whole
    ]
    measured += _access_shown_as_decode(record, measured)
    measured = _marked_not_read(record, measured)
    asked = record.get("operations")
    kept = [result for result in measured if asked is None or result.operation in asked]
    twins: Mapping[str, str] = record.get("twins", {})
    medians = {result.cell: result.cpu.median for result in kept}
    noise = noise_floor(medians, twins, ranking_operations(kept))
    ranked = _placed([r for r in kept if not r.floor and r.codec not in twins], noise)
    failures = [Failure(**failure) for failure in record.get("failures", ())]
    failures += _failures(cells.failed)
    return Results(
        tuple(sorted(ranked, key=_order)),
        tuple(sorted((result for result in kept if result.floor), key=_order)),
        tuple(failures),
        tuple(sorted((result for result in kept if result.codec in twins), key=_order)),
        noise,
        {workload: (read, of) for workload, (read, of) in record.get("access_tenth", {}).items()},
    )


def groups_in(record: Mapping[str, Any], by: str | None) -> dict[str, str]:
    """The ``language`` or ``format`` of each codec of a run; nothing where ``by`` is None."""
    return {runner["codec"]: runner[by] for runner in record.get("runners", ()) if by and by in runner}


def ranking_operations(results: Iterable[Result]) -> tuple[str, ...]:
    """The operations whose sum ranks a workload's codecs: encode and decode, or that one of them which was
    measured, else the first that was."""
    found = {result.operation for result in results if not result.shown_as_decode}
    both = tuple(name for name in ("encode", "decode") if name in found)
    return both or tuple(name for name in OPERATION_BY_NAME if name in found)[:1]


def sums(results: Sequence[Result]) -> dict[str, Estimate]:
    """For each codec of one workload that has all ranking operations: the estimate of their sum. An operation
    that read nothing (``not_read``) does not count.

    The times are added fork by fork, because they usually come from the same process.
    """
    operations = ranking_operations(results)
    by_cell = {(result.codec, result.operation): result for result in results if not result.not_read}
    estimates: dict[str, Estimate] = {}
    for codec in dict.fromkeys(result.codec for result in results):
        parts = [by_cell[codec, name].fork_cpu_ns for name in operations if (codec, name) in by_cell]
        if operations and len(parts) == len(operations):
            estimates[codec] = Estimate.of([sum(fork) for fork in zip(*parts, strict=False)])
    return estimates


def _access_shown_as_decode(record: Mapping[str, Any], measured: Sequence[Result]) -> list[Result]:
    """A codec that can only decode reads any share of an object by decoding it all, and so does its twin."""
    twins: Mapping[str, str] = record.get("twins", {})
    own = _operations_in(record, "operations")
    return [
        replace(result, operation=access, parameters={**result.parameters, "shown_as": "decode"})
        for result in measured
        if result.operation == "decode" and not result.floor
        for access in ACCESS_OPERATIONS
        if (twins.get(result.codec, result.codec), result.workload, access) not in own
    ]


def _marked_not_read(record: Mapping[str, Any], results: Sequence[Result]) -> list[Result]:
    """Marks the results of operations that the runner, which twins share, says read nothing."""
    twins: Mapping[str, str] = record.get("twins", {})
    unread = _operations_in(record, "not_read")
    return [
        replace(result, parameters={**result.parameters, "not_read": True})
        if (twins.get(result.codec, result.codec), result.workload, result.operation) in unread
        else result
        for result in results
    ]


def _operations_in(record: Mapping[str, Any], field: str) -> set[tuple[str, str, str]]:
    """The operations that a field of the runners names, each with its codec and workload."""
    return {
        (runner["codec"], runner["workload"], operation)
        for runner in record.get("runners", ())
        for operation in runner.get(field, ())
    }


def _placed(results: Sequence[Result], noise: float | None) -> list[Result]:
    """Gives each library's result its standing among those of the same workload and operation."""
    ranked = {result.cell: result.cpu for result in results if not (result.not_read or result.hand_written)}
    found = standings_by_way(ranked, noise)
    return [replace(result, standing=found.get(result.cell, UNRANKED)) for result in results]


def _failures(failed: Iterable[Row]) -> list[Failure]:
    failures = [Failure(row.codec, row.workload, row.operation, row.outcome, row.detail) for row in failed]
    return sorted(failures, key=lambda failure: (failure.workload, failure.codec, failure.operation or ""))


def _order(result: Result) -> tuple[str, Parameters, str, float, str]:
    name = parse_name(result.workload)
    return (name.family, name.parameters, result.operation, result.cpu.median, result.codec)


def result_of(rows: Sequence[Row], floor: bool) -> Result:
    """The result of a cell from the rows of its forks, all of them ok."""
    ordered = sorted(rows, key=lambda row: row.fork)
    # A fork's value is the median of its samples, each for one operation.
    samples = [_sample_values(row.cpu_ns, row.n) for row in ordered]
    cpu = [median(of_fork) for of_fork in samples]
    wall = [median(_sample_values(row.wall_ns, row.n)) for row in ordered]
    first = ordered[0]
    return Result(
        codec=first.codec,
        workload=first.workload,
        operation=first.operation,
        side=first.side,
        cpu=Estimate.of(cpu),
        wall=Estimate.of(wall),
        fork_cpu_ns=tuple(cpu),
        size_bytes=(first.size_bytes or 0) / (first.objects or 1),
        samples=sum(len(row.n) for row in ordered),
        floor=floor,
        parameters=dict(first.parameters),
        allocations=_for_one(first.allocations, first.objects),
        allocated_bytes=_for_one(first.allocated_bytes, first.objects),
        instructions=_for_one(first.instructions, first.objects),
        instructions_by=first.instructions_by,
        outliers=sum(len(outliers(of_fork)) for of_fork in samples),
        outlier_forks=tuple(ordered[position].fork for position in outliers(cpu)),
        disturbed_forks=sum(row.disturbed for row in ordered),
        cpu_mean_ns=sum(sum(row.cpu_ns) for row in ordered) / sum(sum(row.n) for row in ordered),
        peak_bytes=max((row.peak_bytes for row in ordered if row.peak_bytes is not None), default=None),
    )


def _for_one(total: int | None, objects: int | None) -> float | None:
    """A total over all objects, per object."""
    return None if total is None or not objects else _whole_if_whole(total / objects)


def _sample_values(times_ns: Sequence[int], n: Sequence[int]) -> list[float]:
    return [time_ns / count for time_ns, count in zip(times_ns, n, strict=True)]


def counters_of(results: Iterable[Result]) -> str:
    """What counted the instructions of these results, in words; empty if not counted."""
    return " and ".join(sorted({result.instructions_by for result in results if result.instructions_by}))


def _rounded(value: float) -> float:
    """Picoseconds are far below the resolution of any clock here."""
    return round(value, 3)


def _whole_if_whole(value: float) -> int | float:
    return int(value) if value == int(value) else round(value, 3)
