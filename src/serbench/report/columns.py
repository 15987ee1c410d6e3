"""Tables and legends of results as their figures are declared (serbench.report.figures). Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from typing import Any, Generic

from serbench.languages import title_of
from serbench.report.cells import AnyResult, Result
from serbench.report.figures import Shown, shown_of
from serbench.report.ranked import has_places, in_order, library_cell, marked_name, name_cell
from serbench.report.table import LIBRARY, RANK, Cell, Column, Dot, Line, Table
from serbench.report.words import ABSENT, MOST_DIGITS, digits_of, number, rank_text
from serbench.statistics.estimate import Estimate


@dataclass(frozen=True, slots=True)
class ResultColumn(Generic[AnyResult]):
    """A column of a table of results, with the cell that each of them has in it."""

    column: Column
    cell: Callable[[AnyResult], Cell]


def columns_of(results: Sequence[AnyResult], *names: str) -> list[ResultColumn[AnyResult]]:
    """The columns of the figures of these names; of several parts those that any of the results has."""
    return [column for name in names for column in _columns(results, name, shown_of(type(results[0]), name))]


def column_of(how: Shown, value_of: Callable[[AnyResult], Any]) -> ResultColumn[AnyResult]:
    """The column of what only results of one table have."""
    goes = how.goes if isinstance(how.goes, int) else None
    column = Column(how.title, how.is_text, how.short, goes=goes)
    return ResultColumn(column, lambda one: shown_cell(one, value_of(one), how))


def results_table(
    title: str,
    results: Iterable[AnyResult],
    columns: Sequence[ResultColumn[AnyResult]],
    name_of: Callable[[AnyResult], str] = marked_name,
    named: str = "codec",
) -> Table:
    """A line for each result, in their order, under the name that ``name_of`` gives it, and last its library.
    What none of them has has no column."""
    lines = (
        Line((name_cell(name_of(one)), *(column.cell(one) for column in columns), library_cell(one.library)))
        for one in results
    )
    titles = (Column(named, is_text=True), *(each.column for each in columns), LIBRARY)
    return Table(title, titles, tuple(lines)).without_empty_columns().without_empty(LIBRARY.title)


def ranked_table(
    title: str,
    group: Sequence[AnyResult],
    columns: Sequence[ResultColumn[AnyResult]],
    is_across: bool,
    name_of: Callable[[AnyResult], str] = marked_name,
    named: str = "codec",
    is_ranked: Callable[[AnyResult], bool] = lambda one: True,
) -> Table:
    """The libraries in the order of their ranks, then hand-written ones and the floors. Without ranks, as few
    repetitions give none, it has no column for them."""
    ordered = in_order(group, is_across)
    table = results_table(title, ordered, columns, name_of, named)
    has_ranks = has_places([one for one in group if is_ranked(one)], is_across)
    lines = [
        _ranked_line(line, one, is_across, has_ranks, is_ranked(one))
        for line, one in zip(table.lines, ordered, strict=True)
    ]
    return Table(title, (RANK, *table.columns) if has_ranks else table.columns, tuple(lines))


def _ranked_line(line: Line, one: Result, is_across: bool, has_ranks: bool, is_ranked: bool) -> Line:
    kind = "reference" if one.is_reference else ""
    place = one.standing.shown(is_across) if is_ranked else None
    rank = Cell(rank_text(place), place.rank if place else None)
    # The figure that ranks leads to its measurement.
    value = next((cell.value for cell in line.cells if cell.value and cell.link == one.link), None)
    dot = Dot.of(one.codec, value, one.ranked_by, one.is_rate, one.not_read) if value else None
    dot = replace(dot, parts=one.parts) if dot else None
    group = "" if is_across else title_of(one.codec)
    cells = (rank, *line.cells) if has_ranks else line.cells
    return Line(cells, kind, "", dot, group, is_disturbed=one.is_disturbed)


def words_of(results: Sequence[Result], *names: str) -> list[str]:
    """The legends of the figures of these names, as far as any of the results has them."""
    found = (
        shown_of(type(results[0]), name).words
        for name in names
        if any(getattr(one, name) not in (None, {}) for one in results)
    )
    return [words for words in found if words]


def _columns(results: Sequence[AnyResult], name: str, how: Shown) -> list[ResultColumn[AnyResult]]:
    values = [getattr(one, name) for one in results]
    if not any(isinstance(value, Mapping) for value in values):
        return [column_of(how, attrgetter(name))]
    occurring = dict.fromkeys(part for value in values for part in value)
    parts = [part for part in how.parts if part in occurring] or [*occurring]
    return [ResultColumn(_part_column(how, part), partial(_part_cell, name, part, how)) for part in parts]


def _part_column(how: Shown, part: str) -> Column:
    """A name of two words takes two lines in a terminal."""
    short = (how.short or how.title).format(part).replace("-", "-\n")
    goes = how.goes.get(part) if isinstance(how.goes, Mapping) else how.goes
    return Column(how.title.format(part), short=short, goes=goes)


def _part_cell(name: str, part: str, how: Shown, one: Result) -> Cell:
    return shown_cell(one, getattr(one, name).get(part), how)


def shown_cell(one: Result, value: Any, how: Shown) -> Cell:
    """The cell of a value of a result."""
    if value is None or isinstance(value, str):
        return Cell(value or ABSENT)
    median = value.median if isinstance(value, Estimate) else value
    shown = median / (getattr(one, how.each) if how.each else 1) / how.unit
    estimate = value if isinstance(value, Estimate) else one.ranked_by if how.link else None
    sure = digits_of(estimate) if estimate else MOST_DIGITS
    if how.text:
        text = how.text(value)
    elif how.decimals is None or sure < MOST_DIGITS:
        text = number(shown, sure, how.grouped)
    else:
        text = f"{shown:.{how.decimals}f}"
    return Cell(f"{how.at_least if one.is_bound else ''}{text}", shown, one.link if how.link else "")
