"""Shows a run in memory: its document or its tables, and its page."""

from __future__ import annotations

import click

from serbench.record.run_folder import RunFolder
from serbench.report.beside import beside_rows
from serbench.report.beside_table import print_beside
from serbench.report.document import document_of
from serbench.report.grid_table import print_crossing_summary
from serbench.report.means import means, print_means
from serbench.report.rows import crossings_in, groups_in, results_of
from serbench.report.table import print_results
from serbench.report.web.writing import write_html
from serbench.terminal.console import ResultConsole, print_json


def show_run(folder: RunFolder, *, as_json: bool, group_by: str | None, beside: bool) -> bool:
    """Prints the results and writes the page; whether any cell failed."""
    page = write_html(folder)
    if as_json:
        print_json(document_of(folder))
    else:
        print_run(folder, group_by, beside)
        click.echo(f"Report: {page}")
    return bool(results_of(folder.record, folder.rows).failures)


def print_run(folder: RunFolder, group_by: str | None, beside: bool) -> None:
    """The tables of a run, and where it lies."""
    results, console = results_of(folder.record, folder.rows), ResultConsole()
    print_results(results, console, groups_in(folder.record, group_by))
    if beside:
        print_beside(beside_rows(folder.record, folder.rows), results, console)
    print_means(means(results), console)
    print_crossing_summary(crossings_in(folder.record), console)
    click.echo(f"Measurements: {folder.path}")
