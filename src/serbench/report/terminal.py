"""Tables and sentences for a terminal of 80 columns, readable without colour and in a log that knows only
ASCII."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rich import table as rich
from rich.console import Console
from rich.text import Text

from serbench.record.row import Failure
from serbench.report.table import Cell, Column, Table
from serbench.report.words import failure_text, listed

_ANY_WIDTH = 10_000
_STYLES = {"reference": "dim", "group": "italic"}
_INTERVAL = re.compile(r" (?:±|−|once)\S*$")
_VERDICTS = {"better": "green", "worse": "red"}
_ASCII = str.maketrans({"µ": "u", "±": "+-", "–": "-", "−": "-", "○": "o", "×": "x", "÷": "/", "≥": ">="})


def print_table(table: Table, console: Console, gap: int = 2, most_lines: int | None = None) -> None:
    """The table under its title, without the columns for which the terminal is too narrow, and below it
    the names of these columns; columns stand ``gap`` blanks apart. Of ``most_lines`` the others are
    counted."""
    if table.title:
        say(table.title, console, "bold")
    others = len(table.lines[most_lines:]) if most_lines is not None else 0
    table = replace(table, lines=table.lines[:most_lines])
    wide = console.options.update(max_width=_ANY_WIDTH)
    going = sorted((c for c in table.columns if c.goes is not None), key=lambda c: c.goes or 0)
    drawn = _drawn(table, console, gap)
    gone: list[str] = []
    for title in (column.title for column in going):
        if console.measure(drawn, options=wide).maximum <= console.width:
            break
        table = table.without({title})
        gone.append(title)
        drawn = _drawn(table, console, gap)
    if console.measure(drawn, options=wide).maximum > console.width:
        drawn = _drawn(table, console, gap, is_narrow=True)
    console.print(drawn)
    if gone:
        more = "1 more column" if len(gone) == 1 else f"{len(gone)} more columns"
        say(f"{more} in the report and in --json: {listed(gone)}.", console, "dim")
    if without := _without_interval(table):
        say(f"± of {listed(without)}: in the report and in --json.", console, "dim")
    if others:
        say(f"{others} more row{'s' * (others > 1)} in the report and in --csv.", console, "dim")


def _without_interval(table: Table) -> list[str]:
    """The titles of the columns whose intervals a terminal does not show."""
    return [
        column.title
        for at, column in enumerate(table.columns)
        if any(_loses_interval(line.cells[at]) for line in table.lines)
    ]


def _loses_interval(cell: Cell) -> bool:
    return bool(_INTERVAL.search(cell.text) and not _INTERVAL.search(_shown(cell)))


def print_tables(tables: Iterable[Table], console: Console, most_lines: int | None = None) -> None:
    """Each table with an empty line below it."""
    for table in tables:
        print_table(table, console, most_lines=most_lines)
        console.print()


def say(text: str, console: Console, style: str = "", soft_wrap: bool = False) -> None:
    """A line of words, in letters that the terminal has; with ``soft_wrap`` the terminal breaks it."""
    console.print(Text(_readable(text, console), style=style), soft_wrap=soft_wrap)


def say_all(lines: Iterable[str], console: Console, style: str = "") -> None:
    for line in lines:
        say(line, console, style)


def print_failures(failures: Sequence[Failure], console: Console) -> None:
    """One line for each failure."""
    if failures:
        say("Failed:", console, "bold")
    for failure in failures:
        told = f"  {failure_text(failure)}: {failure.outcome}. {failure.detail}"
        say(told, console, soft_wrap=True)


def _drawn(table: Table, console: Console, gap: int, is_narrow: bool = False) -> rich.Table:
    """The table as rich has it. A narrow one breaks the texts that may always be broken."""
    drawn = rich.Table(
        box=None, padding=(0, gap, 0, 0), collapse_padding=True, pad_edge=False, header_style="bold"
    )
    for at, column in enumerate(table.columns):
        title = column.title if column.short is None else column.short
        drawn.add_column(
            Text(_readable(title, console)),
            justify="left" if column.is_text else "right",
            no_wrap=column.unbroken is None,
            overflow="ellipsis" if column.unbroken is None else "fold",
            min_width=_least_width(table, at, column),
            max_width=_longest_word(table, at) if is_narrow and column.unbroken == 0 else None,
        )
    for line in table.lines:
        cells = [
            Text(_readable(_shown(cell), console), style=_VERDICTS.get(cell.verdict, ""))
            for cell in line.cells
        ]
        drawn.add_row(*cells, style=_STYLES.get(line.kind, ""))
    return drawn


def _least_width(table: Table, at: int, column: Column) -> int | None:
    """A name breaks only when it is so long that the numbers would have no place, and what may always be
    broken only between words."""
    if column.unbroken is None:
        return None
    if not column.unbroken:
        return _longest_word(table, at)
    longest = max((len(line.cells[at].text) for line in table.lines if line.kind != "reference"), default=0)
    return min(longest, column.unbroken)


def _longest_word(table: Table, at: int) -> int:
    """The letters of the longest word that a terminal shows in a column."""
    texts = (_shown(line.cells[at]) for line in table.lines)
    return max((len(word) for text in texts for word in text.split()), default=1)


def _shown(cell: Cell) -> str:
    return cell.text if cell.short is None else cell.short


def _readable(text: str, console: Console) -> str:
    has_all = (console.encoding or "").lower().startswith("utf")
    return text if has_all else text.translate(_ASCII)
