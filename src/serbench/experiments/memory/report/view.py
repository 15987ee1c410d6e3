"""How the results of one workload are written, wherever they are shown: order, units, numbers, words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self

from serbench.engine.twins import noise_sentence
from serbench.experiments.memory.report.integers import integer_words
from serbench.experiments.memory.report.results import MemoryResult, MemoryResults, ranking_operations, sums
from serbench.languages import language_of
from serbench.operations import OPERATION_BY_NAME
from serbench.report.certainty import comparison_words, families_of
from serbench.report.collectors import collector_words
from serbench.report.ranked import ended_mark, mark_words
from serbench.report.standing import WITHIN, Standing, by_language, rankings, standings, what_else_differs
from serbench.report.words import interval_text, interval_words, number, unit_for
from serbench.statistics.comparison import Place
from serbench.statistics.estimate import Estimate
from serbench.statistics.noise import NoiseFloors

MAIN_OPERATIONS = ("encode", "decode", "access-one", "access-all")
WITH_INTERVAL = ("encode", "decode")
# The title of times over whole collections.
WITH_GC = "with GC"


@dataclass(frozen=True, slots=True)
class View:
    """The results of one workload, and how they are written. ``standings`` are those of the libraries;
    ``is_across`` says whether ranks are across languages instead of within each. ``tenth`` is how many
    leaf fields access-tenth reads, and of how many; ``blocks`` says that times are from several.
    ``long_integers`` are those of 64 bits that are no usual numbers of some language, and all."""

    workload: str
    rows: Mapping[tuple[str, str], MemoryResult]
    floors: Mapping[tuple[str, str], MemoryResult]
    totals: Mapping[str, Estimate]
    standings: Mapping[str, Standing]
    unit: str
    unit_ns: float
    noise: NoiseFloors = field(default_factory=dict)
    is_across: bool = False
    tenth: tuple[int, int] | None = None
    blocks: str = ""
    long_integers: tuple[int, int] | None = None

    @classmethod
    def of(cls, results: MemoryResults, workload: str, is_across: bool = False) -> Self:
        rows = results.rows_of(workload)
        floors = [result for result in results.floors if result.workload == workload]
        totals = sums(rows)
        hand_written = {result.codec for result in rows if result.hand_written}
        of_libraries = {codec: total for codec, total in totals.items() if codec not in hand_written}
        unit, unit_ns = _unit_for(result.cpu.median for result in rows or floors)
        return cls(
            workload,
            {(result.codec, result.operation): result for result in rows},
            {(result.codec, result.operation): result for result in floors},
            totals,
            standings(of_libraries, results.noise),
            unit,
            unit_ns,
            results.noise,
            is_across,
            results.tenths.get(workload),
            results.blocks.sentence,
            results.long_integers.get(workload),
        )

    @property
    def title(self) -> str:
        """The title that tells what its times are."""
        return f"{self.unit} of CPU time for one object"

    def codecs(self) -> list[str]:
        """By encode + decode; a codec that lacks one of them comes after those that have both."""

        def order(codec: str) -> tuple[bool, float, str]:
            total = self.totals.get(codec)
            return (total is None, total.median if total else 0.0, codec)

        return sorted({codec for codec, _ in self.rows}, key=order)

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

    @property
    def places(self) -> dict[str, Place]:
        """The place of each library that has one."""
        shown = ((codec, standing.shown(self.is_across)) for codec, standing in self.standings.items())
        return {codec: place for codec, place in shown if place}

    def floor_codecs(self) -> list[str]:
        return sorted({codec for codec, _ in self.floors})

    def operations(self, main: bool) -> list[str]:
        """The operations of the first or of the second table. An operation that codecs have only through
        decoding has no column."""
        results = (*self.rows.values(), *self.floors.values())
        found = {one.operation for one in results if not one.shown_as_decode}
        found |= {one.operation for one in results if one.operation in MAIN_OPERATIONS}
        if main:
            return [operation for operation in MAIN_OPERATIONS if operation in found]
        return [name for name in OPERATION_BY_NAME if name in found and name not in MAIN_OPERATIONS]

    def time(self, estimate: Estimate) -> str:
        return number(estimate.median / self.unit_ns)

    def duration_with_interval(self, estimate: Estimate) -> str:
        return f"{self.time(estimate)} {self.unit} {interval_text(estimate)}"

    def time_with_interval(self, estimate: Estimate) -> str:
        return f"{self.time(estimate)} {interval_text(estimate)}"

    @property
    def sizes(self) -> dict[str, float]:
        return sizes_of(self.rows)


def sizes_of(results: Mapping[tuple[str, str], MemoryResult]) -> dict[str, float]:
    """The mean size in bytes of what each codec writes, as the first of its results has it."""
    sizes: dict[str, float] = {}
    for result in results.values():
        sizes.setdefault(result.codec, result.size_bytes)
    return sizes


def legend(view: View, wide: bool = False) -> list[str]:
    """The sentences that explain the numbers. A wide table has all intervals and no bars."""
    results = [*view.rows.values(), *view.floors.values()]
    forks = sorted({len(result.fork_cpu_ns) for result in results})
    count = str(forks[0]) if len(forks) == 1 else f"{forks[0]} to {forks[-1]}"
    plural = "fork" if forks == [1] else "forks"
    shown = view.operations(main=True)
    lines = [
        f"CPU time of one operation on one object, the median of {count} {plural}; bytes are the mean size."
    ]
    lines += [view.blocks] if view.blocks else []
    if wide or any(operation in WITH_INTERVAL for operation in shown):
        lines.append(interval_words([result.cpu for result in results], "forks"))
    if view.totals and shown:
        summed = " + ".join(ranking_operations([*view.rows.values()]))
        placed = "Rank" if wide else "Rank and bar"
        lines.append(f"{placed}: {summed}; 6–8 means that it may have any place from 6 to 8.")
        if len(by_language(view.libraries)) > 1:
            lines.append(what_else_differs() if view.is_across else WITHIN)
        families = families_of(view.totals, view.standings, view.is_across)
        lines += comparison_words(families, view.noise)
        if len(view.places) < len(view.standings):
            lines.append("A codec with too few forks to be distinguished from any other is not ranked.")
    if view.noise:
        lines.append(noise_sentence(view.noise, view.codecs()))
    if any(result.shown_as_decode and result.operation in shown for result in results):
        lines.append("= means that the codec can only decode, so access costs the same as decode.")
    if any(result.not_read for result in results):
        lines.append(
            "* means that nothing was read: the bytes were only opened, or were there already. Not ranked."
        )
    if view.floors:
        lines.append("A floor is a limit measured in the same run and has no rank.")
    lines += mark_words(view.rows.values())
    lines += _collections(view) + _means(view)
    lines += integer_words(view.workload, view.long_integers, view.codecs())
    others = view.operations(main=False)
    if "access-tenth" in others and view.tenth:
        read, total = view.tenth
        lines.append(f"access-tenth reads {read} of the {total} leaf fields of the schema.")
    of_library = [operation for operation in others if OPERATION_BY_NAME[operation].side == "library"]
    if of_library:
        lines.append(f"On the library's side: {', '.join(of_library)}.")
    return lines


def _collections(view: View) -> list[str]:
    """Which times include the collector's, and what the column says that has it where they do not."""
    results = [one for one in (*view.rows.values(), *view.floors.values()) if not one.shown_as_decode]
    lines = collector_words(
        [(one.codec, one.collections_a_sample) for one in results],
        "Times include the collector's where samples span collections",
    )
    spanned = [one.with_gc_collections for one in results if one.with_gc_collections]
    if spanned:
        lines.append(
            f"{WITH_GC}: the mean of one stretch that spans whole collections, {min(spanned)} or more, in one"
            " fork; empty where nothing is allocated, or so little that it would take more than 2 s."
        )
    return lines


def _means(view: View) -> list[str]:
    """By how much CPU time over all operations exceeds the median at most, in languages with a collector."""
    collected = [
        result
        for (codec, operation), result in view.rows.items()
        if operation in WITH_INTERVAL
        and language_of(codec).collects_garbage
        and result.cpu_mean_ns
        and result.with_gc_ns is None
    ]
    if not collected:
        return []
    most = max(collected, key=lambda result: result.cpu_mean_ns / result.cpu.median)
    share = max(0.0, most.cpu_mean_ns / most.cpu.median - 1)
    return [
        f"The mean over all operations exceeds the median by at most {share:.0%} ({most.codec},"
        f" {most.operation}); rare garbage collections show only there."
    ]


def _unit_for(times_ns: Iterable[float]) -> tuple[str, float]:
    """The unit for the middle one of these times."""
    ordered = sorted(times_ns)
    return unit_for(ordered[len(ordered) // 2] if ordered else 1.0)
