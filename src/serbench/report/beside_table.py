"""What stands beside the times of a run, as tables for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from serbench.languages import languages
from serbench.report.beside import BesideRow
from serbench.report.result import Result, counters_of
from serbench.report.rows import Results

_OPERATIONS = ("encode", "decode")
_COMPILING = " and ".join(one.title for one in languages() if one.compiles_while_running)
_LEGEND = (
    "Allocations and instructions are those of one operation. Peak is the resident memory of the process,"
    " with corpus and harness. An executable has its symbols and no shared libraries"
    f" (in {_COMPILING}: its classes)."
    " Lines are those of the codec's page."
)
_Found = Mapping[tuple[str, str, str], Result]


def print_beside(rows: Sequence[BesideRow], results: Results, console: Console) -> None:
    """For each workload a table of what codecs need, and one of their messages after compressors."""
    found = {(r.codec, r.workload, r.operation): r for r in (*results.rows, *results.floors)}
    for workload in dict.fromkeys(row.beside.workload for row in rows):
        of_workload = [row for row in rows if row.beside.workload == workload]
        console.print(Text(f"{workload}: beside time", style="bold"))
        console.print(_needs(of_workload, found))
        console.print(Text(_LEGEND + _counted_by(of_workload, found)), soft_wrap=True)
        console.print()
        if any(row.beside.compressed for row in of_workload):
            console.print(Text(f"{workload}: one message after a compressor", style="bold"))
            console.print(_compressed(of_workload, found))
            console.print()


def _needs(rows: Sequence[BesideRow], found: _Found) -> Table:
    counted = [name for name in _OPERATIONS if any(_instructions(row, name, found) for row in rows)]
    numbers = ["encode\nallocs", "decode\nallocs", "decode\nbytes"]
    numbers += [f"{name}\ninstr." for name in counted]
    table = _table(["codec", *numbers, "peak\nMiB", "executable\nKiB", "build\ns", "page\nlines"])
    for row in rows:
        of = row.beside
        decode = found.get((of.codec, of.workload, "decode"))
        table.add_row(
            of.codec,
            *(_allocations(found.get((of.codec, of.workload, name))) for name in _OPERATIONS),
            _number(decode.allocated_bytes if decode else None),
            *(_instructions(row, name, found) for name in counted),
            _number(row.peak_bytes, 2**20),
            _number(of.executable_bytes, 2**10),
            _number(of.build_ms, 1000),
            str(of.page_lines),
        )
    return table


def _compressed(rows: Sequence[BesideRow], found: _Found) -> Table:
    names = list(dict.fromkeys(c.compressor for row in rows for c in row.beside.compressed))
    numbers = [f"{name}\n{what}" for name in names for what in ("bytes", "µs to", "µs back")]
    table = _table(["codec", "bytes", *numbers])
    for row in rows:
        of = row.beside
        by_name = {compressed.compressor: compressed for compressed in of.compressed}
        cells: list[str] = []
        for name in names:
            one = by_name.get(name)
            cells += [
                _number(one.size_bytes if one else None),
                _number(one.compress_ns if one else None, 1000, decimals=1),
                _number(one.decompress_ns if one else None, 1000, decimals=1),
            ]
        sizes = [found[of.codec, of.workload, name].size_bytes for name in _measured(row, found)]
        table.add_row(of.codec, _number(sizes[0] if sizes else None), *cells)
    return table


def _measured(row: BesideRow, found: _Found) -> list[str]:
    return [name for name in _OPERATIONS if (row.beside.codec, row.beside.workload, name) in found]


def _table(columns: Sequence[str]) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), collapse_padding=True, pad_edge=False, header_style="bold")
    for index, name in enumerate(columns):
        table.add_column(name, justify="right" if index else "left", no_wrap=index > 0, overflow="fold")
    return table


def _allocations(result: Result | None) -> str:
    return _number(result.allocations if result else None)


def _instructions(row: BesideRow, operation: str, found: _Found) -> str:
    result = found.get((row.beside.codec, row.beside.workload, operation))
    return _number(result.instructions if result else None)


def _counted_by(rows: Sequence[BesideRow], found: _Found) -> str:
    results = [
        found.get((row.beside.codec, row.beside.workload, name)) for row in rows for name in _OPERATIONS
    ]
    counters = counters_of(result for result in results if result)
    return f" Instructions were counted by {counters}." if counters else ""


def _number(value: float | None, unit: float = 1, decimals: int = 0) -> str:
    return "" if value is None else f"{value / unit:.{decimals}f}"
