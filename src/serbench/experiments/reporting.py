"""What an experiment gives so that its runs can be shown and compared, found by the experiment's folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Console

from serbench.compare.published import PublishedTable
from serbench.compare.side import Side
from serbench.errors import BadInput
from serbench.record.run_folder import RunFolder
from serbench.report.contents import Contents
from serbench.report.page import Page, made_page
from serbench.report.web.writing import write_html

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Extras:
    """What a user wants to see in a terminal besides: codecs in groups, the tables beside time."""

    group_by: str | None = None
    beside: bool = False


def _no_tables() -> Mapping[str, PublishedTable]:
    return {}


@dataclass(frozen=True, slots=True)
class Reporting:
    """``document`` is what --json prints, ``contents`` what page, Markdown, LaTeX and pictures show, and
    ``show`` prints the tables to a terminal. ``side`` is a run in a comparison, and ``published`` the tables
    by their names with which one can be compared. ``csv`` raises BadInput where there are no ranked rows.
    ``has_unnamed_runs``: the runs of before there were several experiments are of this one."""

    document: Callable[[RunFolder], dict[str, Any]]
    contents: Callable[[RunFolder], Contents]
    show: Callable[[RunFolder, Console, Extras], None]
    csv: Callable[[RunFolder], str]
    side: Callable[[RunFolder], Side]
    published: Callable[[], Mapping[str, PublishedTable]] = _no_tables
    has_unnamed_runs: bool = False


@cache
def reportings() -> Mapping[str, Reporting]:
    """Those of all experiments by name."""
    names = sorted(path.parent.name for path in _HERE.glob("*/reporting.py"))
    return {name: import_module(f"serbench.experiments.{name}.reporting").REPORTING for name in names}


def reporting_of(record: Mapping[str, Any]) -> Reporting:
    """That of the experiment of a run. Raises BadInput for an experiment that is not here."""
    name = record.get("experiment")
    for known, reporting in reportings().items():
        if known == name or (name is None and reporting.has_unnamed_runs):
            return reporting
    raise BadInput(f"The run is of the experiment {name}, which this version of serbench does not know.")


def page_of(folder: RunFolder) -> Page:
    return made_page(folder, reporting_of(folder.record).contents(folder))


def write_page(folder: RunFolder, path: Path | None = None) -> Path:
    """Writes the page of a run of any experiment, by default into its folder, and returns where it lies.

    Raises SerbenchError when it cannot be written.
    """
    return write_html(folder, page_of(folder), path)


def published_tables() -> dict[str, PublishedTable]:
    return {name: table for one in reportings().values() for name, table in one.published().items()}
