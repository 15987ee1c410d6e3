"""Tables of a page before it is written as Markdown, LaTeX or HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a table: its text, the number behind it where there is one, and the place of its
    measurement on the page."""

    text: str
    value: float | None = None
    link: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table. ``kind`` is ``first`` for a codec of rank 1, ``floor``, or empty; ``share`` is the
    codec's part of the slowest one's time, for a bar, where it is ranked."""

    cells: tuple[Cell, ...]
    kind: str = ""
    share: float | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(cell.text for cell in self.cells)


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table; the first ``texts`` columns are text, the others numbers."""

    title: str
    header: tuple[str, ...]
    lines: tuple[Line, ...]
    texts: int

    def without_empty_columns(self) -> PageTable:
        """Only the columns in which any line has a text."""
        kept = [
            column
            for column in range(len(self.header))
            if column < self.texts or any(line.cells[column].text for line in self.lines)
        ]
        lines = [Line(_at(line.cells, kept), line.kind, line.share) for line in self.lines]
        return PageTable(self.title, tuple(self.header[column] for column in kept), tuple(lines), self.texts)


def number_cell(value: float | None, unit: float = 1, decimals: int = 0, link: str = "") -> Cell:
    """A number in a unit of so many; an empty cell where it is not known."""
    return Cell("") if value is None else Cell(f"{value / unit:.{decimals}f}", value, link)


def _at(cells: Sequence[Cell], columns: Sequence[int]) -> tuple[Cell, ...]:
    return tuple(cells[column] for column in columns)
