"""The combined results of the forks of a run of the relay: pure views over its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, ClassVar

from serbench.engine.blocks import estimate_of
from serbench.experiments.relay.judging import PHASES
from serbench.experiments.relay.plan import FLOOR_MODE, MODES, UPDATE
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
    shown,
    size_of_message,
)
from serbench.statistics.estimate import Estimate

_NS_PER_S = 1_000_000_000
# A driver that by itself has less than this many times a relay's rate, or is busy for more than this share of
# the time, may be what is measured.
LEAST_LEAD, MOST_BUSY = 2.0, 0.9
# Before a rate that the driver limits.
AT_LEAST = "≥"


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


def _tails(rows: Sequence[Row]) -> dict[str, Estimate]:
    found: dict[str, list[tuple[Row, float]]] = {}
    for row in rows:
        for one in row.figures["latency"]:
            found.setdefault(one["load"], []).append((row, one["p99_ns"]))
    return {
        load: estimate_of([row for row, _ in of_load], [p99_ns for _, p99_ns in of_load])
        for load, of_load in found.items()
    }


def _updated_in_place(rows: Sequence[Row]) -> float | None:
    value: float | None = median_figure("updated_in_place")(rows)
    return value if rows[0].operation == UPDATE else None


_CPU = Shown(
    "CPU ns",
    each="objects",
    words="CPU ns: the relay's CPU time of one object; read, decode, route, encode and write are parts of it,"
    " measured separately in blocks of messages.",
)
_PHASES = Shown("{}", each="objects", parts=PHASES, goes={"read": 3, "write": 4, "route": 5, "copy": 6})
_ALLOCATED = Shown(
    "allocated",
    goes=2,
    words="allocations, allocated: blocks of memory that the relay asks for, and their bytes, for each"
    " message, counted by a process that is not timed; a virtual machine counts bytes only.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RelayResult(Result):
    """One cell: a mode of a codec in all forks.

    ``time`` is the wall time of one message at saturation in nanoseconds, ``cpu`` the relay's CPU time of it.
    ``phases`` have the relay's CPU time of each phase for one message, empty where they were not measured;
    ``latency`` a record for each rate, and ``tails`` their p99 over the forks.
    ``size_bytes`` is the mean size of a message, ``driver_per_s`` the
    messages that the driver moves by itself, ``driver_share`` the share of the time at saturation for which
    it was busy. ``updated_in_place`` is the share of the messages that were
    updated in their bytes, None in other modes and where it was not counted. ``allocations`` and
    ``allocated_bytes`` are those of the relay for one message, None where they are not counted.
    """

    is_rate: ClassVar[bool] = True

    mode: str = figure(lambda rows: rows[0].operation, "mode", csv=True)
    route: str = parameter("route")
    sources: int = parameter("sources")
    sinks: int = parameter("sinks")
    transport: str = parameter("transport")
    objects_a_message: float = parameter("objects_a_message")
    time: Estimate = figure(lambda rows: estimate_of(rows, [row.wall_ns[0] / row.n[0] for row in rows]))
    cpu: Estimate = figure(
        lambda rows: estimate_of(rows, [row.cpu_ns[0] / row.n[0] for row in rows]), shown=_CPU
    )
    phases: Mapping[str, float] = figure(_phases, shown=_PHASES)
    latency: tuple[Mapping[str, Any], ...] = figure(
        _latency, "latency", lambda value: [dict(one) for one in value]
    )
    tails: Mapping[str, Estimate] = figure(_tails)
    size_bytes: float = figure(
        size_of_message, "size_bytes", rounded(3), csv=True, shown=Shown("bytes", 1, 0, goes=9)
    )
    copied_share: float = figure(
        lambda rows: median(row.figures["copied_bytes"] / max(1, row.figures["bytes_in"]) for row in rows),
        "copied_bytes_per_byte",
        rounded(3),
    )
    driver_per_s: float = figure(median_figure("driver_per_s"), "driver_per_s", rounded())
    driver_share: float = figure(
        lambda rows: median(row.figures["driver_cpu_ns"] / row.wall_ns[0] for row in rows),
        "driver_busy_share",
        rounded(3),
    )
    peak_bytes: int | None = figure(
        largest_column("peak_bytes"), "peak_bytes", csv=True, shown=Shown("peak MiB", 2**20, 1, goes=1)
    )
    retained_bytes: int | None = figure(largest_figure("retained_bytes"), "retained_bytes", csv=True)
    updated_in_place: float | None = figure(_updated_in_place, "updated_in_place_share", rounded(3))
    allocations: float | None = figure(
        median_figure("allocations"),
        "allocations_per_message",
        rounded(3),
        shown=Shown("allocations", goes=11),
    )
    allocated_bytes: float | None = figure(
        median_figure("allocated_bytes"), "allocated_bytes_per_message", rounded(3), shown=_ALLOCATED
    )
    gc_ns: float | None = figure(median_column("gc_ns"), "gc_ns")
    collections: float | None = figure(median_column("collections"), "collections")
    disturbed_forks: int = figure(disturbed, "disturbed_forks")

    @property
    def way(self) -> str:
        return self.mode

    @property
    def ranked_by(self) -> Estimate:
        return self.time

    @property
    def can_rank(self) -> bool:
        """Whether it uses a codec."""
        return self.mode != FLOOR_MODE

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
        return float(self.objects_a_message)

    @property
    def messages_per_s(self) -> float:
        return _NS_PER_S / self.time.median

    @property
    @shown(
        Shown(
            "objects/s",
            grouped=True,
            at_least=AT_LEAST,
            link=True,
            words="objects/s at saturation, by wall time: the median of the forks.",
        )
    )
    def objects_per_s(self) -> float:
        return self.messages_per_s * self.objects

    @property
    @shown(Shown("MB/s", 1e6, goes=8, at_least=AT_LEAST, link=True, words="MB/s are bytes of messages."))
    def bytes_per_s(self) -> float:
        return self.messages_per_s * self.size_bytes

    def achieved(self, load: str) -> Mapping[str, Any] | None:
        """The latency at a load; None where it was not measured or not achieved."""
        return next((one for one in self.latency if one["load"] == load and one["achieved"]), None)

    def further_json(self) -> dict[str, Any]:
        return {
            **self._rates(),
            "messages_per_s": {
                "median": round(self.messages_per_s, 3),
                "low": round(_NS_PER_S / self.time.high, 3),
                "high": round(_NS_PER_S / self.time.low, 3),
                "level": self.time.rounded_level,
            },
            "phases": {name: round(value / self.objects, 3) for name, value in self.phases.items()},
            "forks": self.measured,
        }

    def to_csv(self) -> dict[str, Any]:
        rates = {**self._rates(), "messages_per_s": round(self.messages_per_s, 3)}
        return {**super(RelayResult, self).to_csv(), **rates}

    def _rates(self) -> dict[str, Any]:
        return {
            "objects_per_s": round(self.objects_per_s, 3),
            "bytes_per_s": round(self.bytes_per_s),
            "cpu_ns_per_object": round(self.cpu.median / self.objects, 3),
            "limited_by_driver": self.is_bound,
        }


RelayResults = Results[RelayResult]


def relay_results(record: Mapping[str, Any], rows: Sequence[Row]) -> RelayResults:
    """The results of a run from its record and its rows."""
    return results_of(record, rows, RelayResult, "forks")
