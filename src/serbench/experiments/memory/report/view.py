"""How the results of one workload are written, wherever they are shown: order, units, numbers, words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, Self

from serbench.codecs.naming import language_name
from serbench.experiments.memory.report.cell_result import MemoryResult
from serbench.experiments.memory.report.results import MemoryResults
from serbench.experiments.memory.report.sums import ranking_operations, sums
from serbench.languages import title_of
from serbench.operations import FROM_MESSAGES, FROM_OBJECTS, OPERATION_BY_NAME
from serbench.report.libraries import UNKNOWN, Library
from serbench.report.ranked import ended_mark
from serbench.report.standing import UNRANKED, Standing, rankings, standings
from serbench.report.words import ABSENT, FAILED, UNMEASURED, interval_text, listed, number_of, unit_for
from serbench.statistics.comparison import Place
from serbench.statistics.estimate import Estimate
from serbench.statistics.noise import NoiseFloors

MAIN_OPERATIONS = (*FROM_OBJECTS, "access-one", "access-all")
OBJECTS_VIEW, MESSAGES_VIEW = "from your objects", "from its own message"
# The title of the bytes that the first access operation reads.
READS = "access-one reads"
# The title of times over whole collections.
WITH_GC = "with GC"


@dataclass(frozen=True, slots=True)
class View:
    """The results of one workload, and how they are written; ``results`` are those of the run. ``standings``
    are those of the libraries; ``is_across`` says whether ranks are across languages instead of within each.

    ``messages`` is the view of an application whose data are the libraries' own messages: only of codecs with
    such, ranked by serialize and deserialize, in the same unit; None where nothing of that was measured.
    ``name`` tells the two apart, empty where there is one. ``conversions`` are the shares of encode and
    decode that convert between objects and messages. ``missing`` has the glyphs of what was asked for and
    has no time. ``wall_timed`` are the titles of languages whose times are wall times."""

    results: MemoryResults
    workload: str
    rows: Mapping[tuple[str, str], MemoryResult]
    floors: Mapping[tuple[str, str], MemoryResult]
    totals: Mapping[str, Estimate]
    standings: Mapping[str, Standing]
    unit: str
    unit_ns: float
    is_across: bool = False
    name: str = ""
    messages: Self | None = None
    conversions: Mapping[tuple[str, str], float] = field(default_factory=dict)
    missing: Mapping[tuple[str, str], str] = field(default_factory=dict)
    wall_timed: tuple[str, ...] = ()

    @classmethod
    def of(cls, results: MemoryResults, workload: str, is_across: bool = False) -> Self:
        rows = results.rows_of(workload)
        floors = [result for result in results.floors if result.workload == workload]
        wall_timed = {title_of(one.codec) for one in rows if language_name(one.codec) in results.wall_timed}
        unit, unit_ns = _unit_for(result.cpu.median for result in rows or floors)
        found = cls(
            results,
            workload,
            {(result.codec, result.operation): result for result in rows},
            {(result.codec, result.operation): result for result in floors},
            *_ranked(rows, results.noise),
            unit,
            unit_ns,
            is_across,
            conversions={
                (one.codec, one.operation): one.conversion_share
                for one in rows
                if one.conversion_share is not None
            },
            missing={
                (codec, operation): UNMEASURED for codec, of, operation in results.offered if of == workload
            }
            | {
                (of.codec, of.operation): FAILED
                for of in results.failures
                if of.workload == workload and of.operation
            },
            wall_timed=tuple(sorted(wall_timed)),
        )
        messages = found._from_messages()
        return replace(found, name=OBJECTS_VIEW, messages=messages) if messages else found

    def _from_messages(self) -> Self | None:
        """The view of what codecs do with their own messages."""
        own = {key: result for key, result in self.rows.items() if key[1] in FROM_MESSAGES}
        if {operation for _, operation in own} != set(FROM_MESSAGES):
            return None
        totals, found = _ranked([*own.values()], self.results.noise)
        return replace(self, rows=own, floors={}, totals=totals, standings=found, name=MESSAGES_VIEW)

    @property
    def views(self) -> tuple[Self, ...]:
        """This view, and that of messages where it ranks by something else."""
        messages = self.messages
        has_two = messages is not None and messages.ranking_operations != self.ranking_operations
        return (self, messages) if messages is not None and has_two else (self,)

    @property
    def ranking_operations(self) -> tuple[str, ...]:
        return ranking_operations(self.rows.values())

    @property
    def title(self) -> str:
        return f"{self.unit} of {self.clock} for one object"

    @property
    def clock(self) -> str:
        return f"CPU time ({listed(self.wall_timed)}: wall time)" if self.wall_timed else "CPU time"

    def codecs(self) -> list[str]:
        """By encode + decode; a codec that lacks one of them comes after those that have both."""
        times = {codec: total.median for codec, total in self.totals.items()}
        return sorted({codec for codec, _ in self.rows}, key=lambda codec: (times.get(codec, inf), codec))

    @property
    def libraries(self) -> list[str]:
        """The codecs that are ranked, in the order of their ranks: language by language, or across."""
        return [codec for of_ranking in self.rankings.values() for codec in of_ranking]

    @property
    def rankings(self) -> dict[str, list[str]]:
        """The libraries that are ranked with each other: by the title of their language, or under none."""
        hand_written = self.hand_written
        return rankings([codec for codec in self.codecs() if codec not in hand_written], self.is_across)

    @property
    def hand_written(self) -> list[str]:
        """The codecs that are written for the schema, the fastest first."""
        hand_written = {result.codec for result in self.rows.values() if result.hand_written}
        return [codec for codec in self.codecs() if codec in hand_written]

    def name_of(self, codec: str) -> str:
        """A library's codec, marked where its project has ended."""
        ended = next((result.ended for (of, _), result in self.rows.items() if of == codec), "")
        return codec + ended_mark(ended)

    def library_of(self, codec: str) -> Library:
        return next((result.library for (of, _), result in self.rows.items() if of == codec), UNKNOWN)

    @property
    def with_interval(self) -> tuple[str, ...]:
        """The operations of which a terminal has room for the intervals."""
        return FROM_MESSAGES if self.name == MESSAGES_VIEW else FROM_OBJECTS

    @property
    def places(self) -> dict[str, Place]:
        shown = ((codec, standing.shown(self.is_across)) for codec, standing in self.standings.items())
        return {codec: place for codec, place in shown if place}

    def operations(self, main: bool) -> list[str]:
        """The operations of the first or of the second table. An operation that codecs have only through
        decoding has no column."""
        results = (*self.rows.values(), *self.floors.values())
        found = {one.operation for one in results if not one.shown_as_decode}
        found |= {one.operation for one in results if one.operation in MAIN_OPERATIONS}
        own = self.with_interval if self.name == MESSAGES_VIEW else MAIN_OPERATIONS
        if main:
            return [operation for operation in own if operation in found]
        elsewhere = {*own, *(FROM_MESSAGES if self.messages else ())}
        return [name for name in OPERATION_BY_NAME if name in found and name not in elsewhere]

    def why_missing(self, codec: str, operation: str) -> str:
        """The glyph of what has no time: not measured where the codec can do it, else it cannot be."""
        return self.missing.get((codec, operation), ABSENT)

    def time(self, estimate: Estimate) -> str:
        return number_of(estimate, self.unit_ns)

    def time_with_interval(self, estimate: Estimate) -> str:
        return f"{self.time(estimate)} {interval_text(estimate)}"

    @property
    def sizes(self) -> dict[str, float]:
        return sizes_of(self.rows)

    @property
    def reads(self) -> dict[str, float]:
        """How many bytes of a message access-one reads, where that is counted; none if all read all."""
        ones = [result for (_, operation), result in self.rows.items() if operation == "access-one"]
        known = {one.codec: one.read_bytes for one in ones if one.read_bytes is not None}
        sizes = self.sizes
        return known if any(read < sizes[codec] for codec, read in known.items()) else {}


