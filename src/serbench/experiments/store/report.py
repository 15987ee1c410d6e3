"""A run of the store as a document and as tables."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from serbench.experiments.store.results import store_document, store_results
from serbench.experiments.store.study_tables import print_study_table
from serbench.experiments.store.tables import print_store
from serbench.record.run_folder import RunFolder

STUDYS_WORKLOAD = "tweet"


def store_document_of(folder: RunFolder) -> dict[str, Any]:
    """The document that ``store --json`` and ``report --json`` print."""
    return store_document(folder.name, str(folder.path), store_results(folder.record, folder.rows))


def print_store_report(folder: RunFolder, console: Console) -> None:
    """Our tables, and the study's where its objects were measured."""
    results = store_results(folder.record, folder.rows)
    print_store(results, console)
    if folder.record["workloads"] == [STUDYS_WORKLOAD]:
        print_study_table(results.all, console)
