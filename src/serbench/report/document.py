"""The output of ``--json`` and ``--csv`` for a run whose results are cells of their own kind."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from serbench.errors import BadInput
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder
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


def run_document(
    experiment: str, folder: RunFolder, parts: Mapping[str, Any], failures: Iterable[Failure]
) -> dict[str, Any]:
    """The document of a run that has these ``parts``."""
    return {
        "run": folder.name,
        "directory": str(folder.path),
        "experiment": experiment,
        **parts,
        "failures": [asdict(failure) for failure in failures],
    }


def cells_document(experiment: str, folder: RunFolder, results: Results[Any]) -> dict[str, Any]:
    parts: dict[str, Any] = {"noise_floors": noise_json(results.noise), "blocks": results.blocks.number}
    for name in ("rows", "floors", "twins"):
        parts[name] = [result.to_json() for result in getattr(results, name)]
    return run_document(experiment, folder, parts, results.failures)
