"""Shows a run of the store: its document, the study's lines or its tables, and its page."""

from __future__ import annotations

from collections.abc import Callable

import click

from serbench.experiments.store.report import print_store_report, store_document_of
from serbench.experiments.store.study import log_lines, write_result_files
from serbench.record.run_folder import RunFolder
from serbench.report.web.writing import write_html
from serbench.terminal.console import ResultConsole, print_json


def show_store(folder: RunFolder, *, as_json: bool, study_lines: bool, tell: Callable[[str], object]) -> bool:
    """Prints the results and writes the page; whether any cell failed."""
    page = write_html(folder)
    document = store_document_of(folder)
    if study_lines:
        datatype = folder.record.get("root", "")
        paths = write_result_files(folder.rows, datatype, folder.path)
        for line, _ in log_lines(folder.rows, datatype):
            click.echo(line)
        tell(f"{len(paths)} files of results: {folder.path}")
    elif as_json:
        print_json(document)
    else:
        print_store_report(folder, ResultConsole())
        click.echo(f"Measurements: {folder.path}")
        click.echo(f"Report: {page}")
    return bool(document["failures"])
