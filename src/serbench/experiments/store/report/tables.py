"""The results of a run of the store as tables, one for each way of writing or reading, and as those of the
complex-object study with its published ones. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from statistics import mean, median

from serbench.experiments.store import study
from serbench.experiments.store.results import StoreResult, StoreResults
from serbench.pools.requests import pin_words
from serbench.pools.study import PINNED, Method, method_name, methods, reference_codec, reference_name
from serbench.pools.times import mean_sd
from serbench.report.columns import columns_of, ranked_table, results_table, words_of
from serbench.report.ranked import (
    certainty_words,
    collecting_languages,
    collector_words,
    marked_name,
    rank_words,
)
from serbench.report.table import Table, number_columns, text_columns, text_line
from serbench.statistics.estimate import Estimate

_FIGURES = ("ns_per_object", "interval", "io", "phases", "megabytes_per_s", "of_all_objects", "size_bytes")
_HELD = ("size_bytes", "held_bytes_per_object", "held_ratio")
_TITLES = {"write": "Written", "sequential": "Read in order", "random": "Read by id"}
_ByKey = Mapping[tuple[str, str, str], StoreResult]
_TimesOf = Callable[[StoreResult], Estimate]
# What is shown with a published figure, for a codec, an operation and a pin.
_Here = Callable[[str, str, str], str]
_Published = Callable[[Method, str, bool], float | None]


def legend(results: StoreResults, is_across: bool = False) -> list[str]:
    lines = words_of(results.all, *_FIGURES)
    lines.append(
        "A floor writes and reads the bytes of the objects without a codec."
        f" free in {collecting_languages()} is left to the collector."
    )
    lines += collector_words(
        ((one.codec, one.collections) for one in results.all),
        "Collections fell into repetitions, checks included",
    )
    lines += (
        rank_words(results.rows, is_across)
        + certainty_words(results, is_across)
        + words_of(results.all, *_HELD)
    )
    had = [result for result in results.all if result.state_had is False]
    if had:
        names = ", ".join(sorted({result.cache for result in had}))
        lines.append(
            f"! The page cache was not in the state {names} when these reads began: the file system keeps its"
            " pages, or evicts them."
        )
    if any(result.pin == "parallel" for result in results.all):
        lines.append(
            "In parallel the time is that of the thread that took longest; threads check what they read"
            " between their blocks, so they contend for the disk less than they would otherwise."
        )
    return lines


def groups_of(results: StoreResults) -> list[tuple[StoreResult, ...]]:
    """The results of one table, the fastest first."""
    ordered = sorted(results.all, key=_group_of)
    return [
        tuple(sorted(group, key=lambda result: result.total.median))
        for _, group in groupby(ordered, key=_group_of)
    ]


def all_tables(results: StoreResults, is_across: bool = False) -> list[Table]:
    """A table for each way of writing or reading, and one of the memory of objects that were kept."""
    held = held_table(results)
    return [*(group_table(group, is_across) for group in groups_of(results)), *([held] if held else [])]


def group_table(group: Sequence[StoreResult], is_across: bool = False) -> Table:
    level = () if group[0].operation == "write" else ("level",)
    columns = columns_of(group, *level, *_FIGURES)
    return ranked_table(title_of(group[0]), group, columns, is_across, _named)


def held_table(results: StoreResults) -> Table | None:
    """The table of the memory that each object of a codec takes, next to its bytes in the file.
    None where objects were not kept."""
    held = sorted(_held_of_each(results.all), key=lambda one: one.held_bytes_per_object or 0)
    if not held:
        return None
    return results_table(
        "Memory of objects that are kept", held, columns_of(held, *_HELD), lambda one: one.codec
    )


def _held_of_each(results: Sequence[StoreResult]) -> list[StoreResult]:
    """A read of each codec with the median memory of its reads of whole objects; those by number hold an
    object as often as it was drawn."""
    found: dict[str, list[StoreResult]] = {}
    for one in results:
        if one.held_bytes is not None:
            found.setdefault(one.codec, []).append(one)
    reads = [[one for one in of if one.operation == "sequential"] or of for of in found.values()]
    held = [median(one.held_bytes_per_object or 0 for one in of) for of in reads]
    return [
        replace(of[0], held_bytes=of_object * of[0].count) for of, of_object in zip(reads, held, strict=True)
    ]


def title_of(result: StoreResult) -> str:
    """The title of a table: what was done with which objects, and how."""
    kept = ", objects kept" if result.keep_objects else ""
    return (
        f"{_TITLES[result.operation]}: {result.count:,} of {result.objects:,} {result.workload} objects,"
        f" {result.cache}, {pin_words(result.pin, result.threads)}{kept}"
    )


def row_name(result: StoreResult) -> str:
    """The codec, and how much of an object it read where it need not read all."""
    return result.codec if result.operation == "write" else f"{result.codec}, {result.level}"


def speed_ups(results: Iterable[StoreResult]) -> list[tuple[StoreResult, float]]:
    """Each parallel result with how many times faster it was than the same on all cores with one thread."""
    free = {_of_codec(result): result for result in results if result.pin == "free"}
    return [
        (result, free[_of_codec(result)].total.median / result.total.median)
        for result in results
        if result.pin == "parallel" and _of_codec(result) in free
    ]


def _of_codec(result: StoreResult) -> tuple[object, ...]:
    return (result.codec, result.operation, result.objects, result.cache, result.level)


def _group_of(result: StoreResult) -> tuple[object, ...]:
    """The key that the results of one table have in common, in the order of the tables."""
    operation = list(_TITLES).index(result.operation)
    return (result.objects, operation, result.count, result.cache, result.pin)


def _named(result: StoreResult) -> str:
    """The codec, marked where it is a reference and where the cache was not in the requested state."""
    return marked_name(result) + (" !" if result.state_had is False else "")


def study_tables(results: Sequence[StoreResult]) -> list[Table]:
    """Mean (SD) in seconds of the total and of its I/O, pinned (TS=True) and not; then for each of the two
    the ratios to cpp/handcoded and the share of the I/O, ours and the study's."""
    chosen = study.studys_choice(results)
    codecs = _codecs(chosen)
    by_key = {(result.codec, result.operation, result.pin): result for result in chosen}

    def ratio(codec: str, operation: str, pin: str) -> str:
        own, base = by_key.get((codec, operation, pin)), by_key.get((reference_codec(), operation, pin))
        return f"{own.ns_per_object / base.ns_per_object:.2f}" if own and base else "-"

    def io_share(codec: str, operation: str, pin: str) -> str:
        own = by_key.get((codec, operation, pin))
        return f"{mean(own.io.fork_values) / mean(own.total.fork_values):.2f}" if own else "-"

    if not chosen:
        return []
    totals = "As the study prints it: mean (sd) in s"
    tables = [
        _means_table(totals, codecs, by_key, lambda result: result.total),
        _means_table(f"{totals}, I/O alone", codecs, by_key, lambda result: result.io),
    ]
    of_reference = f"Times {' '.join(reference_name())}'s"
    for pin in (pin for pin in PINNED if any(result.pin == pin for result in chosen)):
        where = f"TS={PINNED[pin]}: here, and published by the study"
        tables += [
            _table_beside(f"{of_reference}, {where}", codecs, pin, ratio, study.published_ratio),
            _table_beside(f"I/O of the total, {where}", codecs, pin, io_share, study.published_io_share),
        ]
    return tables


