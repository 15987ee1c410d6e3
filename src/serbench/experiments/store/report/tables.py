"""The results of a run of the store as tables, one for each way of writing or reading, and as those of the
complex-object study with its published ones. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from statistics import mean, median

from serbench.experiments.store import study
from serbench.experiments.store.results import StoreResult, StoreResults
from serbench.pools.study import PINNED, Method, method_name, methods, reference_codec, reference_name
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
from serbench.report.table import (
    RANK,
    Cell,
    Column,
    Line,
    Table,
    number_cell,
    number_columns,
    text_columns,
    text_line,
)
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
_Published = Callable[[Method, str, bool], float | None]


def legend(results: StoreResults, is_across: bool = False) -> list[str]:
    """What the numbers mean, in words."""
    lines = [
        "Times are wall times of one object: the median of the repetitions, over all phases; I/O is write,"
        " fsync and read, processor is all other phases. mean (sd) is of all objects together.",
        "A floor writes and reads the bytes of the objects without a codec."
        f" free in {collecting_languages()} is left to the collector.",
    ]
    lines += rank_words(results.rows, is_across) + certainty_words(results)
    if held_table(results) is not None:
        lines.append(
            "Held bytes: how much more memory the process has once all objects are read, in"
            f" {collecting_languages()} its heap after a collection."
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


def group_table(group: Sequence[StoreResult], is_across: bool = False) -> Table:
    """One way of writing or reading: the libraries in the order of their ranks, then hand-written ones and
    the floors. Without ranks, as few repetitions give none, it has no column for them."""
    phases = [name for name in _PHASES if any(name in result.phases for result in group)]
    is_ranked = has_places(group, is_across)
    columns = [*([RANK] if is_ranked else []), Column("codec", is_text=True)]
    if group[0].operation != "write":
        columns.append(Column("level", is_text=True))
    columns += [_column("µs per object", "us"), _column("I/O µs", "I/O us")]
    columns += [_column(f"{name} µs", name) for name in phases]
    columns += [_column("MB/s"), _column("mean (sd) s"), _column("bytes per object", "bytes")]
    lines = []
    for result in in_order(group, is_across):
        line = _line(result, phases)
        lines.append(with_rank(line, result, is_across) if is_ranked else line)
    return Table(title_of(group[0]), tuple(columns), tuple(lines))


def held_table(results: StoreResults) -> Table | None:
    """What each object of a codec takes in memory, next to its bytes in the file; None where objects were not
    kept."""
    lines = []
    for codec, sizes in sorted(_held_by_codec(results).items(), key=lambda item: item[1]):
        held, encoded = sizes
        ratio = Cell(f"{held / encoded:.2f}", held / encoded)
        lines.append(Line((Cell(codec), number_cell(encoded), number_cell(held), ratio)))
    columns = (*text_columns("codec"), *number_columns("bytes per object", "held bytes", "held ÷ bytes"))
    return Table("Memory of objects that are kept", columns, tuple(lines)) if lines else None


def _held_by_codec(results: StoreResults) -> dict[str, tuple[float, float]]:
    """By codec the bytes of an object in memory and in the file, from its reads of whole objects; those by
    number hold an object as often as it was drawn."""
    found: dict[str, list[StoreResult]] = {}
    for result in results.all:
        if result.held_bytes is not None:
            found.setdefault(result.codec, []).append(result)
    sizes = {}
    for codec, of_codec in found.items():
        scans = [one for one in of_codec if one.operation == "sequential"] or of_codec
        held = median(one.held_bytes_per_object or 0 for one in scans)
        sizes[codec] = (held, scans[0].size_bytes / scans[0].count)
    return sizes


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


def us_per_object(total_ns: float, result: StoreResult) -> float:
    return total_ns / result.count / _NS_PER_US


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
        number_cell(us_per_object(total_ns, result), decimals=2, link=result.link),
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
    return Line(tuple(cells), "reference" if result.is_reference else "")


def _named(result: StoreResult) -> str:
    """The codec, marked where it is a reference and where the cache was not in the requested state."""
    return marked_name(result) + (" !" if result.state_had is False else "")


def study_tables(results: Sequence[StoreResult]) -> list[Table]:
    """Mean (SD) in seconds of the total and of its I/O, pinned (TS=True) and not; then for each of the two
    the ratios to cpp/handcoded and the share of the I/O, ours and the study's."""
    chosen = study.studys_choice(results)
    by_key = {(result.codec, result.operation, result.pin): result for result in chosen}
    return _tables(_codecs(chosen), by_key) if chosen else []


def what_the_study_did(results: Sequence[StoreResult]) -> list[str]:
    """Where its program did less work than ours."""
    known = [methods()[codec] for codec in _codecs(study.studys_choice(results)) if codec in methods()]
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
                f"Times {' '.join(reference_name())}'s, {where}",
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
