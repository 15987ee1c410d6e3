"""Results as the tables of the complex-object study, with its published ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import mean

from serbench.experiments.store.report.tables import mean_sd
from serbench.experiments.store.results import StoreResult
from serbench.experiments.store.study import (
    OPERATIONS,
    PINNED,
    Method,
    method_name,
    methods,
    published_io_share,
    published_ratio,
    reference_codec,
    reference_name,
    studys_choice,
)
from serbench.report.table import Table, number_columns, text_columns, text_line
from serbench.statistics.estimate import Estimate

_ByKey = Mapping[tuple[str, str, str], StoreResult]
_TimesOf = Callable[[StoreResult], Estimate]
# What is shown with a published figure, for a codec, an operation and a pin.
_Here = Callable[[str, str, str], str]
_Published = Callable[[Method, str, bool], float | None]


def study_tables(results: Sequence[StoreResult]) -> list[Table]:
    """Mean (SD) in seconds of the total and of its I/O, pinned (TS=True) and not; then for each of the two
    the ratios to cpp/handcoded and the share of the I/O, ours and the study's."""
    chosen = studys_choice(results)
    by_key = {(result.codec, result.operation, result.pin): result for result in chosen}
    return _tables(_codecs(chosen), by_key) if chosen else []


def what_the_study_did(results: Sequence[StoreResult]) -> list[str]:
    """Where its program did less work than ours."""
    known = [methods()[codec] for codec in _codecs(studys_choice(results)) if codec in methods()]
    return [
        f"The study's {method.language} {method.name} {method.theirs}." for method in known if method.theirs
    ]


def _codecs(results: Sequence[StoreResult]) -> list[str]:
    return list(dict.fromkeys(result.codec for result in results))


def _tables(codecs: Sequence[str], by_key: _ByKey) -> list[Table]:
    def ratio(codec: str, operation: str, pin: str) -> str:
        own, base = by_key.get((codec, operation, pin)), by_key.get((reference_codec(), operation, pin))
        return f"{own.ns_per_object / base.ns_per_object:.2f}" if own and base else "-"

    def io_share(codec: str, operation: str, pin: str) -> str:
        own = by_key.get((codec, operation, pin))
        return f"{mean(own.io.fork_values) / mean(own.total.fork_values):.2f}" if own else "-"

    totals = "As the study prints it: mean (sd) in s"
    tables = [
        _means_table(totals, codecs, by_key, lambda result: result.total),
        _means_table(f"{totals}, I/O alone", codecs, by_key, lambda result: result.io),
    ]
    for pin in (pin for pin in PINNED if any(of_pin == pin for _, _, of_pin in by_key)):
        where = f"TS={PINNED[pin]}: here, and published by the study"
        tables.append(
            _table_beside(
                f"Times {' '.join(reference_name())}'s, {where}", codecs, pin, ratio, published_ratio
            )
        )
        tables.append(_table_beside(f"I/O of the total, {where}", codecs, pin, io_share, published_io_share))
    return tables


def _means_table(title: str, codecs: Sequence[str], by_key: _ByKey, times_of: _TimesOf) -> Table:
    ways = [
        (operation, pin)
        for operation in OPERATIONS
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
    titles = [f"{operation}\n{whose}" for operation in OPERATIONS for whose in ("here", "published")]
    lines = []
    for codec in codecs:
        method = methods().get(codec)
        cells: list[str] = []
        for operation in OPERATIONS:
            theirs = None if method is None else published(method, operation, PINNED[pin])
            cells += [here(codec, operation, pin), "-" if theirs is None else f"{theirs:.2f}"]
        lines.append(text_line(method_name(codec), *cells))
    return Table(title, (*text_columns("method"), *number_columns(*titles)), tuple(lines))
