"""The results of a run of the store as tables, one for each way of writing or reading, and as those of the
complex-object study with its published ones. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from statistics import mean

from serbench.engine.twins import noise_sentence
from serbench.experiments.store import study
from serbench.experiments.store.results import StoreResult, StoreResults, sd_of
from serbench.languages import languages
from serbench.report.standing import WITHIN, by_language, rankings, what_else_differs
from serbench.report.table import (
    RANK,
    Cell,
    Column,
    Line,
    Table,
    cell_link,
    number_cell,
    number_columns,
    text_columns,
    text_line,
)
from serbench.report.words import rank_text
from serbench.statistics.estimate import Estimate

_NS_PER_S, _NS_PER_US, _BYTES_PER_MB = 1_000_000_000, 1000, 1_000_000
_PHASES = ("encode", "copy", "write", "fsync", "read", "decode", "touch", "free")
# Of the columns of a terminal that is too narrow.
_FIRST_TO_GO = (
    "MB/s",
    "bytes per object",
    *(f"{name} µs" for name in ("free", "touch", "fsync", "copy", "write", "read", "encode", "decode")),
)
_TITLES = {"write": "Written", "sequential": "Read in order", "random": "Read by number"}
_ByKey = Mapping[tuple[str, str, str], StoreResult]
_TimesOf = Callable[[StoreResult], Estimate]
# What is shown with a published figure, for a codec, an operation and a pin.
_Here = Callable[[str, str, str], str]
_Published = Callable[[study.Method, str, bool], float | None]


def legend(results: StoreResults, is_across: bool = False) -> list[str]:
    """What the numbers mean, in words."""
    collecting = " and ".join(language.title for language in languages() if language.collects_garbage)
    lines = [
        "Times are wall times of one object: the median of the repetitions, over all phases; I/O is write,"
        " fsync and read, processor is all other phases. mean (sd) is of all objects together.",
        "A floor writes and reads the bytes of the objects without a codec."
        f" free in {collecting} is left to the collector.",
    ]
    if any(result.by_hand for result in results.rows):
        lines.append("By hand means code written for this schema, a reference that has no rank.")
    if _is_ranked(results.rows, is_across):
        lines.append("Rank: the places that a codec may have; 6–8 means any from 6 to 8.")
        if len(by_language(result.codec for result in results.rows if not result.by_hand)) > 1:
            lines.append(what_else_differs() if is_across else WITHIN)
    if results.noise_floor is not None:
        lines.append(noise_sentence(results.noise_floor, [twin.codec for twin in results.twins]))
    if results.disturbed:
        lines.append(results.disturbed)
    had = [result for result in results.all if result.state_had is False]
    if had:
        names = ", ".join(sorted({result.cache for result in had}))
        lines.append(
            f"! The page cache was not in the state {names} when these reads began: the file system keeps its"
            " pages, or evicts them."
        )
    if any(result.pin == "parallel" for result in results.all):
        lines.append(
            "In parallel the time is that of the thread that took longest; threads prove what they read"
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


def group_table(group: Sequence[StoreResult], is_across: bool = False) -> Table:
    """One way of writing or reading: the libraries in the order of their ranks, then what is by hand and the
    floors. Without ranks, as few repetitions give none, it has no column for them."""
    phases = [name for name in _PHASES if any(name in result.phases for result in group)]
    is_ranked = _is_ranked(group, is_across)
    columns = [*([RANK] if is_ranked else []), Column("codec", is_text=True)]
    if group[0].operation != "write":
        columns.append(Column("level", is_text=True))
    columns += [_column("µs per object", "us"), _column("I/O µs", "I/O us")]
    columns += [_column(f"{name} µs", name) for name in phases]
    columns += [_column("MB/s"), _column("mean (sd) s"), _column("bytes per object", "bytes")]
    lines = []
    for result in _in_order(group, is_across):
        line = _line(result, phases)
        lines.append(_with_rank(line, result, is_across) if is_ranked else line)
    return Table(title_of(group[0]), tuple(columns), tuple(lines))


def _is_ranked(results: Sequence[StoreResult], is_across: bool) -> bool:
    """Whether any codec has a place among others."""
    places = [result.standing.shown(is_across) for result in results]
    return any(place and place.rank_high > 1 for place in places)


def _in_order(group: Sequence[StoreResult], is_across: bool) -> list[StoreResult]:
    libraries = dict.fromkeys(result.codec for result in group if not (result.floor or result.by_hand))
    order = {codec: at for at, of in enumerate(rankings(libraries, is_across).values()) for codec in of}
    return sorted(group, key=lambda result: (result.floor, result.by_hand, order.get(result.codec, 0)))


def _with_rank(line: Line, result: StoreResult, is_across: bool) -> Line:
    if result.floor or result.by_hand:
        return replace(line, cells=(Cell(""), *line.cells))
    place = result.standing.shown(is_across)
    rank = Cell(rank_text(place), place.rank if place else None)
    return replace(line, cells=(rank, *line.cells), kind="first" if place and place.rank == 1 else "")


def title_of(result: StoreResult) -> str:
    """What was done with which objects and how: the title of a table."""
    ways = {"free": "on all cores", "core": "on one core", "parallel": f"{result.threads} threads"}
    kept = ", objects kept" if result.keep_objects else ""
    return (
        f"{_TITLES[result.operation]}: {result.count:,} of {result.objects:,} {result.workload} objects,"
        f" {result.cache}, {ways[result.pin]}{kept}"
    )


def row_name(result: StoreResult) -> str:
    """The codec, and how much of an object it read where it need not read all."""
    return result.codec if result.operation == "write" else f"{result.codec}, {result.level}"


def link_of(result: StoreResult) -> str:
    return cell_link(*result.cell)


def us_per_object(total_ns: float, result: StoreResult) -> float:
    return total_ns / result.count / _NS_PER_US


def mean_sd(times: Estimate) -> str:
    """The mean of the repetitions and their standard deviation in seconds, as the study prints them; times
    below a second, which the study does not have, with a digit or two more."""
    mean_s = mean(times.fork_values) / _NS_PER_S
    digits = 2 if mean_s >= 1 else 3 if mean_s >= 0.1 else 4
    sd = sd_of(times)
    beside = "" if sd is None else f" ({sd / _NS_PER_S:.{digits}f})"
    return f"{mean_s:.{digits}f}{beside}"


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
    """What the results of one table have in common, in the order of the tables."""
    operation = list(_TITLES).index(result.operation)
    return (result.objects, operation, result.count, result.cache, result.pin)


def _column(title: str, short: str | None = None) -> Column:
    goes = _FIRST_TO_GO.index(title) if title in _FIRST_TO_GO else None
    return Column(title, short=short, goes=goes)


def _line(result: StoreResult, phases: Sequence[str]) -> Line:
    total_ns = result.total.median
    cells = [
        Cell(_named(result)),
        *([] if result.operation == "write" else [Cell(result.level)]),
        number_cell(us_per_object(total_ns, result), decimals=2, link=link_of(result)),
        number_cell(us_per_object(result.io.median, result), decimals=2),
    ]
    for name in phases:
        spent = result.phases.get(name)
        cells.append(number_cell(None if spent is None else us_per_object(spent, result), decimals=2))
    cells += [
        number_cell(result.size_bytes / _BYTES_PER_MB / (total_ns / _NS_PER_S)),
        Cell(mean_sd(result.total), mean(result.total.fork_values)),
        number_cell(result.size_bytes / result.count),
    ]
    return Line(tuple(cells), "reference" if result.floor or result.by_hand else "")


def _named(result: StoreResult) -> str:
    """The codec, marked where it is a reference and where the cache was not in the requested state."""
    mark = " (floor)" if result.floor else " (by hand)" if result.by_hand else ""
    return result.codec + mark + (" !" if result.state_had is False else "")


def study_tables(results: Sequence[StoreResult]) -> list[Table]:
    """Mean (SD) in seconds of the total and of its I/O, pinned (TS=True) and not; then for each of the two
    the ratios to cpp/handcoded and the share of the I/O, ours and the study's."""
    chosen = study.studys_choice(results)
    by_key = {(result.codec, result.operation, result.pin): result for result in chosen}
    return _tables(_codecs(chosen), by_key) if chosen else []


