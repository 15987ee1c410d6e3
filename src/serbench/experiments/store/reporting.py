"""How runs of the store are reported and compared: by wall times of files, each way of using them
separately."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from rich.console import Console

from serbench.compare.side import PUBLISHED, Key, PublishedTable, Side, measured_side
from serbench.errors import BadInput
from serbench.experiments.reporting import Extras, Reporting
from serbench.experiments.store import study
from serbench.experiments.store.execute import EXPERIMENT
from serbench.experiments.store.report import tables
from serbench.experiments.store.report.contents import contents_of
from serbench.experiments.store.results import StoreResult, StoreResults, store_results
from serbench.record.run_folder import RunFolder
from serbench.report.document import cells_document, results_csv
from serbench.report.terminal import print_failures, print_table, say, say_all
from serbench.statistics.estimate import Estimate
from serbench.stores.disk import disk_words
from serbench.stores.study import PINNED, methods, reference_codec

# The study's tables by name, and whether its programs were pinned to one core (its TS), as a pin of ours.
_STUDYS_TABLES: Mapping[str, str] = {"study": "free", "study-pinned": "core"}


def published_tables() -> dict[str, PublishedTable]:
    """Those of the complex-object study."""
    only_one = "Compare a run with one table of the study at a time: pinned, or not."
    return {
        table: PublishedTable(partial(_claimed, table), partial(studys_side, pin=pin), only_one)
        for table, pin in _STUDYS_TABLES.items()
    }


def store_side(folder: RunFolder) -> Side:
    """Every way of writing and reading; an operation is ``sequential cold free decode of 100000``."""
    results = store_results(folder.record, folder.rows)
    return _side(folder, {result.cell: result for result in results.rows})


def studys_side(folder: RunFolder, pin: str) -> Side:
    """What the study also has: ``write``, ``sequential`` and ``random`` of whole tweets, none kept.

    Raises BadInput for a run that has none of them.
    """
    results = (
        store_results(folder.record, folder.rows).rows if folder.record.get("experiment") == "store" else ()
    )
    chosen = {
        (result.codec, result.workload, result.operation): result
        for result in study.studys_choice(results)
        if result.pin == pin
        and result.workload == study.STUDYS_WORKLOAD
        # Memory that objects take is lost to the page cache.
        and (result.operation == "write" or not result.keep_objects)
    }
    if not chosen:
        raise BadInput(
            f"{folder.name} has nothing to compare with the study:"
            f" ./serbench store {study.STUDYS_WORKLOAD} --pin {pin} measures it."
        )
    return _side(folder, chosen)


def _side(folder: RunFolder, results: Mapping[Key, StoreResult]) -> Side:
    return measured_side(
        folder,
        {
            key: Estimate.of([total_ns / result.count for total_ns in result.total.fork_values])
            for key, result in results.items()
        },
        {key[:2]: result.size_bytes / result.count for key, result in results.items()},
        failures=store_results(folder.record, folder.rows).failures,
        clock="wall",
        distinguished_by={"disk of the store": disk_words(folder.record, EXPERIMENT)},
    )


def _claimed(table: str) -> Side:
    """Its mean total times, each in a unit of its own, because they are only compared with each other."""
    pinned = PINNED[_STUDYS_TABLES[table]]
    totals = study.published_totals()
    times = {
        (codec, study.STUDYS_WORKLOAD, operation): Estimate.of([totals[key]])
        for codec, method in methods().items()
        for operation in study.OPERATIONS
        if (key := (method.language, method.name, operation, pinned)) in totals
    }
    where = "pinned to one core" if pinned else "on all cores"
    return Side(
        name=PUBLISHED + table,
        claimed=True,
        times=times,
        sizes={},
        description=f"the complex-object study, files of millions of tweets, {where}",
        reference=reference_codec(),
        less_work={codec: method.theirs for codec, method in methods().items() if method.theirs},
    )


def _document(folder: RunFolder) -> dict[str, Any]:
    """The document that ``store --json`` and ``report --json`` print."""
    return cells_document(
        EXPERIMENT, folder.name, str(folder.path), store_results(folder.record, folder.rows)
    )


def _print_run(folder: RunFolder, console: Console, extras: Extras) -> None:
    """Our tables, and the study's where its objects were measured."""
    results = store_results(folder.record, folder.rows)
    print_store(results, console, extras.is_across)
    if folder.record["workloads"] == [study.STUDYS_WORKLOAD]:
        print_study_tables(results, console)


def _print_tables(folder: RunFolder, console: Console, extras: Extras) -> None:
    """Only one table for each way of writing or reading."""
    _print_groups(store_results(folder.record, folder.rows), console, extras.is_across)


def _print_groups(results: StoreResults, console: Console, is_across: bool) -> None:
    for group in tables.groups_of(results):
        print_table(tables.group_table(group, is_across), console)
        console.print()


def print_store(results: StoreResults, console: Console, is_across: bool = False) -> None:
    """One table for each way of writing or reading, and what they mean."""
    _print_groups(results, console, is_across)
    held = tables.held_table(results)
    if held is not None:
        print_table(held, console)
        console.print()
    for result, times in tables.speed_ups(results.all):
        what = " ".join(word for word in (result.operation, result.cache, result.level) if word)
        say(f"{result.codec} {what}: {times:.2f} times as fast with {result.threads} threads", console)
    print_failures(results.failures, console)
    say_all(tables.legend(results, is_across) if results.all else (), console, "dim")


def print_study_tables(results: StoreResults, console: Console) -> None:
    """The study's tables; nothing where nothing in them was measured."""
    found = tables.study_tables(results.all)
    for table in found:
        print_table(table, console)
        console.print()
    if found:
        say_all(tables.what_the_study_did(results.all), console, "dim")
        console.print()


def _csv(folder: RunFolder) -> str:
    return results_csv(store_results(folder.record, folder.rows).all)


REPORTING = Reporting(
    document=_document,
    contents=contents_of,
    show=_print_run,
    csv=_csv,
    side=store_side,
    published=published_tables,
    ranking=_print_tables,
)