def what_the_study_did(results: Sequence[StoreResult]) -> list[str]:
    """Where its program did less work than ours."""
    known = [methods()[codec] for codec in _codecs(study.studys_choice(results)) if codec in methods()]
    return [
        f"The study's {method.language} {method.name} {method.theirs}." for method in known if method.theirs
    ]


def _codecs(results: Sequence[StoreResult]) -> list[str]:
    return list(dict.fromkeys(result.codec for result in results))


def _means_table(title: str, codecs: Sequence[str], by_key: _ByKey, times_of: _TimesOf) -> Table:
    ways = [
        (operation, pin)
        for operation in study.OPERATIONS
        for pin in PINNED
        if any((codec, operation, pin) in by_key for codec in codecs)
    ]
    titles = []
    for operation, pin in ways:
        of_way = [result for key, result in by_key.items() if key[1:] == (operation, pin)]
        # A run keeps the objects of all its reads, or of none.
        kept = operation != "write" and any(result.keep_objects for result in of_way)
        titles.append(f"{operation}\nTS={PINNED[pin]}" + (", kept" if kept else ""))
    lines = []
    for codec in codecs:
        found = [by_key.get((codec, *way)) for way in ways]
        cells = ("-" if result is None else mean_sd(times_of(result)) for result in found)
        lines.append(text_line(method_name(codec), *cells))
    return Table(title, (*text_columns("method"), *number_columns(*titles)), tuple(lines))


def _table_beside(title: str, codecs: Sequence[str], pin: str, here: _Here, published: _Published) -> Table:
    titles = [f"{operation}\n{whose}" for operation in study.OPERATIONS for whose in ("here", "published")]
    lines = []
    for codec in codecs:
        method = methods().get(codec)
        cells: list[str] = []
        for operation in study.OPERATIONS:
            theirs = None if method is None else published(method, operation, PINNED[pin])
            cells += [here(codec, operation, pin), "-" if theirs is None else f"{theirs:.2f}"]
        lines.append(text_line(method_name(codec), *cells))
    return Table(title, (*text_columns("method"), *number_columns(*titles)), tuple(lines))
