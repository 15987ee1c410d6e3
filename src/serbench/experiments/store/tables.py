"""The results of a run of the store as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from rich.console import Console
from rich.table import Table
from rich.text import Text

from serbench.experiments.store.results import Spread, StoreResult, StoreResults
from serbench.languages import languages

_NS_PER_S = 1_000_000_000
_NS_PER_US = 1_000
_BYTES_PER_MB = 1_000_000
PHASES = ("encode", "copy", "write", "fsync", "read", "decode", "touch", "free")
_FIRST_TO_GO = ("MB/s", "bytes", "free", "touch", "fsync", "copy", "write", "read", "encode", "decode")
_ANY_WIDTH = 10_000
_TITLES = {"write": "Written", "sequential": "Read in order", "random": "Read by number"}


def print_store(results: StoreResults, console: Console) -> None:
    """One table for each way of writing or reading, the fastest codec first, and what they mean."""
    ordered = sorted(results.all, key=group_of)
    for _, group in groupby(ordered, key=group_of):
        _print_group(list(group), console)
    for result, times in speed_ups(results.all):
        what = " ".join(word for word in (result.operation, result.cache, result.level) if word)
        console.print(Text(f"{result.codec} {what}: {times:.2f} times as fast with {result.threads} threads"))
    for failure in results.failures:
        operation = f" {failure.operation}" if failure.operation else ""
        console.print(Text(f"{failure.codec}{operation}: {failure.outcome}: {failure.detail}"))
    for line in legend(results) if results.all else ():
        console.print(Text(line), style="dim")


def _collecting() -> str:
    return " and ".join(language.title for language in languages() if language.collects_garbage)


def legend(results: StoreResults) -> list[str]:
    """What the numbers mean, in words."""
    lines = [
        "Times are wall times of one object: the median of the repetitions, over all phases; I/O is write,"
        " fsync and read, all else is the processor's. mean (sd) is of all objects together.",
        "A floor writes and reads the bytes of the objects without a codec."
        f" free in {_collecting()} is left to the collector.",
    ]
    had = [result for result in results.all if result.state_had is False]
    if had:
        names = ", ".join(sorted({result.cache for result in had}))
        lines.append(
            f"! The page cache was not in the state {names} when these reads began: the file system keeps its"
            " pages, or takes them away."
        )
    if any(result.pin == "parallel" for result in results.all):
        lines.append(
            "In parallel the time is that of the thread that took longest; threads prove what they read"
            " between their blocks, so the disk is shared less than it would be without."
        )
    return lines


def group_of(result: StoreResult) -> tuple[object, ...]:
    """What the results of one table have in common, in the order of the tables."""
    operation = list(_TITLES).index(result.operation)
    return (result.objects, operation, result.count, result.cache, result.pin)


def _print_group(group: Sequence[StoreResult], console: Console) -> None:
    ordered = sorted(group, key=lambda result: result.total.estimate.median)
    console.print(_fitting(ordered, console))
    console.print()


def _fitting(group: Sequence[StoreResult], console: Console) -> Table:
    """The table without the columns for which the terminal is too narrow."""
    columns = _columns(group)
    wide = console.options.update(max_width=_ANY_WIDTH)
    for name in _FIRST_TO_GO:
        if console.measure(_table(group, columns), options=wide).maximum <= console.width:
            break
        columns.pop(name, None)
    return _table(group, columns)


def named(result: StoreResult) -> str:
    """The codec, marked where it is a floor and where the cache was in another state than asked for."""
    return result.codec + (" (floor)" if result.floor else "") + (" !" if result.state_had is False else "")


def _columns(group: Sequence[StoreResult]) -> dict[str, list[str]]:
    """The cells of each column by its title."""
    columns = {"codec": [named(result) for result in group]}
    if group[0].operation != "write":
        columns["level"] = [result.level for result in group]
    columns["us"] = [_us(result.total.estimate.median, result) for result in group]
    columns["I/O us"] = [_us(result.io.estimate.median, result) for result in group]
    for name in PHASES:
        if any(name in result.phases for result in group):
            columns[name] = [
                _us(result.phases[name], result) if name in result.phases else "" for result in group
            ]
    columns["MB/s"] = [f"{_megabytes_per_s(result):.0f}" for result in group]
    columns["mean (sd) s"] = [mean_sd(result.total) for result in group]
    columns["bytes"] = [f"{result.size_bytes / result.count:.0f}" for result in group]
    return columns


def _table(group: Sequence[StoreResult], columns: Mapping[str, Sequence[str]]) -> Table:
    table = Table(title=title_of(group[0]), title_justify="left", box=None, pad_edge=False)
    for name in columns:
        table.add_column(name, justify="left" if name in ("codec", "level") else "right", no_wrap=True)
    for result, *cells in zip(group, *columns.values(), strict=True):
        table.add_row(*cells, style="dim" if result.floor else None)
    return table


def _megabytes_per_s(result: StoreResult) -> float:
    return result.size_bytes / _BYTES_PER_MB / (result.total.estimate.median / _NS_PER_S)


def title_of(result: StoreResult) -> str:
    """What was done with which objects and how: the title of a table."""
    ways = {"free": "on all cores", "core": "on one core", "parallel": f"{result.threads} threads"}
    kept = ", objects kept" if result.keep_objects else ""
    return (
        f"{_TITLES[result.operation]}: {result.count:,} of {result.objects:,} {result.workload} objects,"
        f" {result.cache}, {ways[result.pin]}{kept}"
    )


def mean_sd(spread: Spread) -> str:
    """The mean of the repetitions and their standard deviation in seconds, as the study prints them; times
    below a second, which the study does not have, with a digit or two more."""
    mean_s = spread.mean_ns / _NS_PER_S
    digits = 2 if mean_s >= 1 else 3 if mean_s >= 0.1 else 4
    sd = spread.sd_ns
    beside = "" if sd is None else f" ({sd / _NS_PER_S:.{digits}f})"
    return f"{mean_s:.{digits}f}{beside}"


def _us(total_ns: float, result: StoreResult) -> str:
    return f"{total_ns / result.count / _NS_PER_US:.2f}"


def speed_ups(results: Iterable[StoreResult]) -> list[tuple[StoreResult, float]]:
    """Each parallel result with how many times faster it was than the same on all cores with one thread."""
    free = {_of_codec(result): result for result in results if result.pin == "free"}
    return [
        (result, free[_of_codec(result)].total.estimate.median / result.total.estimate.median)
        for result in results
        if result.pin == "parallel" and _of_codec(result) in free
    ]


def _of_codec(result: StoreResult) -> tuple[object, ...]:
    return (result.codec, result.operation, result.objects, result.cache, result.level)
