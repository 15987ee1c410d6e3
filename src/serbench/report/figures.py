"""Figures of an experiment, each declared once as a field or a property of its result: how it follows from
the rows of a cell, and how JSON, CSV, tables and their legends show it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from statistics import median
from typing import Any, TypeVar

from serbench.record.row import Row

_KEY, _SHOWN = "figure", "shown"
FromRows = Callable[[Sequence[Row]], Any]
Named = Callable[[Any], Mapping[str, Any]]
AnyGetter = TypeVar("AnyGetter", bound=Callable[[Any], Any])


@dataclass(frozen=True, slots=True)
class Shown:
    """How tables show a figure, and in ``words`` what legends say of it, which may be nothing.

    A number is divided by ``unit``, and by the figure that ``each`` names. It has ``decimals``, else three
    significant digits, unless ``text`` writes it, ``grouped`` with commas; of an estimate it is the median,
    of which, as of a figure with a ``link``, only those digits are shown that its interval carries.
    ``at_least`` stands before the number of a result that is bound, and ``link`` leads to its measurement.
    ``short`` and ``goes`` are those of the column (serbench.report.table). A figure of several ``parts``
    has a column for each that occurs, in this order if there is one; ``{}`` in titles stands for its name,
    and ``goes`` is by parts.
    """

    title: str
    unit: float = 1
    decimals: int | None = None
    each: str = ""
    words: str = ""
    short: str | None = None
    goes: int | Mapping[str, int] | None = None
    parts: tuple[str, ...] = ()
    text: Callable[[Any], str] | None = None
    at_least: str = ""
    link: bool = False
    is_text: bool = False
    grouped: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """``from_rows`` gives the value from the rows of a cell, in the order of the forks. ``json`` and ``csv``
    give what a JSON row and a line of CSV have of the value, by its names there; None for nothing. ``shown``
    is None where no table has it. A ``parameter`` distinguishes cells of one operation.
    """

    from_rows: FromRows
    json: Named | None
    csv: Named | None
    shown: Shown | None = None
    parameter: bool = False


def figure(
    from_rows: FromRows,
    json: str | Named = "",
    to_json: Callable[[Any], Any] = lambda value: value,
    csv: bool | Named = False,
    shown: Shown | None = None,
) -> Any:
    """The field of a result that has this figure. ``json`` is the name of its value ``to_json``, or gives
    several by their names; ``csv`` is True where CSV has what JSON has."""
    named = json if callable(json) else (lambda value: {json: to_json(value)}) if json else None
    columns = csv if callable(csv) else named if csv else None
    return field(metadata={_KEY: Figure(from_rows, named, columns, shown)})


def parameter(name: str, csv: str = "", shown: Shown | None = None) -> Any:
    """The field of a result that has this parameter of its rows; ``csv`` is its column where that has another
    name."""
    made = Figure(
        lambda rows: rows[0].parameters[name],
        lambda value: {name: value},
        lambda value: {csv or name: value},
        shown,
        parameter=True,
    )
    return field(metadata={_KEY: made})


def shown(how: Shown) -> Callable[[AnyGetter], AnyGetter]:
    """Declares how tables show a property, below ``@property``."""

    def declared(getter: AnyGetter) -> AnyGetter:
        setattr(getter, _SHOWN, how)
        return getter

    return declared


def shown_of(result: type, name: str) -> Shown:
    """How tables show the field or the property of this name."""
    declared = figures_of(result).get(name)
    found = declared.shown if declared else getattr(getattr(result, name).fget, _SHOWN)
    assert isinstance(found, Shown), f"No table can show {name}."
    return found


def figures_of(result: type) -> Mapping[str, Figure]:
    """The figures of a class of results by the names of their fields, in their order."""
    return {each.name: each.metadata[_KEY] for each in fields(result) if _KEY in each.metadata}


def median_of(values: Iterable[float | None]) -> float | None:
    """The median of what is known; None where nothing is."""
    known = [value for value in values if value is not None]
    return median(known) if known else None


def median_column(name: str) -> FromRows:
    """The median of a column over the rows that have it."""
    return lambda rows: median_of(getattr(row, name) for row in rows)


def total_column(name: str) -> FromRows:
    """The sum of a column over the rows that have it; None where none has."""

    return lambda rows: sum(known) if (known := _known(rows, name)) else None


def largest_column(name: str) -> FromRows:
    """The largest value of a column over the rows that have it."""
    return lambda rows: max(_known(rows, name), default=None)


def _known(rows: Sequence[Row], name: str) -> list[Any]:
    return [value for row in rows if (value := getattr(row, name)) is not None]


def median_figure(name: str, missing: float | None = None) -> FromRows:
    """The median of what the rows' experiment counted; ``missing`` stands for rows that did not."""
    return lambda rows: median_of(row.figures.get(name, missing) for row in rows)


def largest_figure(name: str) -> FromRows:
    """The largest of what the rows' experiment counted; 0 where it did not."""
    return lambda rows: max(row.figures.get(name, 0) for row in rows)


def size_of_message(rows: Sequence[Row]) -> float:
    """The mean size of a message in bytes."""
    return (rows[0].size_bytes or 0) / (rows[0].objects or 1)


def disturbed(rows: Sequence[Row]) -> int:
    return sum(row.disturbed for row in rows)


def rounded(decimals: int | None = None) -> Callable[[float | None], Any]:
    """A function that rounds a figure for JSON, where there is one."""
    return lambda value: None if value is None else round(value, decimals)


def rounded_each(values: Mapping[str, float]) -> dict[str, int]:
    """Figures by name, rounded for JSON."""
    return {name: round(value) for name, value in values.items()}
