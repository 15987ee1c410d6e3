"""The interop grid in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from serbench.proof.interop import Crossing
from serbench.report.grid import MARKS, MEANINGS, FormatGrid, grids_of, notes_of, summary
from serbench.report.table import Column, Table, number_columns, text_columns, text_line
from serbench.report.terminal import print_table, say


def print_grids(crossings: Sequence[Crossing], console: Console) -> None:
    """A matrix for each format, then what the marks mean and every pair that does not work."""
    for grid in grids_of(crossings):
        print_table(_matrix(grid), console, gap=1)
    shown = {crossing.result for crossing in crossings}
    say("; ".join(f"{MARKS[result]} {MEANINGS[result]}" for result in MARKS if result in shown), console)
    for note in notes_of(crossings):
        say(note, console, soft_wrap=True)


def print_crossing_summary(crossings: Sequence[Crossing], console: Console) -> None:
    """The whole grid in one sentence, and every pair that does not work."""
    if crossings:
        say(summary(crossings), console, soft_wrap=True)
    for note in notes_of(crossings):
        say(f"  {note}", console, soft_wrap=True)


def _matrix(grid: FormatGrid) -> Table:
    """Columns are numbered like the rows, so that twenty codecs fit a terminal."""
    numbers = [str(number) for number in range(1, len(grid.codecs) + 1)]
    lines = [
        text_line(number, codec, *(MARKS.get(result, "") for result in results))
        for number, codec, results in zip(numbers, grid.codecs, grid.results, strict=True)
    ]
    columns = (Column(""), *text_columns("codec"), *number_columns(*numbers))
    return Table(f"{grid.format}: the row wrote, the column read", columns, tuple(lines))
