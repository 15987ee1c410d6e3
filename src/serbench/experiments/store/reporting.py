"""How runs of the store are reported and compared."""

from collections.abc import Callable
from typing import Any

import click
from rich.console import Console

from serbench.errors import BadInput
from serbench.experiments.reporting import Extras, Reporting, show_run, write_page
from serbench.experiments.store.report.contents import contents_of
from serbench.experiments.store.report.side import published_tables, store_side
from serbench.experiments.store.report.tables import (
    group_table,
    groups_of,
    legend,
    speed_ups,
    study_tables,
    what_the_study_did,
)
from serbench.experiments.store.results import StoreResults, store_document, store_results
from serbench.experiments.store.study import STUDYS_WORKLOAD, log_lines, write_result_files
from serbench.record.run_folder import RunFolder
from serbench.report.terminal import print_table, say, say_all


def _document(folder: RunFolder) -> dict[str, Any]:
    """The document that ``store --json`` and ``report --json`` print."""
    return store_document(folder.name, str(folder.path), store_results(folder.record, folder.rows))


def _print_run(folder: RunFolder, console: Console, extras: Extras) -> None:
    """Our tables, and the study's where its objects were measured."""
    results = store_results(folder.record, folder.rows)
    print_store(results, console, extras.is_across)
    if folder.record["workloads"] == [STUDYS_WORKLOAD]:
        print_study_tables(results, console)


def _print_tables(folder: RunFolder, console: Console, extras: Extras) -> None:
    """Only one table for each way of writing or reading."""
    _print_groups(store_results(folder.record, folder.rows), console, extras.is_across)


def _print_groups(results: StoreResults, console: Console, is_across: bool) -> None:
    for group in groups_of(results):
        print_table(group_table(group, is_across), console)
        console.print()


def print_store(results: StoreResults, console: Console, is_across: bool = False) -> None:
    """One table for each way of writing or reading, and what they mean."""
    _print_groups(results, console, is_across)
    for result, times in speed_ups(results.all):
        what = " ".join(word for word in (result.operation, result.cache, result.level) if word)
        say(f"{result.codec} {what}: {times:.2f} times as fast with {result.threads} threads", console)
    for failure in results.failures:
        operation = f" {failure.operation}" if failure.operation else ""
        say(f"{failure.codec}{operation}: {failure.outcome}: {failure.detail}", console)
    say_all(legend(results, is_across) if results.all else (), console, "dim")


def print_study_tables(results: StoreResults, console: Console) -> None:
    """The study's tables; nothing where nothing in them was measured."""
    tables = study_tables(results.all)
    for table in tables:
        print_table(table, console)
        console.print()
    if tables:
        say_all(what_the_study_did(results.all), console, "dim")
        console.print()


def _no_csv(_: RunFolder) -> str:
    raise BadInput("A run of the store has no ranked rows; --samples gives each of its measurements.")


REPORTING = Reporting(
    document=_document,
    contents=contents_of,
    show=_print_run,
    csv=_no_csv,
    side=store_side,
    published=published_tables,
    ranking=_print_tables,
)


def show_store(
    folder: RunFolder, *, as_json: bool, study_lines: bool, tell: Callable[[str], object], extras: Extras
) -> bool:
    """Prints the results and writes the page; whether any cell failed."""
    if not study_lines:
        return show_run(folder, as_json=as_json, extras=extras)
    write_page(folder, is_across=extras.is_across)
    datatype = folder.record.get("root", "")
    paths = write_result_files(folder.rows, datatype, folder.path)
    for line, _ in log_lines(folder.rows, datatype):
        click.echo(line)
    tell(f"{len(paths)} files of results: {folder.path}")
    return bool(store_results(folder.record, folder.rows).failures)
