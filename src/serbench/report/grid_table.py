"""The interop grid in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from serbench.proof.interop import Crossing
from serbench.report.grid import MARKS, MEANINGS, FormatGrid, grids_of, notes_of, summary


def print_grids(crossings: Sequence[Crossing], console: Console) -> None:
    """A matrix for each format, then what the marks mean and every pair that does not work."""
    for grid in grids_of(crossings):
        console.print(Text(f"{grid.format}: the row wrote, the column read", style="bold"))
        console.print(_matrix(grid))
    shown = {crossing.result for crossing in crossings}
    console.print(
        Text("; ".join(f"{MARKS[result]} {MEANINGS[result]}" for result in MARKS if result in shown))
    )
    for note in notes_of(crossings):
        console.print(Text(note), soft_wrap=True)


def print_crossing_summary(crossings: Sequence[Crossing], console: Console) -> None:
    """The whole grid in one sentence, and every pair that does not work."""
    if crossings:
        console.print(Text(summary(crossings)), soft_wrap=True)
    for note in notes_of(crossings):
        console.print(Text(f"  {note}"), soft_wrap=True)


def _matrix(grid: FormatGrid) -> Table:
    """Columns are numbered like the rows, so that twenty codecs fit a terminal."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("", justify="right")
    table.add_column("codec", no_wrap=True)
    for number in range(1, len(grid.codecs) + 1):
        table.add_column(str(number), justify="right")
    for number, (codec, results) in enumerate(zip(grid.codecs, grid.results, strict=True), 1):
        table.add_row(str(number), codec, *(MARKS.get(result, "") for result in results))
    return table