def what_the_study_did(results: Sequence[StoreResult]) -> list[str]:
    """Where its program did less work than ours."""
    known = [
        study.methods()[codec] for codec in _codecs(study.studys_choice(results)) if codec in study.methods()
    ]
    return [
        f"The study's {method.language} {method.name} {method.theirs}." for method in known if method.theirs
    ]


def _codecs(results: Sequence[StoreResult]) -> list[str]:
    return list(dict.fromkeys(result.codec for result in results))


def _tables(codecs: Sequence[str], by_key: _ByKey) -> list[Table]:
    def ratio(codec: str, operation: str, pin: str) -> str:
        own, base = by_key.get((codec, operation, pin)), by_key.get((study.reference_codec(), operation, pin))
        return f"{own.ns_per_object / base.ns_per_object:.2f}" if own and base else "-"

    def io_share(codec: str, operation: str, pin: str) -> str:
        own = by_key.get((codec, operation, pin))
        return f"{mean(own.io.fork_values) / mean(own.total.fork_values):.2f}" if own else "-"

    totals = "As the study prints it: mean (sd) in s"
    tables = [
        _means_table(totals, codecs, by_key, lambda result: result.total),
        _means_table(f"{totals}, I/O alone", codecs, by_key, lambda result: result.io),
    ]
    for pin in (pin for pin in study.PINNED if any(of_pin == pin for _, _, of_pin in by_key)):
        where = f"TS={study.PINNED[pin]}: here, and published by the study"
        tables.append(
            _table_beside(
                f"Times {' '.join(study.reference_name())}'s, {where}",
                codecs,
                pin,
                ratio,
                study.published_ratio,
            )
        )
        tables.append(
            _table_beside(f"I/O of the total, {where}", codecs, pin, io_share, study.published_io_share)
        )
    return tables


