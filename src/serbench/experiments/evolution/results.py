"""The results of a run of evolution: pure views over its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from statistics import median
from typing import Any

from serbench.engine.attempts import cells_in
from serbench.experiments.evolution.changes import BACKWARD, DIRECTIONS, FORWARD, REWRITE
from serbench.experiments.evolution.derived.recorded import DerivedRecord, derived_record
from serbench.experiments.evolution.judging import MISREAD, PRESERVED, SAME
from serbench.record.row import Failure, Row
from serbench.report.figures import size_of_message
from serbench.report.standing import ended_in, hand_written_in
from serbench.statistics.estimate import Estimate

# The parameter of rows that tell what unknown fields cost.
UNKNOWN_FIELDS = "unknown_fields"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a change in one direction with a codec.
    ``written`` is the object that decided. ``message`` is the beginning of its bytes in hexadecimal, empty
    where none was written."""

    codec: str
    change: str
    direction: str
    outcome: str
    detail: str
    way: str
    outcomes: tuple[str, ...]
    written: str
    message: str
    message_bytes: int
    command: tuple[str, ...]
    hand_written: bool = False

    def to_json(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self) if each.name != "hand_written"}


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of decoding an object whose message has ``unknown_fields`` that the codec does not know.
    It is in CPU nanoseconds and in bytes of the message. ``time_ratio`` and ``size_ratio`` are relative to a
    message without unknown fields."""

    codec: str
    unknown_fields: int
    cpu_ns: Estimate
    size_bytes: float
    time_ratio: float
    size_ratio: float
    command: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "codec": self.codec,
            "unknown_fields": self.unknown_fields,
            "cpu_ns": self.cpu_ns.median,
            "cpu_ns_low": self.cpu_ns.low,
            "cpu_ns_high": self.cpu_ns.high,
            "level": self.cpu_ns.rounded_level,
            "size_bytes": self.size_bytes,
            "time_ratio": self.time_ratio,
            "size_ratio": self.size_ratio,
            "command": list(self.command),
        }


@dataclass(frozen=True, slots=True)
class Summary:
    """The counts of one codec over all changes. ``backward`` and ``forward`` are read with the right value,
    ``full`` both; ``kept`` come back from a rewrite; ``misread`` are changes that one of both misreads."""

    codec: str
    changes: int
    backward: int
    forward: int
    full: int
    preserved: int
    misread: int
    hand_written: bool


# Without slots, for its cached properties: a table asks for each of its cells.
@dataclass(frozen=True)
class EvolutionResults:
    """``changes`` are those of the run in their order. ``costs`` are by codec, those whose time grows least
    first, each with its numbers of fields in ascending order. ``ended`` are codecs whose libraries' projects
    have ended, with the month since which. ``derived`` tells of changes that are derived of a user's data."""

    changes: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    failures: tuple[Failure, ...]
    traits: Mapping[str, tuple[str, ...]]
    costs: Mapping[str, Mapping[int, Cost]] = field(default_factory=dict)
    ended: Mapping[str, str] = field(default_factory=dict)
    derived: DerivedRecord | None = None

    @property
    def codecs(self) -> tuple[str, ...]:
        """The codecs, first with the fewest misread changes, then with the most that are read both ways."""
        return tuple(one.codec for one in self.summaries)

    @cached_property
    def summaries(self) -> tuple[Summary, ...]:
        found = map(_summary, self._by_codec.values())
        return tuple(sorted(found, key=lambda one: (one.misread, -one.full, -one.preserved, one.codec)))

    def outcomes_of(self, codec: str) -> tuple[Outcome, ...]:
        return self._by_codec.get(codec, ())

    def of(self, codec: str, change: str) -> Mapping[str, Outcome]:
        """The outcomes of a change by direction."""
        return self._by_change.get((codec, change), {})

    @cached_property
    def _by_codec(self) -> Mapping[str, tuple[Outcome, ...]]:
        found: dict[str, list[Outcome]] = {}
        for one in self.outcomes:
            found.setdefault(one.codec, []).append(one)
        return {codec: tuple(own) for codec, own in found.items()}

    @cached_property
    def _by_change(self) -> Mapping[tuple[str, str], Mapping[str, Outcome]]:
        found: dict[tuple[str, str], dict[str, Outcome]] = {}
        for one in self.outcomes:
            found.setdefault((one.codec, one.change), {})[one.direction] = one
        return found


