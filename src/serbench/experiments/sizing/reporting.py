"""How runs of sizes are shown and compared."""

from functools import partial
from typing import Any

from rich.console import Console

from serbench.compare.side import Side, measured_side
from serbench.experiments.reporting import Extras, Reporting
from serbench.experiments.sizing.execute import EXPERIMENT
from serbench.experiments.sizing.report import tables
from serbench.experiments.sizing.report.pictures import pictures
from serbench.experiments.sizing.report.sentences import answers
from serbench.experiments.sizing.results import SHOWN_PERCENT, SizingResults, sizing_results
from serbench.record.run_folder import RunFolder
from serbench.record.titles import MIX
from serbench.report.document import cells_csv, require_lines, run_document
from serbench.report.report import Contents, Section
from serbench.report.terminal import print_failures, print_tables
from serbench.report.web.writing import show_options

# A terminal has the smallest of many codecs: as many as the formats that are measured by default.
_MOST_LINES = 24
_CSV_COLUMNS = (
    *("codec", "format", "workload", "compressor", "together", "objects", "mean_bytes"),
    *(f"p{percent}" for percent in SHOWN_PERCENT),
)


def _results(folder: RunFolder) -> SizingResults:
    return folder.once(sizing_results)


def _contents(folder: RunFolder, is_across: bool = False) -> Contents:
    results = _results(folder)
    return Contents(
        subject=f"Sizes of messages: {', '.join(results.workloads)}",
        answers=tuple(answers(results)),
        sections=(_section(folder, results),) if results.rows else (),
        failures=results.failures,
        samples=sum(one.sizes.raw.objects for one in results.rows if one.workload != MIX),
    )


def _section(folder: RunFolder, results: SizingResults) -> Section:
    options = " ".join(show_options(folder.record, folder.name))
    return Section(
        name=EXPERIMENT,
        anchor=EXPERIMENT,
        title="Sizes of messages",
        tables=tuple(tables.size_tables(results)),
        further=tuple(tables.gzip_tables(results)),
        legend=tuple(tables.legend(results)),
        pictures=partial(pictures, results),
        commands_note="The code that writes them:",
        commands=tuple(
            f"./serbench show {one.codec} {one.workload} {options}".rstrip()
            for one in results.rows
            if one.workload in folder.record["workloads"]
        ),
    )


def _document(folder: RunFolder) -> dict[str, Any]:
    results = _results(folder)
    rows = [one.to_json() for one in results.rows]
    return run_document(EXPERIMENT, folder, {"rows": rows}, results.failures)


def _show(folder: RunFolder, console: Console, extras: Extras) -> None:
    results = _results(folder)
    print_tables(tables.size_tables(results), console, _MOST_LINES)
    print_failures(results.failures, console)


def _ranking(folder: RunFolder, console: Console, extras: Extras) -> None:
    print_tables(tables.size_tables(_results(folder)), console, _MOST_LINES)


def _csv(folder: RunFolder) -> str:
    lines = [line for one in _results(folder).rows for line in one.csv_lines()]
    require_lines(lines)
    return cells_csv(_CSV_COLUMNS, ({name: line.get(name, "") for name in _CSV_COLUMNS} for line in lines))


def _side(folder: RunFolder) -> Side:
    """The mean bytes of messages, raw and after each compressor, as outcomes that are numbers."""
    results = _results(folder)
    outcomes = {
        (one.codec, one.workload, f"{name}, bytes"): f"{size:.1f}"
        for one in results.rows
        for name, size in one.singles.items()
    }
    return measured_side(folder, {}, {}, failures=results.failures, outcomes=outcomes)


REPORTING = Reporting(
    document=_document, contents=_contents, show=_show, csv=_csv, side=_side, ranking=_ranking
)
