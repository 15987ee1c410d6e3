"""The results of a run of the store as tables, one for each way of writing or reading. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from statistics import mean

from serbench.engine.twins import noise_sentence
from serbench.experiments.store.results import StoreResult, StoreResults, sd_of
from serbench.languages import languages
from serbench.report.table import Cell, Column, Line, Table, cell_link, number_cell
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


def legend(results: StoreResults) -> list[str]:
    """What the numbers mean, in words."""
    collecting = " and ".join(language.title for language in languages() if language.collects_garbage)
    lines = [
        "Times are wall times of one object: the median of the repetitions, over all phases; I/O is write,"
        " fsync and read, processor is all other phases. mean (sd) is of all objects together.",
        "A floor writes and reads the bytes of the objects without a codec."
        f" free in {collecting} is left to the collector.",
    ]
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


def group_table(group: Sequence[StoreResult]) -> Table:
    """One way of writing or reading, the fastest codec first."""
    phases = [name for name in _PHASES if any(name in result.phases for result in group)]
    columns = [Column("codec", is_text=True)]
    if group[0].operation != "write":
        columns.append(Column("level", is_text=True))
    columns += [_column("µs per object", "us"), _column("I/O µs", "I/O us")]
    columns += [_column(f"{name} µs", name) for name in phases]
    columns += [_column("MB/s"), _column("mean (sd) s"), _column("bytes per object", "bytes")]
    return Table(title_of(group[0]), tuple(columns), tuple(_line(result, phases) for result in group))


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
    return cell_link(result.codec, result.workload, result.way)


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
    return Line(tuple(cells), "floor" if result.floor else "")


def _named(result: StoreResult) -> str:
    """The codec, marked where it is a floor and where the cache was not in the requested state."""
    return result.codec + (" (floor)" if result.floor else "") + (" !" if result.state_had is False else "")
