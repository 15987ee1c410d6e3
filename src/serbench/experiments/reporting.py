"""What an experiment gives so that its runs can be shown and compared."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from serbench.compare.side import PublishedTable, Side
from serbench.errors import BadInput
from serbench.experiments import experiments
from serbench.record.run_folder import RunFolder
from serbench.report.page import Contents, Page, made_page
from serbench.report.web.writing import write_html
from serbench.terminal.console import ResultConsole, print_json


@dataclass(frozen=True, slots=True)
class Extras:
    """What a user also wants to see: ranks across languages, and in a terminal codecs in groups and the
    additional tables."""

    group_by: str | None = None
    costs: bool = False
    is_across: bool = False


NO_EXTRAS = Extras()


@dataclass(frozen=True, slots=True)
class Reporting:
    """``document`` is what --json prints, ``contents`` what page, Markdown, LaTeX and pictures show, ranked
    across languages where it is told so, and ``show`` prints the tables to a terminal. ``side`` is a run in a
    comparison, and ``published`` the tables by their names with which one can be compared. ``csv`` raises
    BadInput where there are no ranked rows. ``ranking`` prints the tables that are drawn while a run goes on;
    None for those of ``show``. ``has_unnamed_runs``: the runs of before there were several experiments are of
    this one."""

    document: Callable[[RunFolder], dict[str, Any]]
    contents: Callable[[RunFolder, bool], Contents]
    show: Callable[[RunFolder, Console, Extras], None]
    csv: Callable[[RunFolder], str]
    side: Callable[[RunFolder], Side]
    published: Callable[[], Mapping[str, PublishedTable]] = dict
    ranking: Callable[[RunFolder, Console, Extras], None] | None = None
    has_unnamed_runs: bool = False


def reporting_of(record: Mapping[str, Any]) -> Reporting:
    """That of the experiment of a run. Raises BadInput for an experiment that is not here."""
    name = record.get("experiment")
    for experiment in experiments():
        reporting = experiment.reporting()
        if experiment.name == name or (name is None and reporting.has_unnamed_runs):
            return reporting
    raise BadInput(f"The run is of the experiment {name}, which this version of serbench does not know.")


def show_run(folder: RunFolder, *, as_json: bool, extras: Extras = NO_EXTRAS) -> bool:
    """Prints the results of a run and writes its page; whether anything failed."""
    reporting = reporting_of(folder.record)
    page, document = write_page(folder, is_across=extras.is_across), reporting.document(folder)
    if as_json:
        print_json(document)
    else:
        print_run(folder, extras)
        click.echo(f"Report: {page}")
    return bool(document["failures"])


def show_study_lines(
    folder: RunFolder,
    lines: Sequence[str],
    paths: Sequence[Path],
    tell: Callable[[str], object],
    extras: Extras = NO_EXTRAS,
) -> bool:
    """Prints the complex-object study's log lines of a run, which are also in these files, and writes its
    page; whether anything failed."""
    write_page(folder, is_across=extras.is_across)
    for line in lines:
        click.echo(line)
    tell(f"{len(paths)} files of results: {folder.path}")
    return bool(reporting_of(folder.record).document(folder)["failures"])


def print_run(folder: RunFolder, extras: Extras) -> None:
    """The tables of a run, and its folder."""
    reporting_of(folder.record).show(folder, ResultConsole(), extras)
    click.echo(f"Measurements: {folder.path}")


def draw_ranking(folder: RunFolder, console: Console, extras: Extras = NO_EXTRAS) -> None:
    """Prints what a run has found so far."""
    reporting = reporting_of(folder.record)
    (reporting.ranking or reporting.show)(folder, console, extras)


def page_of(folder: RunFolder, is_across: bool = False) -> Page:
    return made_page(folder, reporting_of(folder.record).contents(folder, is_across))


def write_page(folder: RunFolder, path: Path | None = None, is_across: bool = False) -> Path:
    """Writes the page of a run of any experiment, by default into its folder, and returns its path.

    Raises SerbenchError when it cannot be written.
    """
    return write_html(folder, page_of(folder, is_across), path)


def published_tables() -> dict[str, PublishedTable]:
    return {name: table for one in experiments() for name, table in one.reporting().published().items()}
