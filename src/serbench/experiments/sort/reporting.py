"""How runs of the sort are reported and compared: by the wall time of a whole sort."""

from typing import Any

from rich.console import Console

from serbench.compare.side import Side, measured_side
from serbench.experiments.reporting import Extras, Reporting
from serbench.experiments.sort.execute import EXPERIMENT
from serbench.experiments.sort.expected import ACCESS
from serbench.experiments.sort.report import tables
from serbench.experiments.sort.report.contents import contents_of
from serbench.experiments.sort.report.sentences import answers
from serbench.experiments.sort.results import SortResults, sort_results
from serbench.pools.disk import disk_words
from serbench.record.run_folder import RunFolder
from serbench.report.document import cells_document, results_csv
from serbench.report.terminal import print_failures, print_table, say_all
from serbench.statistics.estimate import Estimate


def _results(folder: RunFolder) -> SortResults:
    return sort_results(folder.record, folder.rows)


def _document(folder: RunFolder) -> dict[str, Any]:
    results = _results(folder)
    return {
        **cells_document(EXPERIMENT, folder.name, str(folder.path), results),
        "marks": [result.to_json() for result in results.marks],
        "marks_missing": results.marks_missing or None,
    }


def _show(folder: RunFolder, console: Console, extras: Extras) -> None:
    results = _results(folder)
    _print_tables(results, console, extras)
    marks = tables.marks_table(results)
    if marks is not None:
        print_table(marks, console)
        console.print()
    print_failures(results.failures, console)
    say_all(answers(results, extras.is_across), console)
    if results.all:
        say_all(tables.legend(results, extras.is_across), console, "dim")


def _ranking(folder: RunFolder, console: Console, extras: Extras) -> None:
    _print_tables(_results(folder), console, extras)


def _print_tables(results: SortResults, console: Console, extras: Extras) -> None:
    for group in tables.groups_of(results):
        print_table(tables.group_table(group, extras.is_across), console)
        console.print()


def _csv(folder: RunFolder) -> str:
    return results_csv(_results(folder).all)


def sort_side(folder: RunFolder) -> Side:
    """Every way of sorting as an operation, by the time of one object."""
    results = _results(folder)
    return measured_side(
        folder,
        {
            result.cell: Estimate.of([time / result.objects for time in result.total.fork_values])
            for result in results.rows
        },
        {(result.codec, result.workload): result.size_bytes / result.objects for result in results.rows},
        failures=results.failures,
        noise_floor=results.noise_floor,
        clock="wall",
        distinguished_by={"disk of the sort": disk_words(folder.record, EXPERIMENT), "sort": _how(folder)},
    )


def _how(folder: RunFolder) -> str:
    """How objects were sorted: two runs that differ there are not compared without a word."""
    settings = folder.record.get("plan", {}).get("settings", {})
    keys = f"{settings.get('distinct') or 'all'} keys of {settings.get('key', ACCESS)}"
    return f"{settings.get('arrangement')}, {keys}, {settings.get('fan_in')} chunks at once"


REPORTING = Reporting(
    document=_document,
    contents=contents_of,
    show=_show,
    csv=_csv,
    side=sort_side,
    ranking=_ranking,
)
