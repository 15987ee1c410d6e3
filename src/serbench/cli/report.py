"""``serbench report``: the results of a run again, in the requested form."""

from __future__ import annotations

from pathlib import Path

import click

from serbench.errors import BadInput
from serbench.experiments.reporting import Extras, page_of, print_run, reporting_of, write_page
from serbench.record.run_folder import RunFolder, find_run
from serbench.report.charts.picture import FILE, write_pictures
from serbench.report.csv_samples import csv_samples
from serbench.report.latex import latex
from serbench.report.markdown import markdown
from serbench.report.page import all_pictures
from serbench.report.runs import newest_run
from serbench.terminal.console import print_json
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
@click.option("--beside", is_flag=True, help="Also show memory, sizes, builds, and compressed messages.")
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
        raise BadInput("Choose only one form of a report at a time.")
    folder = RunFolder.load(newest_run() if run is None else find_run(run))
    reporting = reporting_of(folder.record)
    if html_file is not None:
        click.echo(write_page(folder, html_file))
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
        click.echo(reporting.csv(folder), nl=False)
    elif as_json:
        print_json(reporting.document(folder))
    else:
        print_run(folder, Extras(group_by, beside))
    return 0