def rankings_json(view: View) -> list[dict[str, Any]]:
    """The time of its ``operations`` that ranks each codec in each view that there is, and the places."""
    return [
        {
            "workload": view.workload,
            "side": OPERATION_BY_NAME[one.ranking_operations[0]].side,
            "operations": list(one.ranking_operations),
            "codec": codec,
            "median_ns": round(one.totals[codec].median, 3),
            "low_ns": round(one.totals[codec].low, 3),
            "high_ns": round(one.totals[codec].high, 3),
            **one.standings.get(codec, UNRANKED).to_json(),
        }
        for one in view.views
        for codec in (*one.libraries, *one.hand_written)
        if codec in one.totals
    ]


def sizes_of(results: Mapping[tuple[str, str], MemoryResult]) -> dict[str, float]:
    """The mean size in bytes of what each codec writes, as the first of its results has it."""
    sizes: dict[str, float] = {}
    for result in results.values():
        sizes.setdefault(result.codec, result.size_bytes)
    return sizes


def _ranked(
    results: Sequence[MemoryResult], noise: NoiseFloors
) -> tuple[dict[str, Estimate], dict[str, Standing]]:
    """The times that rank codecs, and the standings of the libraries among these."""
    totals = sums(results)
    hand_written = {result.codec for result in results if result.hand_written}
    of_libraries = {codec: total for codec, total in totals.items() if codec not in hand_written}
    return totals, standings(of_libraries, noise)


def _unit_for(times_ns: Iterable[float]) -> tuple[str, float]:
    """The unit for the middle one of these times."""
    ordered = sorted(times_ns)
    return unit_for(ordered[len(ordered) // 2] if ordered else 1.0)
