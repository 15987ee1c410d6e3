"""``serbench report``: the results of a run once more, in the form that is asked for."""

from __future__ import annotations

from pathlib import Path

import click

from serbench.errors import BadInput
from serbench.experiments.memory.showing import print_run
from serbench.experiments.store.execute import EXPERIMENT
from serbench.experiments.store.report import print_store_report, store_document_of
from serbench.record.run_folder import RunFolder, find_run
from serbench.report.charts.files import all_pictures, write_pictures
from serbench.report.charts.picture import FILE
from serbench.report.csv_rows import csv_rows
from serbench.report.csv_samples import csv_samples
from serbench.report.document import document_of
from serbench.report.latex import latex
from serbench.report.markdown import markdown
from serbench.report.page import page_of
from serbench.report.rows import results_of
from serbench.report.runs import newest_run
from serbench.report.web.writing import write_html
from serbench.terminal.console import ResultConsole, print_json
from serbench.terminal.options import grouped


@click.command(epilog="Example: ./serbench report --markdown > RESULTS.md")
@click.argument("run", required=False, metavar="[RUN]")
@click.option(
    "--html",
    "html_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write one self-contained HTML file.",
)
@click.option(
    "--markdown", "as_markdown", is_flag=True, help="Markdown, ready for a README or a pull request."
)
@click.option("--latex", "as_latex", is_flag=True, help="The tables as LaTeX.")
@click.option("--csv", "as_csv", is_flag=True, help="The rows as CSV.")
@click.option("--samples", "as_samples", is_flag=True, help="Every sample as CSV.")
@click.option(
    "--plots",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Draw all pictures, as SVG and PNG.",
)
@click.option("--json", "as_json", is_flag=True, help="The document that `run --json` prints.")
@click.option("--beside", is_flag=True, help="Also memory, sizes, builds, and messages after compressors.")
@grouped
def command(
    run: str | None,
    html_file: Path | None,
    as_markdown: bool,
    as_latex: bool,
    as_csv: bool,
    as_samples: bool,
    plots: Path | None,
    as_json: bool,
    beside: bool,
    group_by: str | None,
) -> int:
    """Show the results of a run: its name or folder, by default the last one."""
    forms = (html_file, as_markdown, as_latex, as_csv, as_samples, plots, as_json)
    if sum(form not in (None, False) for form in forms) > 1:
        raise BadInput("Only one form of a report can be had at a time.")
    folder = RunFolder.load(newest_run() if run is None else find_run(run))
    stored = folder.record.get("experiment") == EXPERIMENT
    if stored and as_csv:
        raise BadInput("A run of the store has no ranked rows; --samples gives each of its measurements.")
    if html_file is not None:
        click.echo(write_html(folder, html_file))
    elif as_markdown:
        click.echo(markdown(page_of(folder)), nl=False)
    elif as_latex:
        click.echo(latex(page_of(folder)), nl=False)
    elif plots is not None:
        for path in write_pictures(all_pictures(page_of(folder), FILE), plots):
            click.echo(path)
    elif as_samples:
        click.echo(csv_samples(folder.rows), nl=False)
    elif as_csv:
        click.echo(csv_rows(results_of(folder.record, folder.rows)), nl=False)
    elif as_json:
        print_json(store_document_of(folder) if stored else document_of(folder))
    elif stored:
        print_store_report(folder, ResultConsole())
        click.echo(f"Measurements: {folder.path}")
    else:
        print_run(folder, group_by, beside)
    return 0
