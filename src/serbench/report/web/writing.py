"""A run as one HTML file that needs nothing else: no network, light and dark.

The charts are drawn in advance and are in the report as SVG, so that it can be read without scripts; its own
script sorts, filters and shows the samples behind a number. A policy in the report forbids any other script.
"""

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from serbench.codecs.manifest import AXIS_MARK
from serbench.engine.attempts import which_count
from serbench.languages import languages, title_of
from serbench.record.adapters import kept_adapters
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder
from serbench.record.shared import shell_line
from serbench.report.ages import runtime_words
from serbench.report.charts.picture import PAGE, PARTS_DARK, PARTS_LIGHT, Picture, svg, unchecked
from serbench.report.drawing import drawn
from serbench.report.grid import MARKS, MEANINGS
from serbench.report.report import EXPLORER_COLUMNS, ExplorerCell, Report, Section, operation_of
from serbench.report.table import Table
from serbench.report.web.rows import Chart, chart_of
from serbench.report.words import failure_text, listed
from serbench.terminal.output import write_output
from serbench.terminal.visible import visible, visible_in

FILE_NAME = "report.html"
# Samples, and then code, take what is left of this, so that a plain run opens at once; its folder has both.
MOST_BYTES = 300_000
# Where the template leaves room for samples and code; angle brackets in foreign text are always escaped.
_SAMPLES, _SOURCES = "<!-- samples -->", "<!-- sources -->"
# What follows are data and scripts.
_DATA = '<script type="text/plain"'
_HERE = Path(__file__).parent
# In this order: each uses what those before it define.
_SCRIPTS = ("report.js", "rankings.js", "measurement.js")
_SAMPLES_FROM = 4
# What the template leaves between its tags.
_BLANKS, _EMPTY = re.compile(r"(?<=>)\n+(?=<)"), re.compile(r' (?:class|style)=" *"|(?<= class=") +')
_CHUNK_BYTES = 1 << 16


def write_html(folder: RunFolder, make_report: Callable[[], Report], path: Path | None = None) -> Path:
    """Writes the report of a run, by default into its folder, and returns its path.

    Raises SerbenchError when it cannot be drawn or written.
    """
    place = path or (folder.path / FILE_NAME).absolute()
    write_output(place, drawn("The report", lambda: html(folder, make_report()).encode()))
    return place


def html(folder: RunFolder, report: Report) -> str:
    """The whole file. Every text from outside is escaped by the template engine and by Vega in the charts;
    the scripts' data is packed and cannot end the element it stands in."""
    contents = report.contents
    with unchecked():
        shown = [one for section in contents.sections if (one := _Shown.of_section(section)).has_any]
    lead = contents.lead or report.answers[:2]
    script = _script()
    cells = contents.cells
    text = (
        _environment()
        .get_template("report.html.j2")
        .render(
            report=report,
            contents=contents,
            anchors=_anchors(report, [section.of for section in shown]),
            lead=lead,
            findings=[sentence for sentence in report.answers if sentence not in lead],
            parts_light=PARTS_LIGHT,
            parts_dark=PARTS_DARK,
            sections=shown,
            cells=packed(visible_in(explorer_data(folder, cells, contents.clock))) if cells else "",
            samples=_SAMPLES,
            sources=_SOURCES,
            marks=MARKS,
            meanings=MEANINGS,
            style=(_HERE / "report.css").read_text(encoding="utf-8"),
            script=script,
            script_hash=f"sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}",
        )
    )
    page, data = text.split(_DATA, 1)
    text = _EMPTY.sub("", _BLANKS.sub("\n", page)) + _DATA + data
    # Only cells lead to samples.
    rows = folder.rows if cells else ()
    room = MOST_BYTES - len(text.encode())
    samples = packed_samples(rows, room, contents.way_of) if rows else ""
    adapters = visible_in(kept_adapters(folder))
    sources = packed_within(adapters, room - len(samples)) if adapters else ""
    return text.replace(_SAMPLES, samples).replace(_SOURCES, sources or "")


