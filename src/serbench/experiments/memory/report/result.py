"""The combined result of the forks of one cell. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from serbench.corpus.variant import parse_name
from serbench.record.row import Row
from serbench.statistics import Estimate, Place, median, outliers

_NS_PER_S = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Result:
    """The combined result of a cell's forks. Times are nanoseconds per operation on one object.

    ``fork_cpu_ns`` holds one CPU time a fork, in the order of the forks. ``outliers`` counts the samples that
    lie far from the others of their fork, and ``outlier_forks`` are the forks that lie far from the others;
    both are in the estimate. ``disturbed_forks`` are those in it that were disturbed as often as they were
    measured. ``size_bytes`` is the mean size of a message. ``allocations``, ``allocated_bytes`` and
    ``instructions`` are those of one operation, None if not counted; ``instructions_by`` names the counter.
    ``place`` is None for a floor, which is not ranked, and where there are too few forks to differ from any
    other.
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
    place: Place | None = None
    outliers: int = 0
    outlier_forks: tuple[int, ...] = ()
    disturbed_forks: int = 0

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
            "wall_median_ns": _rounded(self.wall.median),
            "size_bytes": _whole_if_whole(self.size_bytes),
            "rank": self.place.rank if self.place else None,
            "tied": list(self.place.tied) if self.place else [],
            "objects_per_s": _rounded(_NS_PER_S / self.cpu.median),
            "forks": len(self.fork_cpu_ns),
            "samples": self.samples,
            "allocations": self.allocations,
            "allocated_bytes": self.allocated_bytes,
            "instructions": self.instructions,
            "instructions_by": self.instructions_by,
            "corrected": self.place.corrected if self.place else None,
            "outliers": self.outliers,
            "outlier_forks": list(self.outlier_forks),
            "disturbed_forks": self.disturbed_forks,
        }


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
