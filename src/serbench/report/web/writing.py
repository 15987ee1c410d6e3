"""A run as one HTML file that needs nothing else: no network, light and dark.

The charts are drawn in advance and are in the report as SVG, so that it can be read without scripts; its own
script sorts, filters and shows the samples behind a number. A policy in the report forbids any other script.
"""

import base64
import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote, unquote

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from serbench.codecs.manifest import AXIS_MARK
from serbench.languages import languages, title_of
from serbench.record.adapters import kept_adapters
from serbench.record.run_folder import RunFolder
from serbench.report.ages import runtime_words
from serbench.report.charts.picture import PAGE, PARTS_DARK, PARTS_LIGHT, Picture, svg, unchecked
from serbench.report.drawing import drawn
from serbench.report.facts import HOW_TO_READ
from serbench.report.grid import MARKS, MEANINGS
from serbench.report.report import EXPLORER_COLUMNS, ExplorerCell, Report, Section
from serbench.report.table import Table
from serbench.report.web.packing import packed, packed_samples, packed_within
from serbench.report.web.rows import Chart, chart_of
from serbench.report.words import ABSENT, UNMEASURED, failure_text, listed
from serbench.statistics.noise import NoiseFloors
from serbench.terminal.console import as_called
from serbench.terminal.output import is_standard_output, make_folder, write_output
from serbench.terminal.visible import visible, visible_in

FILE_NAME = "report.html"
# Samples, and then code, take what is left of this, so that a plain run opens at once; its folder has both.
MOST_BYTES = 300_000
# Where the template leaves room for samples and code; angle brackets in foreign text are always escaped.
_SAMPLES, _SOURCES = "<!-- samples -->", "<!-- sources -->"
# Tables that are folded, and then those of other questions, are packed where the page would be larger than
# that with them. After that the tags that HTML lets out are left out.
_FURTHER = re.compile("<!-- further -->(.*?)<!-- end -->", re.DOTALL)
_WAYS, _OTHER_WAY = "<!-- ways -->", re.compile("<noscript>(.*?)</noscript>", re.DOTALL)
_ENDS = re.compile(r"(?:</(?:td|th|tr)>)+\s*(?=<t[dhr]|</t)")
_MARKERS = re.compile("<!-- (?:further|end|ways) -->")
_WITHOUT_SCRIPTS = "<p>They need scripts; `./serbench report --markdown` has them too.</p>"
# What follows are data and scripts.
_DATA = '<script type="text/plain"'
_HERE = Path(__file__).parent
# What follows the name of a report in that of the folder of its pages.
FILES = ".files"
_CELL_LINK = re.compile(r'href="#cell/([^/"]+)/([^/"]+)/')
# In this order: each uses what those before it define.
_SCRIPTS = ("report.js", "rankings.js", "measurement.js")
# What the template leaves between its tags.
_BLANKS, _EMPTY = re.compile(r"(?<=>)\n+(?=<)"), re.compile(r' (?:class|style)=" *"|(?<= class=") +')


def write_html(folder: RunFolder, make_report: Callable[[], Report], path: Path | None = None) -> Path:
    """Writes the report of a run, by default into its folder, and returns its path. Of several workloads it
    is an index, beside a folder of its name and ``.files`` that has a page for each.

    Raises SerbenchError when it cannot be drawn or written.
    """
    place = path or (folder.path / FILE_NAME).absolute()
    # Beside a pipe or a device there is no room for more.
    has_room = not is_standard_output(place) and (place.is_file() or not place.exists())
    name = place.name if has_room else ""
    pages = drawn("The report", lambda: pages_of(folder, make_report(), name))
    for page, content in pages.items():
        target = place.with_name(f"{name}{FILES}") / page if page else place
        if page:
            make_folder(target.parent)
        write_output(target, content)
    return place


