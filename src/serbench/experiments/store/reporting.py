"""How runs of the store are reported and compared: by wall times of files, each way of using them
separately."""

from collections.abc import Mapping
from functools import partial

from rich.console import Console

from serbench.compare.side import PUBLISHED, Key, PublishedTable, Side
from serbench.errors import BadInput
from serbench.experiments.reporting import Extras, cells_reporting, cells_side
from serbench.experiments.store import study
from serbench.experiments.store.execute import EXPERIMENT
from serbench.experiments.store.report import tables
from serbench.experiments.store.report.contents import TELLING
from serbench.experiments.store.results import StoreResult, StoreResults
from serbench.pools.disk import disk_words
from serbench.pools.study import PINNED, methods, reference_codec
from serbench.record.run_folder import RunFolder
from serbench.report.terminal import print_tables, say_all
from serbench.statistics.estimate import Estimate

# The study's tables by name, and whether its programs were pinned to one core (its TS), as a pin of ours.
_STUDYS_TABLES: Mapping[str, str] = {"study": "free", "study-pinned": "core"}


def published_tables() -> dict[str, PublishedTable]:
    """The published tables of the complex-object study."""
    only_one = "Compare a run with one table of the study at a time: pinned, or not."
    return {
        table: PublishedTable(partial(_claimed, table), partial(studys_side, pin=pin), only_one)
        for table, pin in _STUDYS_TABLES.items()
    }


def store_side(folder: RunFolder) -> Side:
    """Every way of writing and reading; an operation is ``sequential cold free decode of 100000``."""
    return _side(folder)


def studys_side(folder: RunFolder, pin: str) -> Side:
    """The results the study also has: ``write``, ``sequential`` and ``random`` of whole tweets, none kept.

    Raises BadInput for a run that has none of them.
    """
    results = TELLING.results(folder).rows if folder.record.get("experiment") == "store" else ()
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


def _side(folder: RunFolder, cells: Mapping[Key, StoreResult] | None = None) -> Side:
    facts = {"disk of the store": disk_words(folder.record, EXPERIMENT)}
    return cells_side(TELLING, folder, cells, distinguished_by=facts)


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


def _print_run(folder: RunFolder, console: Console, extras: Extras) -> None:
    """Our tables, and the study's where its objects were measured."""
    TELLING.show(folder, console, extras.is_across)
    if folder.record["workloads"] == [study.STUDYS_WORKLOAD]:
        print_study_tables(TELLING.results(folder), console)


def print_study_tables(results: StoreResults, console: Console) -> None:
    """The study's tables; nothing where nothing in them was measured."""
    found = tables.study_tables(results.all)
    print_tables(found, console)
    if found:
        say_all(tables.what_the_study_did(results.all), console, "dim")
        console.print()


REPORTING = cells_reporting(TELLING, store_side, show=_print_run, published=published_tables)
