"""The one model of a table; terminal, report, Markdown and LaTeX each have a renderer for it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Self
from urllib.parse import quote

from serbench.codecs.naming import language_name
from serbench.report.words import ABSENT
from serbench.statistics.estimate import Estimate
from serbench.terminal.visible import visible


@dataclass(frozen=True, slots=True)
class Column:
    """``short`` is the title where there is little room, in a terminal; None for the same title.

    A column of text may be broken where its longest text has more than ``unbroken`` letters; None for never.
    Of the columns with a number in ``goes`` the least goes first where a terminal is too narrow.
    """

    title: str
    is_text: bool = False
    short: str | None = None
    unbroken: int | None = None
    goes: int | None = None

    @property
    def is_extra(self) -> bool:
        """Whether a phone has no room for it beside the figure that ranks."""
        return self.title == "±" or self.goes is not None or self.title.endswith(("/s", " s", " µs"))


# How dark a field of a matrix is, from a loss to a crash.
GRADES = ("light", "hatched", "dark", "darkest")
# The sign of a dot that has only an upper bound.
BELOW = "below"
RANK = Column("rank", is_text=True, short="")
# The release of what was measured gives way to every figure.
LIBRARY = Column("library", is_text=True, goes=-1)


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell: its text, the number behind it where there is one, and the place of its
    measurement in the report. ``short`` is what a terminal shows, None for the text; ``verdict`` is
    ``better`` or ``worse`` for what a terminal colours, or a grade of a matrix in the report."""

    text: str
    value: float | None = None
    link: str = ""
    short: str | None = None
    verdict: str = ""

    @property
    def is_there(self) -> bool:
        """Whether it says anything but that nothing can be there."""
        return self.text not in ("", ABSENT)


@dataclass(frozen=True, slots=True)
class Dot:
    """The mark of a line on the scale of its table, in the unit of its column, with the interval. ``kind`` is
    the name of a language. ``sign`` is ``range`` of too few forks for an interval, ``once`` of one fork,
    ``unread`` of what read nothing, and ``below`` of what has only an upper bound. ``is_rate``: more is
    better. ``parts`` are those of the value, by their shares."""

    kind: str
    value: float
    low: float
    high: float
    sign: str = ""
    is_rate: bool = False
    parts: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(
        cls, codec: str, value: float, time: Estimate, is_rate: bool = False, unread: bool = False
    ) -> Self:
        """The mark of a codec whose ``value`` in the unit of its column comes from this time."""
        ends = sorted((time.low / time.median, time.high / time.median))
        low, high = sorted(1 / end for end in ends) if is_rate else ends
        few = "once" if len(time.fork_values) == 1 else "range" if time.is_range else ""
        sign = "unread" if unread else few
        return cls(language_name(codec), value, value * low, value * high, sign, is_rate)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table. ``kind`` is ``reference`` for a floor or a hand-written codec,
    ``group`` for the heading of those beneath it, or empty; ``anchor`` names the line's place on the
    report for links, ``group`` the ranking to which it belongs, and ``dot`` draws it there. A ``strip`` has
    several marks, of several languages or settings. The report marks what ``is_disturbed``."""

    cells: tuple[Cell, ...]
    kind: str = ""
    anchor: str = ""
    dot: Dot | None = None
    group: str = ""
    strip: tuple[Dot, ...] = ()
    is_disturbed: bool = False

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(cell.text for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Table:
    """``beside`` is the title of the table that stands beside it on a wide report, which ranks otherwise."""

    title: str
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    beside: str = ""

    @property
    def header(self) -> tuple[str, ...]:
        return tuple(column.title for column in self.columns)

    @property
    def is_matrix(self) -> bool:
        """Whether fields are as dark as what they tell of is bad."""
        return any(cell.verdict in GRADES for line in self.lines for cell in line.cells)

    def without(self, titles: Collection[str]) -> Self:
        kept = [at for at, column in enumerate(self.columns) if column.title not in titles]
        lines = (replace(line, cells=tuple(line.cells[at] for at in kept)) for line in self.lines)
        return replace(self, columns=tuple(self.columns[at] for at in kept), lines=tuple(lines))

    def without_empty(self, *titles: str) -> Self:
        """The table without those columns of these titles that have no text in any line."""
        filled = {
            column.title
            for at, column in enumerate(self.columns)
            if any(line.cells[at].is_there for line in self.lines)
        }
        return self.without({*titles} - filled)

    def without_empty_columns(self) -> Self:
        """Only the columns of text and those in which any line has a text."""
        return self.without_empty(*(column.title for column in self.columns if not column.is_text))


def text_columns(*titles: str) -> list[Column]:
    return [Column(title, is_text=True) for title in titles]


def number_columns(*titles: str) -> list[Column]:
    return [Column(title) for title in titles]


def operation_columns(operations: Iterable[str]) -> list[Column]:
    """A title of two words takes two lines in a terminal, so that the column stays as narrow as its
    numbers."""
    return [Column(name, short=name.replace("-", "-\n")) for name in operations]


def giving_way(columns: Sequence[Column]) -> tuple[Column, ...]:
    """The columns, of which those of numbers go from the last on where a terminal is too narrow; the first of
    them stays."""
    numbers = [at for at, column in enumerate(columns) if not column.is_text][1:]
    return tuple(replace(column, goes=-at) if at in numbers else column for at, column in enumerate(columns))


def text_line(*texts: str, kind: str = "") -> Line:
    """A line of which no cell has more than its text."""
    return Line(tuple(Cell(text) for text in texts), kind)


def number_cell(
    value: float | None, unit: float = 1, decimals: int = 0, link: str = "", short_decimals: int | None = None
) -> Cell:
    if value is None:
        return Cell(ABSENT)
    short = None if short_decimals is None else f"{value / unit:.{short_decimals}f}"
    return Cell(f"{value / unit:.{decimals}f}", value, link, short)


def cell_link(codec: str, workload: str, operation: str) -> str:
    """``#cell/CODEC/WORKLOAD/OPERATION``, each part written as in an address."""
    return f"#cell/{_quoted(codec)}/{_quoted(workload)}/{_quoted(operation)}"


@lru_cache(maxsize=1024)
def _quoted(part: str) -> str:
    """A report links to a few names many times. They are as the report shows them."""
    return quote(visible(part), safe="")
