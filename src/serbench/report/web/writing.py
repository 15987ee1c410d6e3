"""A run as one HTML file that needs nothing else: no network, light and dark.

The charts are drawn in advance and are in the page as SVG, so that it can be read without scripts; its own
script sorts, filters and shows the samples behind a number. A policy in the page forbids any other script.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from serbench.languages import languages
from serbench.record.pages import kept_pages
from serbench.record.run_folder import RunFolder, write_atomically
from serbench.report.charts.picture import PAGE, Picture, svg, unchecked
from serbench.report.contents import Section
from serbench.report.grid import MARKS, MEANINGS
from serbench.report.page import Page
from serbench.report.web.explorer import explorer_data, packed, packed_samples
from serbench.report.words import failure_text, listed

FILE_NAME = "report.html"
# A page of 5 MB opens everywhere. The samples take what is left of that: they are in measurements.jsonl too.
MOST_BYTES = 4_900_000
# Where the template leaves room for the samples; angle brackets in foreign text are always escaped.
_SAMPLES = "<!-- samples -->"
_HERE = Path(__file__).parent
# In this order: each uses what those before it define.
_SCRIPTS = ("page.js", "explorer.js", "measurement.js")


def write_html(folder: RunFolder, page: Page, path: Path | None = None) -> Path:
    """Writes the page of a run, by default into its folder, and returns its path.

    Raises SerbenchError when it cannot be written.
    """
    place = (path or folder.path / FILE_NAME).absolute()
    write_atomically(place, html(folder, page))
    return place


def html(folder: RunFolder, page: Page) -> str:
    """The whole file. Every text from outside is escaped by the template engine and by Vega in the charts;
    the scripts' data is packed and cannot end the element it stands in."""
    contents = page.contents
    with unchecked():
        drawn = [(section, _drawn(section.pictures(PAGE))) for section in contents.sections]
    shown = [(section, pictures) for section, pictures in drawn if section.tables or pictures]
    script = _script()
    pages = kept_pages(folder)
    cells = contents.cells
    text = (
        _environment()
        .get_template("page.html.j2")
        .render(
            page=page,
            contents=contents,
            anchors=_anchors(page, [section for section, _ in shown]),
            sections=shown,
            cells=packed(explorer_data(folder, cells, contents.clock)) if cells else "",
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
    room = MOST_BYTES - len(text.encode())
    return text.replace(_SAMPLES, packed_samples(rows, room, contents.way_of) if rows else "")


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


def _anchors(page: Page, sections: Sequence[Section]) -> list[tuple[str, str]]:
    """The parts of the page, as (id, title)."""
    contents = page.contents
    anchors = [(section.anchor, section.title) for section in sections if section.is_listed]
    anchors += [("grid", "Interoperability")] if page.grids else []
    anchors += [("failed", "What failed")] if contents.failures else []
    sure = [("certainty", "How sure")] if contents.certainty else []
    return [*anchors, ("machine", "Machine"), *sure, ("repeat", "How to repeat")]


def _script() -> str:
    """The page's scripts as one, whose names are its own."""
    parts = "".join((_HERE / name).read_text(encoding="utf-8") for name in _SCRIPTS)
    return f'"use strict";\n(() => {{\n{parts}}})();\n'


def _hash_of(script: str) -> str:
    digest = hashlib.sha256(script.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