def _means_table(title: str, codecs: Sequence[str], by_key: _ByKey, times_of: _TimesOf) -> Table:
    ways = [
        (operation, pin)
        for operation in study.OPERATIONS
        for pin in study.PINNED
        if any((codec, operation, pin) in by_key for codec in codecs)
    ]
    titles = []
    for operation, pin in ways:
        of_way = [result for key, result in by_key.items() if key[1:] == (operation, pin)]
        # A run keeps the objects of all its reads, or of none.
        kept = operation != "write" and any(result.keep_objects for result in of_way)
        titles.append(f"{operation}\nTS={study.PINNED[pin]}" + (", kept" if kept else ""))
    lines = []
    for codec in codecs:
        found = [by_key.get((codec, *way)) for way in ways]
        cells = ("-" if result is None else mean_sd(times_of(result)) for result in found)
        lines.append(text_line(study.method_name(codec), *cells))
    return Table(title, (*text_columns("method"), *number_columns(*titles)), tuple(lines))


def _table_beside(title: str, codecs: Sequence[str], pin: str, here: _Here, published: _Published) -> Table:
    titles = [f"{operation}\n{whose}" for operation in study.OPERATIONS for whose in ("here", "published")]
    lines = []
    for codec in codecs:
        method = study.methods().get(codec)
        cells: list[str] = []
        for operation in study.OPERATIONS:
            theirs = None if method is None else published(method, operation, study.PINNED[pin])
            cells += [here(codec, operation, pin), "-" if theirs is None else f"{theirs:.2f}"]
        lines.append(text_line(study.method_name(codec), *cells))
    return Table(title, (*text_columns("method"), *number_columns(*titles)), tuple(lines))
