"""A run as a page of words and tables, before it is written as Markdown or HTML. Pure."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from serbench.measure.row import Failure, Row
from serbench.measure.run_folder import RunFolder
from serbench.report import machine_words
from serbench.report.answer import answer, duration_text, failed_sentence
from serbench.report.best import Purpose, over_workloads, purposes_of, scopes_of
from serbench.report.cell_link import cell_link
from serbench.report.grid import FormatGrid, grids_of
from serbench.report.grid import summary as grid_summary
from serbench.report.rows import Result, Results, crossings_in, own_code_in, results_of
from serbench.report.view import (
    WITH_INTERVAL,
    View,
    legend,
    number,
    rank_text,
    size_of,
    size_text,
    time_text,
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table. ``kind`` is ``first`` for a codec of rank 1, ``floor``, or empty; ``share`` is the
    codec's part of the slowest one's time, for a bar, where it is ranked. ``values`` are the numbers behind
    the cells, to sort by, and ``links`` the places of their measurements; each empty or as long as ``cells``.
    """

    cells: tuple[str, ...]
    kind: str = ""
    share: float | None = None
    values: tuple[float | None, ...] = ()
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table; the first ``texts`` columns are text, the others numbers."""

    title: str
    header: tuple[str, ...]
    lines: tuple[Line, ...]
    texts: int


@dataclass(frozen=True, slots=True)
class Section:
    """What there is to show of one workload."""

    workload: str
    tables: tuple[PageTable, ...]
    legend: tuple[str, ...]
    purposes: tuple[Purpose, ...] = ()

    @property
    def scopes(self) -> tuple[str, ...]:
        return scopes_of(self.purposes)


@dataclass(frozen=True, slots=True)
class Page:
    """A whole run. ``facts`` and ``versions`` are pairs of label and text; ``repeat`` is the command that
    measures everything again and ``commands`` are those that measure a single fork, by codec and workload.
    ``summary`` is the machine and the plan in one line, ``certainty`` what the twins say; ``views`` are what
    the sections were made from, for charts."""

    run: str
    version: str
    answers: tuple[str, ...]
    summary: str
    sections: tuple[Section, ...]
    failures: tuple[Failure, ...]
    unavailable: tuple[tuple[str, str], ...]
    facts: tuple[tuple[str, str], ...]
    versions: tuple[tuple[str, str], ...]
    conditions: tuple[tuple[str, str], ...]
    repeat: str
    commands: tuple[tuple[str, str], ...]
    certainty: str
    twins: PageTable
    grids: tuple[FormatGrid, ...]
    grid_summary: str
    results: Results
    views: tuple[View, ...]

    @property
    def overall(self) -> tuple[Purpose, ...]:
        """The answers over all languages, with the workloads as scopes."""
        return over_workloads([(section.workload, section.purposes) for section in self.sections])

    @property
    def overall_scopes(self) -> tuple[str, ...]:
        return scopes_of(self.overall)


def page_of(folder: RunFolder) -> Page:
    """The page of a run."""
    record = folder.record
    results = results_of(record, folder.rows)
    views = [View.of(results, workload, ascii_only=False) for workload in results.workloads]
    shown = [view for view in views if view.rows or view.floors]
    sentences = [sentence for view in shown for sentence in answer(view)[: 1 if len(shown) > 2 else None]]
    if not shown:
        sentences.append("Nothing was measured.")
    failed = failed_sentence(len(results.failures))
    own_code = own_code_in(record)
    crossings = crossings_in(record)
    return Page(
        run=folder.name,
        version=record.get("serbench", ""),
        answers=(*sentences, failed) if failed else tuple(sentences),
        summary=_summary(record, results),
        sections=tuple(_section(view, own_code) for view in shown),
        failures=results.failures,
        unavailable=tuple(sorted(record.get("unavailable", {}).items())),
        facts=tuple(machine_words.facts(record.get("machine", {}))),
        versions=tuple(_versions(record)),
        conditions=tuple(_conditions(record, results)),
        repeat=shlex.join(record.get("command", ())),
        commands=tuple(_commands(folder.rows)),
        certainty=_certainty(results),
        twins=_twins(results, record.get("twins", {})),
        grids=grids_of(crossings),
        grid_summary=grid_summary(crossings),
        results=results,
        views=tuple(shown),
    )


def failure_text(failure: Failure) -> str:
    """``cpp/a on record, encode``: what failed."""
    operation = f", {failure.operation}" if failure.operation else ""
    return f"{failure.codec} on {failure.workload}{operation}"


def _section(view: View, own_code: Collection[str]) -> Section:
    title = f"{view.unit} of CPU time for one object"
    tables = []
    if view.operations(main=True):
        tables.append(_table(view, title, view.operations(main=True), ranked=True))
    if view.operations(main=False):
        tables.append(_table(view, f"{title}, further operations", view.operations(main=False), ranked=False))
    tables += [table for table in (_allocations(view),) if table.lines]
    return Section(view.workload, tuple(tables), tuple(legend(view, wide=True)), purposes_of(view, own_code))


def _allocations(view: View) -> PageTable:
    """What encode and decode allocate, for the codecs of which it was counted."""
    lines = []
    for codec in view.ranked_codecs():
        cells = [_Cell(codec)]
        for operation in WITH_INTERVAL:
            result = view.rows.get((codec, operation))
            count, size = (result.allocations, result.allocated_bytes) if result else (None, None)
            cells.append(_Cell("" if count is None else number(count) if count else "0", count))
            cells.append(_Cell("" if size is None else f"{size:.0f}", size))
        if any(cell.text for cell in cells[1:]):
            lines.append(_line(cells))
    header = [f"{operation} {what}" for operation in WITH_INTERVAL for what in ("allocations", "bytes")]
    return PageTable("allocated for one object", ("codec", *header), tuple(lines), 1)


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    value: float | None = None
    link: str = ""


def _line(cells: Sequence[_Cell], kind: str = "", share: float | None = None) -> Line:
    return Line(
        tuple(cell.text for cell in cells),
        kind,
        share,
        tuple(cell.value for cell in cells),
        tuple(cell.link for cell in cells),
    )


def _table(view: View, title: str, operations: Sequence[str], ranked: bool) -> PageTable:
    lines = [_codec_line(view, codec, operations, ranked) for codec in view.ranked_codecs()]
    for codec in view.floor_codecs():
        times = _times(view, view.floors, codec, operations)
        cells = [_Cell(""), _Cell(f"{codec} (floor)"), *times, _size(view.floors, codec)]
        lines.append(_line(cells if ranked else cells[1:-1], "floor"))
    header = ("rank", "codec", *operations, "bytes") if ranked else ("codec", *operations)
    kept = tuple(line for line in lines if ranked or any(line.cells[1:]))
    return PageTable(title, header, kept, 2 if ranked else 1)


def _codec_line(view: View, codec: str, operations: Sequence[str], ranked: bool) -> Line:
    times = _times(view, view.rows, codec, operations)
    if not ranked:
        return _line([_Cell(codec), *times])
    total = view.totals.get(codec)
    slowest = max((estimate.median for estimate, _ in view.totals.values()), default=0.0)
    # Codecs without a rank come last.
    rank = _Cell(rank_text(total[1] if total else None), total[0].median if total else float("inf"))
    return _line(
        [rank, _Cell(codec), *times, _size(view.rows, codec)],
        "first" if total and total[1].rank == 1 else "",
        total[0].median / slowest if total and slowest else None,
    )


def _times(
    view: View, results: Mapping[tuple[str, str], Result], codec: str, operations: Sequence[str]
) -> list[_Cell]:
    cells = []
    for operation in operations:
        result = results.get((codec, operation))
        text = time_text(view, result, every_interval=True)
        shown = result and ("decode" if result.shown_as_decode else operation)
        cells.append(
            _Cell(text, result.cpu.median, cell_link(codec, view.workload, shown))
            if result and shown
            else _Cell(text)
        )
    return cells


def _size(results: Mapping[tuple[str, str], Result], codec: str) -> _Cell:
    return _Cell(size_text(results, codec), size_of(results, codec))


def _summary(record: Mapping[str, Any], results: Results) -> str:
    """Where and how much was measured, in one line."""
    machine = dict(machine_words.facts(record.get("machine", {})))
    preset = record.get("plan", {}).get("preset", {})
    parts = [
        machine.get("processor", ""),
        machine.get("cores", ""),
        machine.get("system", ""),
        f"preset {preset['name']}" if preset else "",
        f"noise floor {results.noise_floor:.1%}" if results.noise_floor is not None else "",
        record.get("started_at", "")[:10],
    ]
    return " · ".join(part for part in parts if part)


def _certainty(results: Results) -> str:
    """What the run knows of its own noise."""
    if results.noise_floor is None:
        return (
            "No codec was measured twice as if it were two, so what the machine's noise is was not measured;"
            " the intervals speak of the forks of this run alone."
        )
    return (
        f"The noise floor of this run is {results.noise_floor:.1%}: so far apart were codecs and themselves,"
        " measured twice as if they were two. Two codecs are told apart only where they differ by more than"
        " that and the interval of their ratio excludes 1."
    )


def _twins(results: Results, twins: Mapping[str, str]) -> PageTable:
    """Each twin beside the codec that it is."""
    first = {(result.codec, result.workload, result.operation): result for result in results.rows}
    lines = []
    for second in results.twins:
        result = first.get((twins[second.codec], second.workload, second.operation))
        if result is None or result.shown_as_decode:
            continue
        apart = max(result.cpu.median, second.cpu.median) / min(result.cpu.median, second.cpu.median) - 1
        times = [duration_text(found.cpu.median) for found in (result, second)]
        cells = [result.codec, result.workload, result.operation, *times, f"{apart:.1%}"]
        lines.append(Line(tuple(cells), values=(None,) * 3 + (result.cpu.median, second.cpu.median, apart)))
    header = ("codec", "workload", "operation", "once", "twice", "apart")
    return PageTable("A/A twins", header, tuple(lines), 3)


def _versions(record: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Each codec once, with its libraries and how our code was compiled."""
    found: dict[str, str] = {}
    for runner in record.get("runners", ()):
        libraries = ", ".join(f"{name} {version}" for name, version in runner.get("libraries", {}).items())
        build = runner.get("build", {})
        compiled = " ".join(build[key] for key in ("compiler", "flags") if build.get(key))
        found[runner["codec"]] = "; ".join(part for part in (libraries or "no library", compiled) if part)
    return sorted(found.items())


def _conditions(record: Mapping[str, Any], results: Results) -> list[tuple[str, str]]:
    """How much was measured, on which data."""
    preset = record.get("plan", {}).get("preset", {})
    samples = sum(result.samples for result in (*results.rows, *results.floors) if not result.shown_as_decode)
    found = [
        ("started", record.get("started_at", "")),
        ("preset", f"{preset['name']}: {preset['forks']} forks a cell" if preset else ""),
        ("samples", str(samples)),
        ("seed", str(record.get("seed", ""))),
    ]
    for name, corpus in record.get("corpora", {}).items():
        text = f"{corpus['objects']} objects, {corpus['bytes']} bytes, SHA-256 {corpus['sha256']}"
        found.append((f"corpus of {name}", text))
    return [(label, text) for label, text in found if text]


def _commands(rows: Sequence[Row]) -> list[tuple[str, str]]:
    found: dict[str, str] = {}
    for row in rows:
        found.setdefault(f"{row.codec} on {row.workload}", shlex.join(row.command))
    return sorted(found.items())