@dataclass(frozen=True, slots=True)
class _Shown:
    """A section as the template takes it: tables that are charts, other ones, those that are folded, and
    pictures."""

    of: Section
    charts: tuple[Chart, ...]
    tables: tuple[Table, ...]
    further: tuple[Table, ...]
    pictures: tuple[dict[str, str], ...]

    @classmethod
    def of_section(cls, section: Section) -> Self:
        drawn = [(table, chart_of(table)) for table in section.page or section.tables]
        charts = tuple(chart for _, chart in drawn if chart)
        others = tuple(table for table, chart in drawn if not chart)
        return cls(
            section,
            charts,
            () if charts else others,
            (*(others if charts else ()), *(section.further if section.is_further_shown else ())),
            tuple(_drawn(section.pictures(PAGE))),
        )

    @property
    def has_any(self) -> bool:
        return bool(self.charts or self.tables or self.pictures)


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
        finalize=_visible,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["failure_text"] = failure_text
    environment.filters["listed"] = listed
    environment.globals["languages"] = languages()
    return environment


def _visible(value: object) -> object:
    """Texts of a run with escapes for what a browser would obey; what is safe is our own."""
    return visible(value) if type(value) is str else value


def _anchors(report: Report, sections: Sequence[Section]) -> list[tuple[str, str]]:
    """The parts of the report, as (id, title)."""
    contents = report.contents
    anchors = [(section.anchor, section.title) for section in sections if section.is_listed]
    anchors += [("grid", "Interoperability")] if report.grids else []
    anchors += [("failed", "What failed")] if contents.failures else []
    sure = [("certainty", "Certainty")] if contents.certainty else []
    return [*anchors, ("machine", "Machine"), *sure, ("repeat", "How to repeat")]


def _script() -> str:
    """The report's scripts as one, whose names are its own."""
    parts = "".join((_HERE / name).read_text(encoding="utf-8") for name in _SCRIPTS)
    return f'"use strict";\n(() => {{\n{parts}}})();\n'


def explorer_data(folder: RunFolder, cells: Sequence[ExplorerCell], clock: str) -> dict[str, Any]:
    """The cells of the table that can be sorted and filtered, each a list in the order of ``columns``. Times
    are nanoseconds for one operation on one object, of the ``clock`` (CPU or wall) by which is ranked."""
    return {
        "run": folder.name,
        "revision": folder.record.get("machine", {}).get("git_revision"),
        "clock": clock,
        "columns": EXPLORER_COLUMNS,
        "cells": [cell.values() for cell in cells],
        "codecs": _codecs(folder.record),
        "shown_as": shown_as(folder.record),
        "show_options": show_options(folder.record, folder.name),
    }


def samples_data(rows: Sequence[Row], way_of: Callable[[Row], str] = operation_of) -> dict[str, list[Any]]:
    """By codec, workload and operation a list for each fork: its number, the line in measurements.jsonl, when
    it began, the command that measured it, and the samples as three lists: n, cpu_ns, wall_ns; where it had
    phases, their wall times too, in nanoseconds. ``way_of`` gives the operation. Only what is in a result
    is there."""
    found: dict[str, list[Any]] = {}
    for line, (row, counts) in enumerate(zip(rows, which_count(rows), strict=True), 1):
        if counts:
            began, command = visible(row.started_at), _joined(row.command)
            fork = [row.fork, line, began, command, row.n, row.cpu_ns, row.wall_ns]
            if row.phases:
                fork.append({visible(name): time["wall_ns"] for name, time in row.phases.items()})
            cell = visible("\n".join((row.codec, row.workload, way_of(row))))
            found.setdefault(cell, []).append(fork)
    return found


@lru_cache(maxsize=1)
def _joined(command: tuple[str, ...]) -> str:
    """One fork after the other has a row for each of its operations, all with the same command."""
    return visible(shell_line(command))


def packed(value: object) -> str:
    """JSON, deflated, in base64: a browser can unpack it without a library."""
    return base64.b64encode(zlib.compress(_json(value), 9)).decode()


def packed_within(value: object, most_bytes: int) -> str | None:
    """The same, or None if it exceeds the given number of bytes; it stops as soon as that is certain."""
    text, deflate = _json(value), zlib.compressobj(9)
    found = b""
    for start in range(0, len(text), _CHUNK_BYTES):
        found += deflate.compress(text[start : start + _CHUNK_BYTES])
        if len(found) * 4 > most_bytes * 3:
            return None
    whole = base64.b64encode(found + deflate.flush()).decode()
    return whole if len(whole) <= most_bytes else None


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def packed_samples(rows: Sequence[Row], most_bytes: int, way_of: Callable[[Row], str] = operation_of) -> str:
    """The samples for a report; if they exceed the given number of bytes, each cell's first fork without
    its samples."""
    found = samples_data(rows, way_of)
    return packed_within(found, most_bytes) or packed(
        {cell: [forks[0][:_SAMPLES_FROM]] for cell, forks in found.items()}
    )


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
