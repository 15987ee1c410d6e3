"""How runs of the toy are shown and compared."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console

from serbench.compare.side import Side
from serbench.engine.attempts import cells_in
from serbench.experiments.reporting import Extras, Reporting
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder
from serbench.report.page import Contents, Section
from serbench.report.table import Line, Table, number_cell, number_columns, text_columns, text_line
from serbench.report.terminal import print_table
from serbench.statistics.estimate import Estimate

_NS_PER_MS = 1_000_000


def _times(folder: RunFolder) -> Mapping[tuple[str, str, str], Estimate]:
    return {
        of_cell[0].cell: Estimate.of([float(row.wall_ns[0]) for row in of_cell])
        for of_cell in cells_in(folder.rows).whole
    }


def _failures(folder: RunFolder) -> tuple[Failure, ...]:
    return tuple(
        Failure(row.codec, row.workload, row.operation, row.outcome, row.detail)
        for row in cells_in(folder.rows).failed
    )


def _table(folder: RunFolder) -> Table:
    lines = tuple(
        Line((*text_line(codec, workload).cells, number_cell(time.median, _NS_PER_MS, 1)))
        for (codec, workload, _), time in _times(folder).items()
    )
    return Table("Written", (*text_columns("codec", "workload"), *number_columns("ms")), lines)


def _document(folder: RunFolder) -> dict[str, Any]:
    return {
        "run": folder.name,
        "directory": str(folder.path),
        "rows": [{"codec": cell[0], "median_ns": time.median} for cell, time in _times(folder).items()],
        "failures": [failure.detail for failure in _failures(folder)],
    }


def _contents(folder: RunFolder, _: bool) -> Contents:
    section = Section("toy", "toy", "A toy", tables=(_table(folder),))
    return Contents(("The toy was measured.",), (section,), _failures(folder), len(folder.rows))


def _show(folder: RunFolder, console: Console, _: Extras) -> None:
    print_table(_table(folder), console)


def _side(folder: RunFolder) -> Side:
    return Side(folder.name, False, _times(folder), {})


REPORTING = Reporting(_document, _contents, _show, lambda folder: "", _side)
