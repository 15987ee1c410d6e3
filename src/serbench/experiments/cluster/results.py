"""The combined results of the applications of a run of the cluster: pure views over its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

from serbench.experiments.cluster.plan import JOBS, UNRANKED_JOBS
from serbench.record.row import Row
from serbench.report.cells import Result, Results, results_of
from serbench.report.standing import Standing
from serbench.statistics.estimate import Estimate

# Of a row, what distinguishes the cells of a serializer and a job.
_PARAMETERS = ("objects", "partitions", "maps", "compress", "master")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterResult(Result):
    """One cell: what a job took with a serializer, in all applications.

    ``cpu`` is the CPU time of all its stages for one object, in nanoseconds: of each application the median
    of its rounds. ``wall_ns`` and ``gc_ns`` are those of a whole job. ``serialize_ns`` and
    ``deserialize_ns`` are what one object spends in serializers in all stages, None where the job has no such
    work. ``stages`` have the CPU time of one object by stage. ``floor`` marks a mark.
    """

    job: str
    objects: int
    partitions: int
    maps: int
    compress: str
    master: str
    cpu: Estimate
    wall_ns: float
    gc_ns: float
    serialize_ns: float | None
    deserialize_ns: float | None
    stages: Mapping[str, float]
    shuffle_bytes: float
    cached_bytes: float
    spilled_bytes: float
    disk_spilled_bytes: float
    writer: str
    relocatable: bool | None
    peak_bytes: int | None
    settled: bool
    forks: int
    rounds: int
    disturbed_forks: int = 0

    @property
    def way(self) -> str:
        return _way(self.job, self.compress, self.partitions, self.objects)

    @property
    def ranked_by(self) -> Estimate:
        return self.cpu

    @property
    def conditions(self) -> tuple[Any, ...]:
        """What the results of several jobs may have in common."""
        return (self.objects, self.partitions, self.compress)

    @property
    def place(self) -> tuple[object, ...]:
        return (*self.conditions, JOBS.index(self.job), self.cpu.median, self.codec)

    @property
    def rest_ns(self) -> float:
        """The CPU time of one object outside of serializers, whose own time is read on another clock."""
        return max(0.0, self.cpu.median - (self.serialize_ns or 0.0) - (self.deserialize_ns or 0.0))

    @property
    def parts_ns(self) -> tuple[float, float, float]:
        """What the CPU time of one object consists of: serializing, deserializing and the rest. The first two
        are estimates, so that together they may be more than there is, and are bounded by it."""
        own = (self.serialize_ns or 0.0, self.deserialize_ns or 0.0)
        bound = min(1.0, self.cpu.median / sum(own)) if sum(own) else 1.0
        return (own[0] * bound, own[1] * bound, self.rest_ns)

    @property
    def serializers_share(self) -> float:
        """The part of the CPU time that passes in serializers."""
        return 1 - self.rest_ns / self.cpu.median

    @property
    def bytes(self) -> float:
        """What all objects take in shuffle files, or, where there are none, in the cache."""
        return self.shuffle_bytes or self.cached_bytes

    def to_json(self) -> dict[str, Any]:
        return {
            "codec": self.codec,
            "workload": self.workload,
            "job": self.job,
            "parameters": {name: getattr(self, name) for name in _PARAMETERS},
            "objects": self.objects,
            "wall_ns": round(self.wall_ns),
            "cpu_ns_per_object": round(self.cpu.median, 1),
            "cpu_ns_per_object_low": round(self.cpu.low, 1),
            "cpu_ns_per_object_high": round(self.cpu.high, 1),
            "serialize_ns_per_object": _rounded(self.serialize_ns),
            "deserialize_ns_per_object": _rounded(self.deserialize_ns),
            "gc_ns": round(self.gc_ns),
            "shuffle_bytes": round(self.shuffle_bytes),
            "cached_bytes": round(self.cached_bytes),
            "spilled_bytes": round(self.spilled_bytes),
            "disk_spilled_bytes": round(self.disk_spilled_bytes),
            **self.standing.to_json(),
            "by_hand": self.by_hand,
            "stages": {name: round(value, 1) for name, value in self.stages.items()},
            "writer": self.writer or None,
            "relocatable": self.relocatable,
            "peak_bytes": self.peak_bytes,
            "settled": self.settled,
            "forks": self.forks,
            "rounds": self.rounds,
            "disturbed_forks": self.disturbed_forks,
        }


ClusterResults = Results[ClusterResult]


def way_of(row: Row) -> str:
    """What a row's job was done with, in words: ``shuffle lz4 8 of 20000``."""
    return _way(row.operation, *(row.parameters[name] for name in ("compress", "partitions", "objects")))


