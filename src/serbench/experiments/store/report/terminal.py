"""The results of a run of the store as tables for a terminal."""

from __future__ import annotations

from rich.console import Console

from serbench.experiments.store.report.study_tables import study_tables, what_the_study_did
from serbench.experiments.store.report.tables import group_table, groups_of, legend, speed_ups
from serbench.experiments.store.results import StoreResults
from serbench.report.terminal import print_table, say, say_all


def print_store(results: StoreResults, console: Console) -> None:
    """One table for each way of writing or reading, and what they mean."""
    for group in groups_of(results):
        print_table(group_table(group), console)
        console.print()
    for result, times in speed_ups(results.all):
        what = " ".join(word for word in (result.operation, result.cache, result.level) if word)
        say(f"{result.codec} {what}: {times:.2f} times as fast with {result.threads} threads", console)
    for failure in results.failures:
        operation = f" {failure.operation}" if failure.operation else ""
        say(f"{failure.codec}{operation}: {failure.outcome}: {failure.detail}", console)
    say_all(legend(results) if results.all else (), console, "dim")


def print_study_tables(results: StoreResults, console: Console) -> None:
    """The study's tables; nothing where nothing in them was measured."""
    tables = study_tables(results.all)
    for table in tables:
        print_table(table, console)
        console.print()
    if tables:
        say_all(what_the_study_did(results.all), console, "dim")
        console.print()
