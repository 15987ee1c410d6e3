"""A run as one HTML file that needs nothing else: no network, light and dark.

The charts are drawn beforehand and stand in the page as SVG, so that it can be read without scripts; its own
script sorts, filters and shows the samples behind a number. A policy in the page forbids every other.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from serbench.languages import languages
from serbench.record.pages import kept_pages
from serbench.record.run_folder import RunFolder, write_atomically
from serbench.report.answer import listed
from serbench.report.charts.levels import level_curves
from serbench.report.charts.picture import PAGE, Picture, svg, unchecked
from serbench.report.charts.store import store_pictures
from serbench.report.charts.workload import pictures_of
from serbench.report.grid import MARKS, MEANINGS
from serbench.report.page import Page, failure_text, page_of
from serbench.report.web.explorer import (
    cells_of,
    explorer_data,
    packed,
    packed_samples,
    store_cells,
)

FILE_NAME = "report.html"
# A page of 5 MB opens everywhere. The samples take what is left of that: they are in measurements.jsonl too.
MOST_BYTES = 4_900_000
# Where the template leaves room for the samples; no text from outside keeps its angle brackets.
_SAMPLES = "<!-- samples -->"
_HERE = Path(__file__).parent
# In this order: each uses what those before it have.
_SCRIPTS = ("page.js", "explorer.js", "measurement.js")


def write_html(folder: RunFolder, path: Path | None = None) -> Path:
    """Writes the page of a run, by default into its folder, and returns where it lies.

    Raises SerbenchError when it cannot be written.
    """
    place = (path or folder.path / FILE_NAME).absolute()
    write_atomically(place, html(folder))
    return place


def html(folder: RunFolder) -> str:
    """The whole file. Every text from outside is escaped by the template engine and by Vega in the charts;
    the scripts' data is packed and cannot end the element it stands in."""
    page = page_of(folder)
    with unchecked():
        pictures = {view.workload: _drawn(pictures_of(view, PAGE, page.beside)) for view in page.views}
        families = _drawn(level_curves(page.views, PAGE))
        stored = _drawn(store_pictures(page.store.groups, PAGE)) if page.store else []
    script = _script()
    pages = kept_pages(folder)
    cells = _cells(page)
    clock = "wall" if page.store else "CPU"
    text = (
        _environment()
        .get_template("page.html.j2")
        .render(
            page=page,
            anchors=_anchors(page),
            pictures=pictures,
            families=families,
            stored=stored,
            clock=clock,
            cells=packed(explorer_data(folder, cells, clock)) if cells else "",
            samples=_SAMPLES,
            sources=packed(pages) if pages else "",
            marks=MARKS,
            meanings=MEANINGS,
            style=(_HERE / "page.css").read_text(encoding="utf-8"),
            script=script,
            script_hash=_hash_of(script),
        )
    )
    # Only the cells of the table above lead to samples.
    rows = folder.rows if cells else ()
    return text.replace(_SAMPLES, packed_samples(rows, MOST_BYTES - len(text.encode())) if rows else "")


def _cells(page: Page) -> list[list[Any]]:
    if page.store:
        return store_cells([result for group in page.store.groups for result in group])
    return cells_of(page.results, page.views) if page.results.rows else []


def _drawn(pictures: Sequence[Picture]) -> list[dict[str, str]]:
    return [
        {"title": picture.title, "caption": picture.caption, "svg": svg(picture, PAGE)}
        for picture in pictures
    ]


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["failure_text"] = failure_text
    environment.filters["listed"] = listed
    environment.globals["languages"] = languages()
    return environment


def _anchors(page: Page) -> list[tuple[str, str]]:
    """The sections after those of the workloads, as (id, title)."""
    anchors = [("store", "Files")] if page.store else []
    anchors += [("grid", "Who reads whom")] if page.grids else []
    anchors += [("failed", "What failed")] if page.failures else []
    sure = [("certainty", "How sure")] if page.sections else []
    return [*anchors, ("machine", "Machine"), *sure, ("repeat", "How to repeat")]


def _script() -> str:
    """The page's scripts as one, whose names are its own."""
    parts = "".join((_HERE / name).read_text(encoding="utf-8") for name in _SCRIPTS)
    return f'"use strict";\n(() => {{\n{parts}}})();\n'


def _hash_of(script: str) -> str:
    digest = hashlib.sha256(script.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
