"""A run as a page of words and tables, before it is written as Markdown or HTML. Pure."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from serbench.measure.row import Failure, Row
from serbench.measure.run_folder import RunFolder
from serbench.report import machine_words
from serbench.report.answer import answer, failed_sentence
from serbench.report.rows import Result, Results, results_of
from serbench.report.view import WITH_INTERVAL, View, legend, number, rank_text, size_text, time_text


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table. ``kind`` is ``first`` for a codec of rank 1, ``floor``, or empty; ``share`` is the
    codec's part of the slowest one's time, for a bar, where it is ranked."""

    cells: tuple[str, ...]
    kind: str = ""
    share: float | None = None


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


@dataclass(frozen=True, slots=True)
class Page:
    """A whole run. ``facts`` and ``versions`` are pairs of label and text; ``repeat`` is the command that
    measures everything again and ``commands`` are those that measure a single fork, by codec and workload."""

    run: str
    answers: tuple[str, ...]
    sections: tuple[Section, ...]
    failures: tuple[Failure, ...]
    unavailable: tuple[tuple[str, str], ...]
    facts: tuple[tuple[str, str], ...]
    versions: tuple[tuple[str, str], ...]
    conditions: tuple[tuple[str, str], ...]
    repeat: str
    commands: tuple[tuple[str, str], ...]


def page_of(folder: RunFolder) -> Page:
    """The page of a run."""
    record = folder.record
    results = results_of(record, folder.rows)
    views = [View.of(results, workload, ascii_only=False) for workload in results.workloads]
    shown = [view for view in views if view.rows or view.floors]
    sentences = [sentence for view in shown for sentence in answer(view)]
    if not shown:
        sentences.append("Nothing was measured.")
    failed = failed_sentence(len(results.failures))
    return Page(
        run=folder.name,
        answers=(*sentences, failed) if failed else tuple(sentences),
        sections=tuple(_section(view) for view in shown),
        failures=results.failures,
        unavailable=tuple(sorted(record.get("unavailable", {}).items())),
        facts=tuple(machine_words.facts(record.get("machine", {}))),
        versions=tuple(_versions(record)),
        conditions=tuple(_conditions(record, results)),
        repeat=shlex.join(record.get("command", ())),
        commands=tuple(_commands(folder.rows)),
    )


def failure_text(failure: Failure) -> str:
    """``cpp/a on record, encode``: what failed."""
    operation = f", {failure.operation}" if failure.operation else ""
    return f"{failure.codec} on {failure.workload}{operation}"


def _section(view: View) -> Section:
    title = f"{view.unit} of CPU time for one object"
    tables = []
    if view.operations(main=True):
        tables.append(_table(view, title, view.operations(main=True), ranked=True))
    if view.operations(main=False):
        tables.append(_table(view, f"{title}, further operations", view.operations(main=False), ranked=False))
    allocated = _allocations(view)
    if allocated.lines:
        tables.append(allocated)
    return Section(view.workload, tuple(tables), tuple(legend(view, wide=True)))


def _allocations(view: View) -> PageTable:
    """What encode and decode allocate, for the codecs of which it was counted."""
    lines = []
    for codec in view.ranked_codecs():
        cells = [_allocated_text(view.rows.get((codec, operation))) for operation in WITH_INTERVAL]
        if any(part for pair in cells for part in pair):
            lines.append(Line((codec, *(part for pair in cells for part in pair))))
    header = [f"{operation} {what}" for operation in WITH_INTERVAL for what in ("allocations", "bytes")]
    return PageTable("allocated for one object", ("codec", *header), tuple(lines), 1)


def _allocated_text(result: Result | None) -> tuple[str, str]:
    if result is None:
        return ("", "")
    count, size = result.allocations, result.allocated_bytes
    return ("" if count is None else number(count) if count else "0", "" if size is None else f"{size:.0f}")


def _table(view: View, title: str, operations: Sequence[str], ranked: bool) -> PageTable:
    lines = [_codec_line(view, codec, operations, ranked) for codec in view.ranked_codecs()]
    for codec in view.floor_codecs():
        times = _times(view, view.floors, codec, operations)
        cells = ("", f"{codec} (floor)", *times, size_text(view.floors, codec))
        lines.append(Line(cells if ranked else cells[1:-1], "floor"))
    header = ("rank", "codec", *operations, "bytes") if ranked else ("codec", *operations)
    kept = tuple(line for line in lines if ranked or any(line.cells[1:]))
    return PageTable(title, header, kept, 2 if ranked else 1)


def _codec_line(view: View, codec: str, operations: Sequence[str], ranked: bool) -> Line:
    times = _times(view, view.rows, codec, operations)
    if not ranked:
        return Line((codec, *times))
    total = view.totals.get(codec)
    slowest = max((estimate.median for estimate, _ in view.totals.values()), default=0.0)
    return Line(
        (rank_text(total[1] if total else None), codec, *times, size_text(view.rows, codec)),
        "first" if total and total[1].rank == 1 else "",
        total[0].median / slowest if total and slowest else None,
    )


def _times(
    view: View, results: Mapping[tuple[str, str], Result], codec: str, operations: Sequence[str]
) -> list[str]:
    return [time_text(view, results.get((codec, operation)), every_interval=True) for operation in operations]


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
