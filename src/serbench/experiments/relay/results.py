"""The combined results of the forks of a run of the relay: pure views over its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from serbench.experiments.relay.plan import FLOOR_MODE, MODES, UPDATE
from serbench.record.row import Row
from serbench.report.cells import Result, Results, results_of
from serbench.statistics.estimate import Estimate

_NS_PER_S = 1_000_000_000
# A driver that by itself has less than this many times a relay's rate, or is busy for more than this share of
# the time, may be what is measured.
LEAST_LEAD, MOST_BUSY = 2.0, 0.9
# Of a row, what all forks of a run have in common.
_PARAMETERS = ("route", "sources", "sinks", "transport", "objects_a_message")


@dataclass(frozen=True, slots=True, kw_only=True)
class RelayResult(Result):
    """One cell: a mode of a codec in all forks.

    ``time`` is the wall time of one message at saturation in nanoseconds, ``cpu`` the relay's CPU time of it.
    ``phases`` have the relay's CPU time of each phase for one message, empty where they were not measured;
    ``latency`` a record for each rate. ``size_bytes`` is the mean size of a message, ``driver_per_s`` the
    messages that the driver moves by itself, ``driver_share`` the share of the time at saturation for which
    it was busy. ``updated_in_place`` is the share of the messages that were
    updated in their bytes, None in other modes and where it was not counted. ``allocations`` and
    ``allocated_bytes`` are those of the relay for one message, None where they are not counted.
    """

    mode: str
    parameters: Mapping[str, Any]
    time: Estimate
    cpu: Estimate
    phases: Mapping[str, float]
    latency: tuple[Mapping[str, Any], ...]
    size_bytes: float
    copied_share: float
    driver_per_s: float
    driver_share: float
    peak_bytes: int | None
    retained_bytes: int | None
    updated_in_place: float | None
    allocations: float | None
    allocated_bytes: float | None
    disturbed_forks: int = 0

    @property
    def way(self) -> str:
        return self.mode

    @property
    def ranked_by(self) -> Estimate:
        return self.time

    @property
    def driver_lead(self) -> float:
        """How many times the messages of this relay the driver moves by itself."""
        return self.driver_per_s / self.messages_per_s

    @property
    def is_bound(self) -> bool:
        """Whether the driver may be what limits it: then the relay has at least this rate."""
        return self.driver_lead < LEAST_LEAD or self.driver_share > MOST_BUSY

    @property
    def place(self) -> tuple[object, ...]:
        return (self.workload, MODES.index(self.mode), self.time.median, self.codec)

    @property
    def objects(self) -> float:
        """How many objects a message has in the mean."""
        return float(self.parameters["objects_a_message"])

    @property
    def messages_per_s(self) -> float:
        return _NS_PER_S / self.time.median

    @property
    def objects_per_s(self) -> float:
        return self.messages_per_s * self.objects

    @property
    def bytes_per_s(self) -> float:
        return self.messages_per_s * self.size_bytes

    def at(self, load: str) -> Mapping[str, Any] | None:
        """The latency at a load."""
        return next((one for one in self.latency if one["load"] == load), None)

    def to_json(self) -> dict[str, Any]:
        return {
            "codec": self.codec,
            "workload": self.workload,
            "mode": self.mode,
            "parameters": dict(self.parameters),
            **self.standing.to_json(),
            "by_hand": self.by_hand,
            "objects_per_s": round(self.objects_per_s, 3),
            "messages_per_s": {
                "median": round(self.messages_per_s, 3),
                "low": round(_NS_PER_S / self.time.high, 3),
                "high": round(_NS_PER_S / self.time.low, 3),
            },
            "bytes_per_s": round(self.bytes_per_s),
            "cpu_ns_per_object": round(self.cpu.median / self.objects, 3),
            "phases": {name: round(value / self.objects, 3) for name, value in self.phases.items()},
            "latency": [dict(one) for one in self.latency],
            "size_bytes": round(self.size_bytes, 3),
            "copied_bytes_per_byte": round(self.copied_share, 3),
            "driver_per_s": round(self.driver_per_s),
            "driver_busy_share": round(self.driver_share, 3),
            "limited_by_driver": self.is_bound,
            "peak_bytes": self.peak_bytes,
            "retained_bytes": self.retained_bytes,
            "updated_in_place_share": _rounded(self.updated_in_place),
            "allocations_per_message": _rounded(self.allocations),
            "allocated_bytes_per_message": _rounded(self.allocated_bytes),
            "forks": len(self.time.fork_values),
            "disturbed_forks": self.disturbed_forks,
        }


RelayResults = Results[RelayResult]


def relay_results(record: Mapping[str, Any], rows: Sequence[Row]) -> RelayResults:
    """The results of a run from its record and its rows; the mode that uses no codec ranks nothing."""
    return results_of(record, rows, _result, "forks", lambda result: result.mode != FLOOR_MODE)


def _result(rows: Sequence[Row], floor: bool) -> RelayResult:
    ordered = sorted(rows, key=lambda row: row.parameters["repetition"])
    first = ordered[0]
    peaks = [row.peak_bytes for row in ordered if row.peak_bytes is not None]
    return RelayResult(
        codec=first.codec,
        workload=first.workload,
        mode=first.operation,
        parameters={name: first.parameters[name] for name in _PARAMETERS},
        time=Estimate.of([row.wall_ns[0] / row.n[0] for row in ordered]),
        cpu=Estimate.of([row.cpu_ns[0] / row.n[0] for row in ordered]),
        phases=_phases(ordered),
        latency=_latency(ordered),
        size_bytes=(first.size_bytes or 0) / (first.objects or 1),
        copied_share=median(row.figures["copied_bytes"] / max(1, row.figures["bytes_in"]) for row in ordered),
        driver_per_s=median(row.figures["driver_per_s"] for row in ordered),
        driver_share=median(row.figures["driver_cpu_ns"] / row.wall_ns[0] for row in ordered),
        peak_bytes=max(peaks, default=None),
        retained_bytes=max(row.figures["retained_bytes"] for row in ordered),
        updated_in_place=_counted("updated_in_place", ordered) if first.operation == UPDATE else None,
        allocations=_counted("allocations", ordered),
        allocated_bytes=_counted("allocated_bytes", ordered),
        floor=floor,
        disturbed_forks=sum(row.disturbed for row in ordered),
    )


def _counted(name: str, rows: Sequence[Row]) -> float | None:
    """The median of what those forks counted that count."""
    found = [row.figures[name] for row in rows if name in row.figures]
    return median(found) if found else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def _phases(rows: Sequence[Row]) -> dict[str, float]:
    timed = [row.phases for row in rows if row.phases]
    names = list(dict.fromkeys(name for phases in timed for name in phases))
    return {name: median(phases[name]["cpu_ns"] for phases in timed if name in phases) for name in names}


def _latency(rows: Sequence[Row]) -> tuple[Mapping[str, Any], ...]:
    """Of each load the fork with the median p99, so that a curve is one that was measured."""
    by_load: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        for one in row.figures["latency"]:
            by_load.setdefault(one["load"], []).append(one)
    return tuple(
        sorted(found, key=lambda one: one["p99_ns"])[(len(found) - 1) // 2] for found in by_load.values()
    )
