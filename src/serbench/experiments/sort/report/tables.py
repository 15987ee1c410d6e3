"""The results of a run of the sort as tables, one for each way of sorting. Pure."""

from collections.abc import Sequence
from itertools import groupby

from serbench.experiments.sort.expected import STUDY
from serbench.experiments.sort.judging import PHASES
from serbench.experiments.sort.plan import MIB
from serbench.experiments.sort.results import TOLERATED, SortResult, SortResults
from serbench.pools.times import mean_sd
from serbench.report.ranked import (
    certainty_words,
    collecting_languages,
    has_places,
    in_order,
    marked_name,
    rank_words,
    with_rank,
)
from serbench.report.table import RANK, Cell, Column, Line, Table, number_cell, text_columns, text_line
from serbench.report.words import half_width, number

_NS_PER_S, _NS_PER_US = 1_000_000_000, 1000
TITLES = {
    "objects": "objects: decoded and encoded when chunks are made and when they are merged",
    "bytes": "bytes: the bytes are moved, with their keys",
    "lazy": "lazy: the bytes are moved, and each comparison reads its keys out of them",
    "raw": "raw: the same bytes with keys from a list",
}
# Of the columns of a terminal that is too narrow.
_FIRST_TO_GO = ("comparisons", "passes", "MB/s", "of budget", "decodes", "processor s", "I/O s", "held MiB")


def groups_of(results: SortResults) -> list[tuple[SortResult, ...]]:
    """The results of one table, the fastest first: those of one mode in the same conditions, with the
    floors of these."""
    found: list[tuple[SortResult, ...]] = []
    ordered = sorted(results.all, key=_conditions)
    for _, group in groupby(ordered, key=_conditions):
        members = tuple(group)
        floors = tuple(one for one in members if one.floor)
        modes = list(dict.fromkeys(one.mode for one in members if not one.floor))
        for mode in sorted(modes, key=list(TITLES).index):
            of_mode = [one for one in members if one.mode == mode and not one.floor]
            found.append(tuple(sorted((*of_mode, *floors), key=_time)))
        if not modes:
            found.append(tuple(sorted(floors, key=_time)))
    return found


def group_table(group: Sequence[SortResult], is_across: bool = False) -> Table:
    """One way of sorting: the libraries in the order of their ranks, then hand-written ones and the
    floors."""
    is_ranked = has_places(group, is_across)
    floors = _floors(group)
    names = ["s", "±", "I/O s", "processor s", *(["÷ raw"] if floors else []), "MB/s", "chunks", "passes"]
    names += ["decodes", "comparisons", "held MiB", "of budget"]
    columns = [*([RANK] if is_ranked else []), Column("codec", is_text=True), *map(_column, names)]
    lines = []
    for result in in_order(group, is_across):
        line = _line(result, floors)
        lines.append(with_rank(line, result, is_across) if is_ranked else line)
    return Table(title_of(group), tuple(columns), tuple(lines))


def phases_table(group: Sequence[SortResult], is_across: bool = False) -> Table:
    """How long each phase took, per object."""
    names = [name for name in PHASES if any(name in one.phases for one in group)]
    columns = [Column("codec", is_text=True)]
    columns += [Column(name, short=name.replace("-", "-\n")) for name in (*names, "total")]
    lines = []
    for result in in_order(group, is_across):
        times = [result.phases.get(name) for name in names]
        cells = [number_cell(_us(time, result), decimals=2) for time in times]
        total = number_cell(_us(result.total.median, result), decimals=2, link=result.link)
        lines.append(Line((Cell(marked_name(result)), *cells, total), _kind(result)))
    return Table(f"{title_of(group)}: µs per object by phase", tuple(columns), tuple(lines))


def marks_table(results: SortResults) -> Table | None:
    """GNU sort, apart from what it does not compare with."""
    if not results.marks:
        return None
    lines = [
        text_line(f"the lines of {one.codec}", f"{one.objects:,}", memory_of(one), mean_sd(one.total))
        for one in results.marks
    ]
    columns = (*text_columns("GNU sort of"), Column("objects"), Column("budget"), Column("mean (sd) s"))
    return Table("For reference: GNU sort, one thread", columns, tuple(lines))