def _way(job: str, compress: str, partitions: int, objects: int) -> str:
    return f"{job} {compress} {partitions} of {objects}"


def cluster_results(record: Mapping[str, Any], rows: Sequence[Row]) -> ClusterResults:
    """The results of a run of the cluster. Codecs and the engine's own serializers rank together: all do the
    same job in the same engine."""
    marks = set(record.get("engine", {}).get("marks", ()))

    def made(of_cell: Sequence[Row], _: bool) -> ClusterResult:
        return _result(of_cell, of_cell[0].codec in marks)

    found = results_of(record, rows, made, "applications", lambda result: result.job not in UNRANKED_JOBS)
    ranked = tuple(
        replace(one, standing=Standing(one.standing.across, one.standing.across)) for one in found.rows
    )
    return replace(found, rows=ranked)


def _result(rows: Sequence[Row], is_mark: bool) -> ClusterResult:
    ordered = sorted(rows, key=lambda row: row.parameters["repetition"])
    first = ordered[0]
    peaks = [row.peak_bytes for row in ordered if row.peak_bytes is not None]

    def figure(name: str) -> float:
        return float(median(row.figures[name] for row in ordered))

    return ClusterResult(
        codec=first.codec,
        workload=first.workload,
        floor=is_mark,
        job=first.operation,
        **{name: first.parameters[name] for name in _PARAMETERS},
        cpu=Estimate.of([median(row.cpu_ns) / row.parameters["objects"] for row in ordered]),
        wall_ns=median(median(row.wall_ns) for row in ordered),
        gc_ns=figure("gc_ns"),
        serialize_ns=_in_serializers(ordered, "serialize_ns", "serialized_objects"),
        deserialize_ns=_in_serializers(ordered, "deserialize_ns", "deserialized_objects"),
        stages={
            name: median(row.figures["stages"][name]["cpu_ns"] / row.parameters["objects"] for row in ordered)
            for name in first.figures["stages"]
        },
        shuffle_bytes=figure("bytes_written"),
        cached_bytes=figure("cached_bytes"),
        spilled_bytes=figure("spilled_bytes"),
        disk_spilled_bytes=figure("disk_spilled_bytes"),
        writer=first.figures["writer"],
        relocatable=first.figures["relocatable"],
        peak_bytes=max(peaks, default=None),
        settled=all(row.settled is not False for row in ordered),
        forks=len(ordered),
        rounds=len(first.n),
        disturbed_forks=sum(row.disturbed for row in ordered),
    )


def _in_serializers(rows: Sequence[Row], time: str, count: str) -> float | None:
    """The CPU time that one object spends there: each stage that has such work does it once with each object,
    and reads the wall clock around a sample of them. Of that the tasks had a processor for the share of their
    run time that was CPU time."""
    found = [
        sum(stage[time] / stage[count] * _share_on_processor(stage) for stage in stages)
        for row in rows
        if (stages := [stage for stage in row.figures["stages"].values() if stage[count]])
    ]
    return median(found) if found else None


def _share_on_processor(stage: Mapping[str, int]) -> float:
    return min(1.0, stage["cpu_ns"] / stage["run_ns"]) if stage["run_ns"] else 1.0


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)
