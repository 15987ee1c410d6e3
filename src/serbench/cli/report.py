"""``serbench report``: the results of a run again, in the requested form."""

from dataclasses import dataclass, replace
from pathlib import Path

import click

from serbench.archive.entry import run_named
from serbench.cli._chooser import opening_in
from serbench.engine.unfinished import unfinished_sentence
from serbench.errors import BadInput
from serbench.experiments.reporting import (
    Extras,
    history,
    print_run,
    report_of,
    reporting_of,
    run_document,
    write_report,
)
from serbench.record.reading import fitting_together
from serbench.record.run_folder import RunFolder, newest_run
from serbench.release.history import read_history
from serbench.release.history_view import HOW_TO_READ, html_of, tables_of
from serbench.report.charts.picture import FILE, write_pictures
from serbench.report.csv_text import csv_samples
from serbench.report.latex import latex
from serbench.report.markdown import markdown
from serbench.report.report import all_pictures
from serbench.report.terminal import print_tables, say
from serbench.terminal.console import ResultConsole, echo, print_json
from serbench.terminal.options import (
    GROUPINGS,
    OUTPUT,
    PathOf,
    across_option,
    argument,
    legend_option,
    option,
    taking,
)
from serbench.terminal.output import is_standard_output, write_output

_FILE = PathOf(dir_okay=False, allow_dash=True)
_FOLDER = PathOf(file_okay=False)


@dataclass(frozen=True)
class Options:
    """The options of ``report``."""

    run: str | None = argument("[RUN]")
    html: Path | None = option(
        OUTPUT, "--html", "FILE", "One self-contained HTML file (-: standard output).", type=_FILE
    )
    markdown: bool = option(OUTPUT, "--markdown", "", "Markdown, ready for a README or a pull request.")
    latex: bool = option(OUTPUT, "--latex", "", "The tables as LaTeX.")
    csv: bool = option(OUTPUT, "--csv", "", "The rows as CSV.")
    samples: bool = option(OUTPUT, "--samples", "", "Every sample as CSV.")
    plots: Path | None = option(OUTPUT, "--plots", "DIR", "Draw all pictures, as SVG and PNG.", type=_FOLDER)
    json: bool = option(OUTPUT, "--json", "", "The document that `run --json` prints.")
    history: Path | None = option(
        OUTPUT, "--history", "FILE", "Draw the checks that `check-release --history FILE` has appended, with"
        " points of change; in a terminal or with --html.", type=PathOf(dir_okay=False),
    )  # fmt: skip
    costs: bool = option(OUTPUT, "--costs", "", "Also show memory, sizes, builds, and compressed messages.")
    across: bool = across_option()
    legend: bool = legend_option()
    group_by: str | None = option(
        OUTPUT, "--group", "[language|format]", "Group the table's codecs.", type=click.Choice(GROUPINGS)
    )


@click.command(epilog="Example: ./serbench report --markdown > RESULTS.md")
@taking(Options)
def command(asked: Options) -> int:
    """Show the results of a run: its name or folder, or the name of a published one, by default the last run;
    or the history of checks."""
    forms = (asked.html, asked.markdown, asked.latex, asked.csv, asked.samples, asked.plots, asked.json)
    if sum(form not in (None, False) for form in forms) > 1:
        raise BadInput("Choose only one form of a report at a time.")
    if any(form not in (None, False) for form in forms):
        _refuse(asked, "--costs, --group and --legend are for the tables in a terminal, not for other forms.")
    if asked.across and (asked.csv or asked.samples or asked.json):
        raise BadInput("--across is for tables, pages and pictures, not for --csv, --samples and --json.")
    if asked.history is not None:
        with fitting_together(asked.history):
            _draw_history(asked.history, asked)
        return 0
    folder = RunFolder.load(newest_run()) if asked.run is None else run_named(asked.run)
    with fitting_together(folder.path):
        _report(folder, asked)
    return 0


def _refuse(asked: Options, why: str) -> None:
    """Raises BadInput where there is an option for a terminal."""
    if asked.costs or asked.legend or asked.group_by is not None:
        raise BadInput(why)


def _draw_history(path: Path, asked: Options) -> None:
    """Shows the checks of a file in a terminal, or writes them as one HTML file."""
    if asked != Options(html=asked.html, history=asked.history, legend=asked.legend):
        raise BadInput("--history is shown in a terminal or with --html FILE, and of no run.")
    checks = read_history(path)
    if asked.html is None:
        console = ResultConsole()
        print_tables(tables_of(checks), console)
        say(HOW_TO_READ, console, "dim")
        return
    write_output(asked.html, html_of(checks, path.name).encode())
    if not is_standard_output(asked.html):
        echo(asked.html.absolute())


def _report(folder: RunFolder, asked: Options) -> None:
    """Prints or writes a run in the form that was asked for."""
    reporting = reporting_of(folder.record)
    if not reporting.has_costs:
        why = f"--costs and --group are for runs in memory; this one is of {folder.experiment}."
        _refuse(replace(asked, legend=False), why)
    if asked.html is not None:
        report = write_report(folder, asked.html, asked.across, opening=opening_in(folder))
        if not is_standard_output(report):
            echo(report.absolute())
    elif asked.markdown:
        echo(markdown(report_of(folder, asked.across)), nl=False)
    elif asked.latex:
        echo(latex(report_of(folder, asked.across)), nl=False)
    elif asked.plots is not None:
        for path in write_pictures(all_pictures(report_of(folder, asked.across), FILE), asked.plots):
            echo(path)
    elif asked.samples:
        echo(csv_samples(folder.titled().rows), nl=False)
    elif asked.csv:
        echo(reporting.csv(folder.titled()), nl=False)
    elif asked.json:
        print_json(run_document(folder, history(folder)))
    else:
        print_run(folder, Extras(asked.group_by, asked.costs, asked.across, asked.legend), history(folder))
        if (sentence := unfinished_sentence(folder)) is not None:
            echo(sentence)
