"""The output of ``--json`` and ``--csv`` for a run whose results are cells of their own kind."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from serbench.errors import BadInput
from serbench.report.cells import Result, Results
from serbench.report.csv_text import csv_text
from serbench.statistics.noise import noise_json


def cells_csv(columns: Sequence[str], cells: Iterable[Mapping[str, Any]]) -> str:
    """A line for each cell, with these of its fields."""
    return csv_text([columns, *([cell[name] for name in columns] for cell in cells)])


def results_csv(results: Sequence[Result]) -> str:
    """A line for each result, floors included. Raises BadInput where there are none."""
    lines = [result.to_csv() for result in results]
    require_lines(lines)
    return cells_csv(list(lines[0]), lines)


def require_lines(lines: Sequence[object]) -> None:
    """Raises BadInput where CSV would have nothing."""
    if not lines:
        raise BadInput("The run has no results that CSV could have.")


def cells_document(experiment: str, run: str, directory: str, results: Results[Any]) -> dict[str, Any]:
    return {
        "run": run,
        "directory": directory,
        "experiment": experiment,
        "noise_floors": noise_json(results.noise),
        "blocks": results.blocks.number,
        "rows": [result.to_json() for result in results.rows],
        "floors": [result.to_json() for result in results.floors],
        "twins": [result.to_json() for result in results.twins],
        "failures": [asdict(failure) for failure in results.failures],
    }
