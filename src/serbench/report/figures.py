"""Figures of an experiment, each declared once as a field of its result: how it follows from the rows of a
cell, and how JSON and CSV show it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from statistics import median
from typing import Any

from serbench.record.row import Row

_KEY = "figure"
FromRows = Callable[[Sequence[Row]], Any]


@dataclass(frozen=True, slots=True)
class Figure:
    """``from_rows`` gives the value from the rows of a cell, in the order of the repetitions. ``json`` is its
    name in the JSON row, empty for none, and ``to_json`` its value there. ``csv`` gives the columns of the
    value by their names; None where CSV has none. A ``parameter`` distinguishes cells of one operation.
    """

    from_rows: FromRows
    json: str
    to_json: Callable[[Any], Any]
    csv: Callable[[Any], Mapping[str, Any]] | None
    parameter: bool = False


def figure(
    from_rows: FromRows,
    json: str = "",
    to_json: Callable[[Any], Any] = lambda value: value,
    csv: bool | Callable[[Any], Mapping[str, Any]] = False,
) -> Any:
    """The field of a result that has this figure; ``csv`` is True where CSV has what JSON has."""
    columns = csv if callable(csv) else (lambda value: {json: to_json(value)}) if csv else None
    return field(metadata={_KEY: Figure(from_rows, json, to_json, columns)})


def parameter(name: str, csv: str = "") -> Any:
    """The field of a result that has this parameter of its rows; ``csv`` is its column where that has another
    name."""

    def columns(value: Any) -> Mapping[str, Any]:
        return {csv or name: value}

    made = Figure(lambda rows: rows[0].parameters[name], name, lambda value: value, columns, parameter=True)
    return field(metadata={_KEY: made})


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


def largest_column(name: str) -> FromRows:
    """The largest value of a column over the rows that have it."""
    return lambda rows: max(
        (value for row in rows if (value := getattr(row, name)) is not None), default=None
    )


def median_figure(name: str, missing: float | None = None) -> FromRows:
    """The median of what the rows' experiment counted; ``missing`` stands for rows that did not."""
    return lambda rows: median_of(row.figures.get(name, missing) for row in rows)


def largest_figure(name: str) -> FromRows:
    """The largest of what the rows' experiment counted; 0 where it did not."""
    return lambda rows: max(row.figures.get(name, 0) for row in rows)


def disturbed(rows: Sequence[Row]) -> int:
    """How many rows were disturbed."""
    return sum(row.disturbed for row in rows)


def rounded(decimals: int | None = None) -> Callable[[float | None], Any]:
    """A function that rounds a figure for JSON, where there is one."""
    return lambda value: None if value is None else round(value, decimals)


def rounded_each(values: Mapping[str, float]) -> dict[str, int]:
    """Figures by name, rounded for JSON."""
    return {name: round(value) for name, value in values.items()}
