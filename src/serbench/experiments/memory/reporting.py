"""How runs in memory are reported and compared."""

from __future__ import annotations

from rich.console import Console

from serbench.experiments.memory.report.beside import beside_rows
from serbench.experiments.memory.report.contents import contents_of
from serbench.experiments.memory.report.document import csv_of, document_of
from serbench.experiments.memory.report.means import means
from serbench.experiments.memory.report.published import published_tables
from serbench.experiments.memory.report.results import groups_in, results_of
from serbench.experiments.memory.report.side import side_of
from serbench.experiments.memory.report.terminal import print_beside, print_means, print_results
from serbench.experiments.reporting import Extras, Reporting
from serbench.record.run_folder import RunFolder
from serbench.report.grid import crossings_in
from serbench.report.grid_table import print_crossing_summary


def print_run(folder: RunFolder, console: Console, extras: Extras) -> None:
    record, results = folder.record, results_of(folder.record, folder.rows)
    print_results(results, console, groups_in(record, extras.group_by))
    if extras.beside:
        print_beside(beside_rows(record, folder.rows), results, console)
    print_means(means(results), console)
    print_crossing_summary(crossings_in(record), console)


REPORTING = Reporting(
    document=document_of,
    contents=contents_of,
    show=print_run,
    csv=csv_of,
    side=side_of,
    published=published_tables,
    has_unnamed_runs=True,
)
