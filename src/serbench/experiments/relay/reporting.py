"""How runs of the relay are reported and compared: by the wall time of a message at saturation."""

from typing import Any

from rich.console import Console

from serbench.compare.side import Side, measured_side
from serbench.experiments.relay.execute import EXPERIMENT
from serbench.experiments.relay.report import tables
from serbench.experiments.relay.report.contents import contents_of, modes_in
from serbench.experiments.relay.report.sentences import answers
from serbench.experiments.relay.results import RelayResults, relay_results
from serbench.experiments.reporting import Extras, Reporting
from serbench.record.run_folder import RunFolder
from serbench.report.document import cells_document, results_csv
from serbench.report.table import Table
from serbench.report.terminal import print_failures, print_table, say_all


def _results(folder: RunFolder) -> RelayResults:
    return relay_results(folder.record, folder.rows)


def _document(folder: RunFolder) -> dict[str, Any]:
    return cells_document(EXPERIMENT, folder.name, str(folder.path), _results(folder))


def _show(folder: RunFolder, console: Console, extras: Extras) -> None:
    results = _results(folder)
    _print_tables(results, console, extras)
    print_failures(results.failures, console)
    say_all(answers(results, extras.is_across), console)
    if results.all:
        say_all(tables.legend(results, modes_in(folder.record), extras.is_across), console, "dim")


def _ranking(folder: RunFolder, console: Console, extras: Extras) -> None:
    _print_tables(_results(folder), console, extras)


def _print_tables(results: RelayResults, console: Console, extras: Extras) -> None:
    shown: list[Table] = (
        tables.codec_tables(results)
        if extras.group_by == "codec"
        else tables.mode_tables(results, extras.is_across)
    )
    for table in shown:
        print_table(table, console)
        console.print()


def _csv(folder: RunFolder) -> str:
    return results_csv(_results(folder).all)


def relay_side(folder: RunFolder) -> Side:
    """Every mode as an operation."""
    results = _results(folder)
    return measured_side(
        folder,
        {result.cell: result.time for result in results.rows},
        {(result.codec, result.workload): result.size_bytes for result in results.rows},
        failures=results.failures,
        noise_floor=results.noise_floor,
        clock="wall",
        distinguished_by=_how(folder),
        bounds=frozenset(result.cell for result in results.rows if result.is_bound),
    )


def _how(folder: RunFolder) -> dict[str, str]:
    """How messages were sent: two runs that differ there are not compared without a word."""
    settings = folder.record.get("plan", {}).get("settings", {})
    words = f"{settings.get('route')}, {settings.get('sources')} sources, {settings.get('sinks')} sinks"
    return {"relay": f"{words}, {settings.get('transport')}"}


REPORTING = Reporting(
    document=_document,
    contents=contents_of,
    show=_show,
    csv=_csv,
    side=relay_side,
    ranking=_ranking,
)
