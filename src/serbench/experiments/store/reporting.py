"""How runs of the store are reported and compared."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from serbench.errors import BadInput
from serbench.experiments.reporting import Extras, Reporting
from serbench.experiments.store.report.contents import contents_of
from serbench.experiments.store.report.side import published_tables, store_side
from serbench.experiments.store.report.terminal import print_store, print_study_tables
from serbench.experiments.store.results import store_document, store_results
from serbench.experiments.store.study import STUDYS_WORKLOAD
from serbench.record.run_folder import RunFolder


def store_document_of(folder: RunFolder) -> dict[str, Any]:
    """The document that ``store --json`` and ``report --json`` print."""
    return store_document(folder.name, str(folder.path), store_results(folder.record, folder.rows))


def print_store_report(folder: RunFolder, console: Console, _: Extras | None = None) -> None:
    """Our tables, and the study's where its objects were measured."""
    results = store_results(folder.record, folder.rows)
    print_store(results, console)
    if folder.record["workloads"] == [STUDYS_WORKLOAD]:
        print_study_tables(results, console)


def _no_csv(_: RunFolder) -> str:
    raise BadInput("A run of the store has no ranked rows; --samples gives each of its measurements.")


REPORTING = Reporting(
    document=store_document_of,
    contents=contents_of,
    show=print_store_report,
    csv=_no_csv,
    side=store_side,
    published=published_tables,
)
