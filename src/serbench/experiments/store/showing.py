"""Shows a run of the store: its document, the study's lines or its tables, and its page."""

from __future__ import annotations

from collections.abc import Callable

import click

from serbench.experiments.reporting import show_run, write_page
from serbench.experiments.store.results import store_results
from serbench.experiments.store.study import log_lines, write_result_files
from serbench.record.run_folder import RunFolder


def show_store(folder: RunFolder, *, as_json: bool, study_lines: bool, tell: Callable[[str], object]) -> bool:
    """Prints the results and writes the page; whether any cell failed."""
    if not study_lines:
        return show_run(folder, as_json=as_json)
    write_page(folder)
    datatype = folder.record.get("root", "")
    paths = write_result_files(folder.rows, datatype, folder.path)
    for line, _ in log_lines(folder.rows, datatype):
        click.echo(line)
    tell(f"{len(paths)} files of results: {folder.path}")
    return bool(store_results(folder.record, folder.rows).failures)