def legend(results: SortResults, is_across: bool = False) -> list[str]:
    """What the numbers mean, in words."""
    lines = [
        "s is the wall time of a whole sort: the median of the repetitions, over all phases of the slowest"
        " thread, until the sorted file is on the disk; ± the wider half of its interval. I/O is reading,"
        " writing and fsync, processor all other phases.",
        "÷ raw: relative to the floor of the language, which sorts the same bytes with keys from a list."
        " MB/s are bytes of messages. decodes and comparisons are per object.",
        f"held: the most memory that the process held, in {collecting_languages()} by how much its heap grew,"
        " after collections; of budget: as a share of its budget.",
    ]
    if any(one.key == STUDY for one in results.all):
        lines.append(
            "The study's key: code points of the text and of the quoted text, and the retweets of what is"
            " retweeted. No codec reads it by access, so kept decodes each object for it."
        )
    lines += rank_words(results.rows, is_across) + certainty_words(results)
    if any(one.exceeds for one in results.all):
        lines.append(f"! holds more than {TOLERATED - 1:.0%} beyond its budget.")
    if any(one.state_had is False for one in results.all):
        names = ", ".join(sorted({one.cache for one in results.all if one.state_had is False}))
        lines.append(f"The page cache was not in the state {names} when some of these sorts began.")
    if any(one.pin == "parallel" for one in results.all):
        lines.append("With --pin parallel all threads make and merge chunks; one thread does the last merge.")
    if results.marks:
        lines.append(
            "GNU sort compares lines of a padded key, the number and the message; it decodes nothing."
        )
    elif results.marks_missing:
        lines.append(results.marks_missing)
    return lines


def title_of(group: Sequence[SortResult]) -> str:
    """What was sorted and how: the title of a table."""
    one = next((each for each in group if not each.floor), group[0])
    return f"{TITLES[one.mode]}; {conditions_words(one)}"


def conditions_words(result: SortResult) -> str:
    """``50,000 tweet objects in 16 MiB, cold, on all cores``."""
    ways = {"free": "on all cores", "core": "on one core", "parallel": f"{result.threads} threads"}
    words = [f"{result.objects:,} {result.workload} objects in {memory_of(result)}", result.cache]
    words.append(ways[result.pin])
    if result.arrangement != "shuffled":
        words.append(f"input {result.arrangement}")
    if result.key == STUDY:
        words.append("by the study's key")
    if result.distinct:
        words.append(f"{result.distinct:,} distinct keys")
    return ", ".join(words)


def memory_of(result: SortResult) -> str:
    return f"{number(result.memory_bytes / MIB)} MiB"


def _conditions(result: SortResult) -> tuple[object, ...]:
    return result.conditions


def _time(result: SortResult) -> float:
    return result.total.median


def _column(title: str) -> Column:
    return Column(title, goes=_FIRST_TO_GO.index(title) if title in _FIRST_TO_GO else None)


def _floors(group: Sequence[SortResult]) -> dict[str, SortResult]:
    """The floor of each language."""
    return {one.codec.partition("/")[0]: one for one in group if one.floor}


def _line(result: SortResult, floors: dict[str, SortResult]) -> Line:
    total_s = result.total.median / _NS_PER_S
    cells = [
        Cell(marked_name(result) + (" !" if result.exceeds else "")),
        Cell(number(total_s), total_s, result.link),
        Cell(half_width(result.total)),
        _number(result.io.median / _NS_PER_S),
        _number(result.processor.median / _NS_PER_S),
    ]
    if floors:
        floor = floors.get(result.codec.partition("/")[0])
        cells.append(_number(result.total.median / floor.total.median) if floor else Cell(""))
    cells += [
        number_cell(result.size_bytes / 1e6 / total_s),
        number_cell(result.chunks),
        number_cell(result.passes),
        number_cell(result.decodes / result.objects, decimals=1),
        number_cell(result.comparisons / result.objects, decimals=1),
        number_cell(result.held_bytes, MIB, 1),
        Cell(f"{result.of_budget:.0%}", result.of_budget),
    ]
    return Line(tuple(cells), _kind(result))


def _number(value: float) -> Cell:
    return Cell(number(value), value)


def _kind(result: SortResult) -> str:
    return "reference" if result.is_reference else ""


def _us(time_ns: float | None, result: SortResult) -> float | None:
    return None if time_ns is None else time_ns / result.objects / _NS_PER_US
