"""The combined results of the applications of a run of the cluster: pure views over its rows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Self

from serbench.engine.blocks import estimate_of
from serbench.experiments.cluster.plan import JOBS, UNRANKED_JOBS
from serbench.record.row import Row
from serbench.report.cells import Result, Results, results_of
from serbench.report.figures import (
    Shown,
    disturbed,
    figure,
    largest_column,
    median_figure,
    median_of,
    parameter,
    rounded,
    shown,
)
from serbench.report.standing import Key, Standing
from serbench.statistics.estimate import Estimate
from serbench.statistics.noise import NoiseFloors

_NS_PER_US, _NS_PER_MS = 1000, 1_000_000


def _in_serializers(time: str, count: str) -> Callable[[Sequence[Row]], float | None]:
    """The CPU time that one object spends there: each stage that has such work does it once with each object,
    and reads the wall clock around a sample of them. Of that the tasks had a processor for the share of their
    run time that was CPU time."""

    def of_row(row: Row) -> float | None:
        stages = [stage for stage in row.figures["stages"].values() if stage[count]]
        times = [stage[time] / stage[count] * _share_on_processor(stage) for stage in stages]
        return sum(times) if times else None

    return lambda rows: median_of(map(of_row, rows))


def _share_on_processor(stage: Mapping[str, int]) -> float:
    return min(1.0, stage["cpu_ns"] / stage["run_ns"]) if stage["run_ns"] else 1.0


def _stages(rows: Sequence[Row]) -> dict[str, float]:
    """The CPU time of one object by stage."""
    return {
        name: median(row.figures["stages"][name]["cpu_ns"] / row.parameters["objects"] for row in rows)
        for name in rows[0].figures["stages"]
    }


def _cpu_json(cpu: Estimate) -> dict[str, float]:
    name = "cpu_ns_per_object"
    found = {name: cpu.median, f"{name}_low": cpu.low, f"{name}_high": cpu.high}
    return {name: round(value, 1) for name, value in found.items()} | {"level": cpu.rounded_level}


def _bytes(name: str, json: str, shown: Shown | None = None) -> Any:
    return figure(median_figure(name), json, rounded(), csv=True, shown=shown)


_CPU = Shown(
    "µs",
    _NS_PER_US,
    link=True,
    words="µs: CPU time of the tasks of all stages, for one object: the median of the applications, of each"
    " the median of its rounds. Collectors and compilers are not in it.",
)
_SERIALIZE = Shown(
    "serialize",
    _NS_PER_US,
    words="serialize and deserialize are the CPU time that an object spends in serializers, estimated from"
    " the wall time of a sample; rest is the other CPU time.",
)
_WALL = Shown(
    "wall ms",
    _NS_PER_MS,
    0,
    goes=3,
    words="wall is one whole job; bytes are of one object, in files or in the cache.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterResult(Result):
    """One cell: what a job took with a serializer, in all applications.

    ``cpu`` is the CPU time of all its stages for one object, in nanoseconds: of each application the median
    of its rounds. ``wall_ns`` and ``gc_ns`` are those of a whole job. ``serialize_ns`` and
    ``deserialize_ns`` are what one object spends in serializers in all stages, None where the job has no such
    work. ``stages`` have the CPU time of one object by stage. ``floor`` says that it is a reference.
    """

    way: str = figure(lambda rows: way_of(rows[0]))
    job: str = figure(lambda rows: rows[0].operation, "job", csv=True)
    objects: int = parameter("objects")
    partitions: int = parameter("partitions")
    maps: int = parameter("maps")
    compress: str = parameter("compress")
    master: str = parameter("master")
    cpu: Estimate = figure(
        lambda rows: estimate_of(rows, [median(row.cpu_ns) / row.parameters["objects"] for row in rows]),
        csv=_cpu_json,
        shown=_CPU,
    )
    wall_ns: float = figure(
        lambda rows: median(median(row.wall_ns) for row in rows),
        "wall_ns",
        rounded(),
        csv=True,
        shown=_WALL,
    )
    gc_ns: float = figure(
        median_figure("gc_ns"), "gc_ns", rounded(), csv=True, shown=Shown("GC ms", _NS_PER_MS, 0, goes=2)
    )
    serialize_ns: float | None = figure(
        _in_serializers("serialize_ns", "serialized_objects"),
        "serialize_ns_per_object",
        rounded(1),
        csv=True,
        shown=_SERIALIZE,
    )
    deserialize_ns: float | None = figure(
        _in_serializers("deserialize_ns", "deserialized_objects"),
        "deserialize_ns_per_object",
        rounded(1),
        csv=True,
        shown=Shown("deserialize", _NS_PER_US),
    )
    stages: Mapping[str, float] = figure(
        _stages,
        "stages",
        lambda value: {name: round(of, 1) for name, of in value.items()},
        shown=Shown("{}", _NS_PER_US),
    )
    shuffle_bytes: float = _bytes(
        "bytes_written", "shuffle_bytes", Shown("shuffle B", 1, 0, "objects", goes=5)
    )
    cached_bytes: float = _bytes("cached_bytes", "cached_bytes", Shown("cached B", 1, 0, "objects", goes=4))
    spilled_bytes: float = _bytes("spilled_bytes", "spilled_bytes")
    disk_spilled_bytes: float = _bytes("disk_spilled_bytes", "disk_spilled_bytes")
    writer: str = figure(
        lambda rows: rows[0].figures["writer"], "writer", lambda value: value or None, csv=True
    )
    relocatable: bool | None = figure(lambda rows: rows[0].figures["relocatable"], "relocatable")
    peak_bytes: int | None = figure(
        largest_column("peak_bytes"), "peak_bytes", csv=True, shown=Shown("peak MiB", 2**20, 0, goes=0)
    )
    settled: bool = figure(lambda rows: all(row.settled is not False for row in rows), "settled")
    forks: int = figure(len, "forks")
    rounds: int = figure(lambda rows: len(rows[0].n), "rounds")
    disturbed_forks: int = figure(disturbed, "disturbed_forks")

    @property
    def ranked_by(self) -> Estimate:
        return self.cpu

    @property
    def can_rank(self) -> bool:
        return self.job not in UNRANKED_JOBS

    @classmethod
    def standings(cls, results: Sequence[Self], noise: NoiseFloors) -> dict[Key, Standing]:
        """Codecs and the engine's own serializers rank together: all do the same job in the same engine."""
        found = super(ClusterResult, cls).standings(results, noise)
        return {cell: Standing(one.across, one.across) for cell, one in found.items()}

    @property
    def conditions(self) -> tuple[Any, ...]:
        """The conditions that the results of several jobs may have in common."""
        return (self.objects, self.partitions, self.compress)

    @property
    def place(self) -> tuple[object, ...]:
        return (*self.conditions, JOBS.index(self.job), self.cpu.median, self.codec)

    @property
    @shown(Shown("rest", _NS_PER_US, goes=10))
    def rest_ns(self) -> float:
        """The CPU time of one object outside of serializers, whose own time is read on another clock."""
        return max(0.0, self.cpu.median - (self.serialize_ns or 0.0) - (self.deserialize_ns or 0.0))

    @property
    def parts(self) -> dict[str, float]:
        """The parts of the CPU time of one object: serializing, deserializing and the rest.
        The first two are estimates. Together they may exceed the CPU time, so they are bounded by it."""
        own = (self.serialize_ns or 0.0, self.deserialize_ns or 0.0)
        bound = min(1.0, self.cpu.median / sum(own)) if sum(own) else 1.0
        return {"serialize": own[0] * bound, "deserialize": own[1] * bound, "rest": self.rest_ns}

    @property
    def serializers_share(self) -> float:
        """The part of the CPU time that passes in serializers."""
        return 1 - self.rest_ns / self.cpu.median

    @property
    @shown(Shown("bytes", 1, 0, "objects", goes=6))
    def bytes(self) -> float:
        """The bytes of all objects in shuffle files, or in the cache where there are no such files."""
        return self.shuffle_bytes or self.cached_bytes

    @property
    @shown(Shown("spilled MiB", 2**20, 1, goes=1))
    def spilled_to_disk(self) -> float | None:
        """The bytes that had no room in memory; None where all had."""
        return self.disk_spilled_bytes or None

    def further_json(self) -> dict[str, Any]:
        return {"objects": self.objects, **_cpu_json(self.cpu)}


ClusterResults = Results[ClusterResult]


def way_of(row: Row) -> str:
    """The job of a row and its conditions, in words: ``shuffle lz4 8 of 20000``."""
    how = row.parameters
    return f"{row.operation} {how['compress']} {how['partitions']} of {how['objects']}"


def cluster_results(record: Mapping[str, Any], rows: Sequence[Row]) -> ClusterResults:
    """The results of a run of the cluster."""
    references = set(record.get("engine", {}).get("references", ()))
    return results_of(record, rows, ClusterResult, "applications", references)
