"""How runs of torture are reported and compared: by the worst outcome of each class of cases."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console

from serbench.compare.side import Key, Side, measured_side
from serbench.experiments.reporting import Extras, Reporting
from serbench.experiments.torture.execute import EXPERIMENT
from serbench.experiments.torture.judging import OUTCOMES
from serbench.experiments.torture.plan import DEFAULT_CASES
from serbench.experiments.torture.report import tables
from serbench.experiments.torture.report.contents import contents_of
from serbench.experiments.torture.report.sentences import answers, safest
from serbench.experiments.torture.results import TortureResults, torture_results
from serbench.record.run_folder import RunFolder
from serbench.report.document import cells_csv
from serbench.report.terminal import print_failures, print_table, say_all

_CSV_COLUMNS = ("codec", "workload", "cases", *OUTCOMES, "rank")


def _results(folder: RunFolder) -> TortureResults:
    return torture_results(folder.record, folder.rows)


def _document(folder: RunFolder) -> dict[str, Any]:
    results = _results(folder)
    return {
        "run": folder.name,
        "directory": str(folder.path),
        "experiment": EXPERIMENT,
        "rows": [one.to_json() for one in results.rows],
        "failures": [asdict(failure) for failure in results.failures],
    }


def _show(folder: RunFolder, console: Console, extras: Extras) -> None:
    results = _results(folder)
    few = len({one.codec for one in results.rows}) == 1
    for table in (
        *tables.outcome_tables(results, extras.is_across),
        *(tables.short_finding_tables(results, folder.name) if few else ()),
    ):
        print_table(table, console)
        console.print()
    print_failures(results.failures, console)
    say_all(answers(results), console)
    if results.rows:
        say_all(tables.legend(results), console, "dim")


def _ranking(folder: RunFolder, console: Console, extras: Extras) -> None:
    for table in tables.outcome_tables(_results(folder), extras.is_across):
        print_table(table, console)


def _csv(folder: RunFolder) -> str:
    """A line for each codec and workload."""
    rows = (one.to_json() for one in _results(folder).rows)
    return cells_csv(_CSV_COLUMNS, ({**row, **row["outcomes"]} for row in rows))


def _advice(folder: RunFolder, codecs: Sequence[str]) -> str:
    """Of a run with as many cases as usual, whose shares can tell codecs apart."""
    results = _results(folder)
    is_usual = results.cases >= DEFAULT_CASES and not results.sanitizers
    return safest(results, codecs) if is_usual else ""


def torture_side(folder: RunFolder) -> Side:
    """The worst outcome of each class by codec and workload, and how many cases have it; there are no
    times."""
    results = _results(folder)
    return measured_side(
        folder, {}, {}, failures=results.failures, outcomes=_worst_by_class(results), worst_last=OUTCOMES
    )


def _worst_by_class(results: TortureResults) -> dict[Key, str]:
    return {
        (one.codec, one.workload, kind): max(counts, key=OUTCOMES.index)
        for one in results.rows
        for kind, counts in one.by_class.items()
    }


REPORTING = Reporting(
    document=_document,
    contents=contents_of,
    show=_show,
    csv=_csv,
    side=torture_side,
    ranking=_ranking,
    advice=_advice,
)
