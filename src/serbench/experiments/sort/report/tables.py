"""The results of a run of the sort as tables, one for each way of sorting. Pure."""

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter

from serbench.codecs.naming import language_name
from serbench.experiments.sort.expected import STUDY
from serbench.experiments.sort.plan import MIB
from serbench.experiments.sort.results import TOLERATED, SortResult, SortResults
from serbench.pools.requests import pin_words
from serbench.pools.times import mean_sd
from serbench.report.columns import ResultColumn, column_of, columns_of, ranked_table, words_of
from serbench.report.figures import Shown
from serbench.report.ranked import (
    certainty_words,
    collector_words,
    interval_sentence,
    marked_name,
    rank_words,
)
from serbench.report.table import Column, Table, text_columns, text_line
from serbench.report.words import number

TITLES = {
    "objects": "objects: decoded and encoded when chunks are made and when they are merged",
    "bytes": "bytes: the bytes are moved, with their keys",
    "lazy": "lazy: the bytes are moved, and each comparison reads its keys out of them",
    "raw": "raw: the same bytes with keys from a list",
}
_TIMES = ("total", "interval", "io", "processor")
_REST = ("megabytes_per_s", "chunks", "passes", "decodes", "comparisons", "held_bytes", "of_budget", "phases")


def groups_of(results: SortResults) -> list[tuple[SortResult, ...]]:
    """The results of one table, the fastest first: those of one mode in the same conditions, with the
    floors of these."""
    found: list[tuple[SortResult, ...]] = []
    of_conditions = attrgetter("conditions")
    for _, group in groupby(sorted(results.all, key=of_conditions), key=of_conditions):
        members = sorted(group, key=lambda one: (one.total.median, one.floor))
        modes = {one.mode for one in members if not one.floor}
        for mode in sorted(modes, key=list(TITLES).index) or [""]:
            found.append(tuple(one for one in members if one.floor or one.mode == mode))
    return found


def group_table(group: Sequence[SortResult], is_across: bool = False) -> Table:
    columns = [*columns_of(group, *_TIMES), *_of_floor(group), *columns_of(group, *_REST)]
    one = next((each for each in group if not each.floor), group[0])
    title = f"{TITLES[one.mode]}; {conditions_words(one)}"
    return ranked_table(title, group, columns, is_across, _named)


def all_tables(results: SortResults, is_across: bool = False) -> list[Table]:
    """A table for each way of sorting, and what GNU sort takes."""
    marks = marks_table(results)
    return [*(group_table(group, is_across) for group in groups_of(results)), *([marks] if marks else [])]


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
    lines = [*words_of(results.all, *_TIMES, *_REST), interval_sentence(results)]
    if any(one.floor for one in results.all):
        lines.append(
            "÷ raw: relative to the floor of the language, which sorts the same bytes with keys from a list."
        )
    if any(one.key == STUDY for one in results.all):
        lines.append(
            "The study's key: code points of the text and of the quoted text, and the retweets of the"
            " retweeted tweet. No codec reads it by access, so bytes decodes each object for it."
        )
    lines += collector_words(
        ((one.codec, one.collections) for one in results.all),
        "Collections fell into sorts",
    )
    lines += rank_words(results.rows, is_across) + certainty_words(results, is_across)
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


def conditions_words(result: SortResult) -> str:
    """``50,000 tweet objects in 16 MiB, cold, on all cores``."""
    words = [f"{result.objects:,} {result.workload} objects in {memory_of(result)}", result.cache]
    words.append(pin_words(result.pin, result.threads))
    if result.arrangement != "shuffled":
        words.append(f"input {result.arrangement}")
    if result.key == STUDY:
        words.append("by the study's key")
    if result.distinct:
        words.append(f"{result.distinct:,} distinct keys")
    return ", ".join(words)


def memory_of(result: SortResult) -> str:
    return f"{number(result.memory_bytes / MIB)} MiB"


def _of_floor(group: Sequence[SortResult]) -> list[ResultColumn[SortResult]]:
    """The time relative to the floor of its language, where there is a floor."""
    floors = {language_name(one.codec): one for one in group if one.floor}

    def times(result: SortResult) -> float | None:
        floor = floors.get(language_name(result.codec))
        return result.total.median / floor.total.median if floor else None

    return [column_of(Shown("÷ raw"), times)] if floors else []


def _named(result: SortResult) -> str:
    return marked_name(result) + (" !" if result.exceeds else "")