def pages_of(folder: RunFolder, report: Report, name: str) -> dict[str, bytes]:
    """The files of a report that is called ``name`` by their names in its folder: the report itself under
    none, which is all where it has no name, or one workload."""
    contents = report.contents
    workloads = {cell.workload for cell in contents.cells}
    paged = {section.name: section for section in contents.sections if section.name in workloads}
    if not name or len(paged) < 2:
        return {"": html(folder, report).encode()}
    found = {}
    for section in paged.values():
        cells = tuple(cell for cell in contents.cells if cell.workload == section.name)
        of_one = replace(contents, sections=(section,), cells=cells, choice=section.choice, over_all=None)
        of_one = replace(of_one, subject=section.title, lead=(f"One of {len(paged)} workloads of the run.",))
        one = replace(report, contents=of_one)
        found[f"{section.anchor}.html"] = html(folder, one, [(f"../{name}", "All workloads")]).encode()
    rest = tuple(section for section in contents.sections if section.name not in paged)
    links = {section.name: f"{name}{FILES}/{section.anchor}.html" for section in paged.values()}
    index = html(
        folder,
        replace(report, contents=replace(contents, sections=rest, cells=())),
        [(link, workload) for workload, link in links.items()],
    )

    def to_page(link: re.Match[str]) -> str:
        return f'href="{quote(links.get(unquote(link[2]), ""))}#cell/{link[1]}/{link[2]}/'

    return {"": _CELL_LINK.sub(to_page, index).encode(), **found}


def html(folder: RunFolder, report: Report, pages: Sequence[tuple[str, str]] = ()) -> str:
    """The whole file, with links to other ``pages``, each with its title. Every text from outside is
    escaped by the template engine and by Vega in the charts; the scripts' data is packed and cannot end the
    element it stands in."""
    contents = report.contents
    with unchecked():
        shown = [
            one
            for section in contents.sections
            if (one := _Shown.of_section(section, contents.noise)).has_any
        ]
    lead = contents.lead or report.answers[:1]
    said = (*lead, *(contents.advice if contents.choice else ()))
    script = as_called(_script())
    cells = contents.cells
    text = (
        _environment()
        .get_template("report.html.j2")
        .render(
            report=report,
            contents=contents,
            languages=languages(),
            links=[*pages, *_links(report, [section.of for section in shown])],
            lead=lead,
            findings=[sentence for sentence in report.answers if sentence not in said],
            parts_light=PARTS_LIGHT,
            parts_dark=PARTS_DARK,
            sections=shown,
            cells=packed(visible_in(explorer_data(folder, cells, contents.clock))) if cells else "",
            samples=_SAMPLES,
            sources=_SOURCES,
            marks=MARKS,
            how_to_read_facts=as_called(HOW_TO_READ),
            meanings=MEANINGS,
            glyphs=(ABSENT, UNMEASURED),
            style=(_HERE / "report.css").read_text(encoding="utf-8"),
            script=script,
            script_hash=f"sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}",
        )
    )
    page, data = text.split(_DATA, 1)
    text = _small(as_called(_EMPTY.sub("", _BLANKS.sub("\n", page))) + _DATA + data)
    # Only cells lead to samples.
    rows = folder.rows if cells else ()
    room = MOST_BYTES - len(text.encode())
    samples = packed_samples(rows, room, contents.way_of) if rows else ""
    adapters = visible_in(kept_adapters(folder))
    sources = packed_within(adapters, room - len(samples)) if adapters else ""
    return text.replace(_SAMPLES, samples).replace(_SOURCES, sources or "")


def _small(text: str) -> str:
    """The page with what is not shown at first as data for its script, as far as it is too large."""
    without_scripts = as_called(_WITHOUT_SCRIPTS)
    if len(text.encode()) > MOST_BYTES:
        text = _FURTHER.sub(
            lambda tables: f'{without_scripts}{_DATA} class="further">{packed(tables[1])}</script>', text
        )
    if len(text.encode()) > MOST_BYTES:
        ways = packed(_OTHER_WAY.findall(text))
        text = _OTHER_WAY.sub(f"<noscript>{without_scripts}</noscript>", text).replace(_WAYS, ways)
    if len(text.encode()) > MOST_BYTES:
        text = _ENDS.sub("", text)
    return _MARKERS.sub("", text)


