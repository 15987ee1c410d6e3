"""What a page shows of a run of the store: a table and a picture for each way of writing or reading. Pure."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from serbench.experiments.store.results import StoreResult, StoreResults
from serbench.experiments.store.tables import PHASES, group_of, legend, mean_sd, named, title_of
from serbench.report.cell_link import cell_link
from serbench.report.page_table import Cell, Line, PageTable, number_cell

_NS_PER_US, _NS_PER_S, _BYTES_PER_MB = 1000, 1_000_000_000, 1_000_000
# The levels of a write and of a read that handle all of an object.
_WHOLE = ("", "decode")


@dataclass(frozen=True, slots=True)
class StorePart:
    """``groups`` are the results that stand in one table, the fastest first; ``shown_by`` are the commands
    that show the code of each codec."""

    answers: tuple[str, ...]
    groups: tuple[tuple[StoreResult, ...], ...]
    tables: tuple[PageTable, ...]
    legend: tuple[str, ...]
    shown_by: tuple[str, ...]


def store_part(results: StoreResults, show_options: Sequence[str] = ()) -> StorePart:
    """``show_options`` are what ``./serbench show`` needs beside a codec and a workload."""
    ordered = sorted(results.all, key=group_of)
    groups = [
        tuple(sorted(group, key=lambda result: result.total.estimate.median))
        for _, group in groupby(ordered, key=group_of)
    ]
    # Where there are several numbers of objects, the largest files say most; the tables have all.
    most = max((group[0].objects for group in groups), default=0)
    answers = [sentence for group in groups if group[0].objects == most for sentence in _answer(group)]
    shown = sorted({(result.codec, result.workload) for result in results.rows})
    return StorePart(
        tuple(answers),
        tuple(groups),
        tuple(_table(group) for group in groups),
        tuple(legend(results)),
        tuple(shlex.join(("./serbench", "show", *one, *show_options)) for one in shown),
    )


def row_name(result: StoreResult) -> str:
    """The codec, and how much of an object it read where it need not read all."""
    return result.codec if result.operation == "write" else f"{result.codec}, {result.level}"


def link_of(result: StoreResult) -> str:
    return cell_link(result.codec, result.workload, result.way)


def us_per_object(total_ns: float, result: StoreResult) -> float:
    return total_ns / result.count / _NS_PER_US


def _answer(group: Sequence[StoreResult]) -> list[str]:
    """Who took least for whole objects, and who for less of them; the floor is no codec and stands in the
    table alone."""
    first_of: dict[str, StoreResult] = {}
    for result in group:
        if not result.floor:
            first_of.setdefault(result.level, result)
    if not first_of:
        return []
    whole_first = sorted(first_of.values(), key=lambda result: result.level not in _WHOLE)
    times = [
        f"{row_name(result)} took least, {time_us:.2f} µs an object"
        for result in whole_first
        for time_us in [us_per_object(result.total.estimate.median, result)]
    ]
    return [f"{title_of(group[0])}: {'; '.join(times)}."]


def _table(group: Sequence[StoreResult]) -> PageTable:
    phases = [name for name in PHASES if any(name in result.phases for result in group)]
    texts = ("codec",) if group[0].operation == "write" else ("codec", "level")
    header = (*texts, "µs an object", "I/O µs", *(f"{name} µs" for name in phases))
    header += ("MB/s", "mean (sd) s", "bytes an object")
    lines = [_line(result, phases) for result in group]
    return PageTable(title_of(group[0]), header, tuple(lines), len(texts))


def _line(result: StoreResult, phases: Sequence[str]) -> Line:
    total_ns = result.total.estimate.median
    cells = [
        Cell(named(result)),
        *([] if result.operation == "write" else [Cell(result.level)]),
        number_cell(us_per_object(total_ns, result), decimals=2, link=link_of(result)),
        number_cell(us_per_object(result.io.estimate.median, result), decimals=2),
    ]
    for name in phases:
        spent = result.phases.get(name)
        cells.append(number_cell(None if spent is None else us_per_object(spent, result), decimals=2))
    cells += [
        number_cell(result.size_bytes / _BYTES_PER_MB / (total_ns / _NS_PER_S)),
        Cell(mean_sd(result.total), result.total.mean_ns),
        number_cell(result.size_bytes / result.count),
    ]
    return Line(tuple(cells), "floor" if result.floor else "")