def evolution_results(record: Mapping[str, Any], rows: Sequence[Row]) -> EvolutionResults:
    hand_written = hand_written_in(record)
    changes = tuple(record["plan"]["changes"])
    cells = cells_in(rows)
    measured = [row for of_cell in cells.whole for row in of_cell]
    of_changes = [row for row in measured if "change" in row.parameters]
    found = sorted(
        (_outcome(row, row.codec in hand_written) for row in of_changes),
        key=lambda one: (one.codec, changes.index(one.change), DIRECTIONS.index(one.direction)),
    )
    traits = {runner["codec"]: tuple(runner.get("traits", ())) for runner in record.get("runners", ())}
    failures = (
        *(Failure(**failure) for failure in record.get("failures", ())),
        *(_failure(row) for row in cells.failed),
    )
    costs = _costs([row for row in measured if UNKNOWN_FIELDS in row.parameters])
    derived = derived_record(record)
    return EvolutionResults(changes, tuple(found), failures, traits, costs, ended_in(record), derived)


def _failure(row: Row) -> Failure:
    fields = row.parameters.get(UNKNOWN_FIELDS)
    detail = row.detail if fields is None else f"With {fields} unknown fields: {row.detail}"
    return Failure(row.codec, row.workload, row.operation, row.outcome, detail)


def _costs(rows: Sequence[Row]) -> dict[str, dict[int, Cost]]:
    """The costs of each codec that has a time without unknown fields."""
    grouped: dict[str, dict[int, list[Row]]] = {}
    for row in sorted(rows, key=lambda row: (row.codec, row.parameters[UNKNOWN_FIELDS])):
        grouped.setdefault(row.codec, {}).setdefault(row.parameters[UNKNOWN_FIELDS], []).append(row)
    found = {
        codec: {number: _cost(number, of_number, of_codec[0]) for number, of_number in of_codec.items()}
        for codec, of_codec in grouped.items()
        if 0 in of_codec
    }
    return dict(sorted(found.items(), key=lambda item: [*item[1].values()][-1].time_ratio))


def _cost(number: int, rows: Sequence[Row], without: Sequence[Row]) -> Cost:
    cpu_ns, size_bytes = _cpu_ns(rows), size_of_message(rows)
    return Cost(
        codec=rows[0].codec,
        unknown_fields=number,
        cpu_ns=cpu_ns,
        size_bytes=size_bytes,
        time_ratio=cpu_ns.median / _cpu_ns(without).median,
        size_ratio=size_bytes / size_of_message(without),
        command=rows[0].command,
    )


def _cpu_ns(rows: Sequence[Row]) -> Estimate:
    """One value a process: the median of its samples."""
    return Estimate.of([median(ns / n for ns, n in zip(row.cpu_ns, row.n, strict=True)) for row in rows])


def _outcome(row: Row, hand_written: bool) -> Outcome:
    figures = row.figures
    return Outcome(
        codec=row.codec,
        change=row.parameters["change"],
        direction=row.operation,
        outcome=figures["outcome"],
        detail=figures["detail"],
        written=figures["written"],
        message=figures.get("message", ""),
        message_bytes=figures.get("message_bytes", 0),
        outcomes=tuple(figures["outcomes"]),
        way=figures.get("way", ""),
        command=row.command,
        hand_written=hand_written,
    )


def _summary(outcomes: Sequence[Outcome]) -> Summary:
    by_change: dict[str, dict[str, str]] = {}
    for one in outcomes:
        by_change.setdefault(one.change, {})[one.direction] = one.outcome

    def count(direction: str, outcome: str) -> int:
        return sum(of_change.get(direction) == outcome for of_change in by_change.values())

    return Summary(
        codec=outcomes[0].codec,
        changes=len(by_change),
        backward=count(BACKWARD, SAME),
        forward=count(FORWARD, SAME),
        full=sum(
            all(of_change.get(direction) == SAME for direction in (BACKWARD, FORWARD))
            for of_change in by_change.values()
        ),
        preserved=count(REWRITE, PRESERVED),
        misread=sum(
            any(of_change.get(direction) == MISREAD for direction in (BACKWARD, FORWARD))
            for of_change in by_change.values()
        ),
        hand_written=outcomes[0].hand_written,
    )