@dataclass(frozen=True, slots=True)
class _Shown:
    """A section as the template takes it: tables that are charts, one of which is shown at a time, strips,
    other tables, those that are folded, and pictures."""

    of: Section
    charts: tuple[Chart, ...]
    strips: tuple[Chart, ...]
    tables: tuple[Table, ...]
    further: tuple[Table, ...]
    pictures: tuple[tuple[Picture, str], ...]

    @classmethod
    def of_section(cls, section: Section, noise: NoiseFloors) -> Self:
        drawn = [(table, chart_of(table, noise)) for table in section.page or section.tables]
        return cls(
            section,
            tuple(chart for _, chart in drawn if chart and not chart.is_strip),
            tuple(chart for _, chart in drawn if chart and chart.is_strip),
            tuple(table for table, chart in drawn if not chart),
            section.further if section.folded is None else section.folded,
            tuple((picture, svg(picture, PAGE)) for picture in section.pictures(PAGE)),
        )

    @property
    def has_any(self) -> bool:
        return bool(self.charts or self.strips or self.tables or self.pictures)


@cache
def _environment() -> Environment:
    """The template engine, which keeps what it has compiled for the other pages of a report."""
    environment = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_visible,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["failure_text"] = failure_text
    environment.filters["listed"] = listed
    return environment


def _visible(value: object) -> object:
    """Texts of a run with escapes for what a browser would obey; what is safe is our own."""
    return visible(value) if type(value) is str else value


def _links(report: Report, sections: Sequence[Section]) -> list[tuple[str, str]]:
    """The parts of the report, as (address, title)."""
    contents = report.contents
    links = [(f"#{section.anchor}", section.title) for section in sections if section.is_listed]
    links += [("#grid", "Interoperability")] if report.grids else []
    links += [("#failed", "What failed")] if contents.failures else []
    sure = [("#certainty", "Certainty")] if contents.certainty else []
    return [*links, ("#machine", "Machine"), *sure, ("#repeat", "How to repeat")]


def _script() -> str:
    """The report's scripts as one, whose names are its own."""
    parts = "".join((_HERE / name).read_text(encoding="utf-8") for name in _SCRIPTS)
    return f'"use strict";\n(() => {{\n{parts}}})();\n'


def explorer_data(folder: RunFolder, cells: Sequence[ExplorerCell], clock: str) -> dict[str, Any]:
    """The cells of the table that can be sorted and filtered, by columns, which are smaller when packed.
    Times are nanoseconds for one operation on one object, of the ``clock`` (CPU or wall) by which is
    ranked."""
    return {
        "run": folder.name,
        "revision": folder.record.get("machine", {}).get("git_revision"),
        "clock": clock,
        "cells": {name: [getattr(cell, name) for cell in cells] for name in EXPLORER_COLUMNS},
        "codecs": _codecs(folder.record),
        "shown_as": shown_as(folder.record),
        "show_options": show_options(folder.record, folder.name),
    }


def _codecs(record: Mapping[str, Any]) -> dict[str, Any]:
    """The facts that are known about each codec, for all workloads."""
    return {
        runner["codec"]: {
            "language": title_of(runner["codec"]),
            "format": runner.get("format", ""),
            "traits": list(runner.get("traits", ())),
            "library": runner.get("library", ""),
            "homepage": runner.get("homepage", ""),
            "licence": runner.get("licence", ""),
            "versions": runner.get("libraries", {}),
            "released": (runner.get("released") or "")[:4],
            "runtime": runtime_words(runner),
            "build": runner.get("build", {}),
        }
        for runner in record.get("runners", ())
    }


def shown_as(record: Mapping[str, Any]) -> dict[str, str]:
    """The codecs whose code has another's name: twins, and those that were built in several ways."""
    twins = record.get("twins", {})
    named = {runner["codec"] for runner in record.get("runners", ())} | twins.keys()
    known = {codec: twins.get(codec, codec).partition(AXIS_MARK)[0] for codec in sorted(named)}
    return {codec: name for codec, name in known.items() if codec != name}


def show_options(record: Mapping[str, Any], run: str) -> list[str]:
    """The options of the command besides a codec and a workload: own data is found through its run."""
    return ["--run", run] if record.get("own") else []
