"""A run as a page of words and tables, before it is written as Markdown or HTML. Pure."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from serbench.engine.attempts import measured_again, still_disturbed
from serbench.experiments.store.execute import EXPERIMENT
from serbench.experiments.store.results import store_results
from serbench.record.row import Failure, Row
from serbench.record.run_folder import RunFolder
from serbench.report import machine_words
from serbench.report.answer import answer, answer_over, duration_text, failed_sentence
from serbench.report.beside import BesideRow, beside_rows
from serbench.report.best import Purpose, over_workloads, purposes_of, scopes_of
from serbench.report.cell_link import cell_link
from serbench.report.grid import FormatGrid, grids_of
from serbench.report.grid import summary as grid_summary
from serbench.report.means import Mean, means
from serbench.report.page_table import Cell, Line, PageTable
from serbench.report.result import Result
from serbench.report.rows import Results, crossings_in, own_code_in, results_of
from serbench.report.shown_code import show_options
from serbench.report.store_part import StorePart, store_part
from serbench.report.view import View, legend, number
from serbench.report.workload_tables import classic_tables, tables_of

Record = Mapping[str, Any]
# Of more workloads than these the sentences would be a page of their own; a table has them all.
_MOST_ANSWERED = 2


@dataclass(frozen=True, slots=True)
class Section:
    """What there is to show of one workload; ``classic`` are the two tables of cpp-serializers."""

    workload: str
    tables: tuple[PageTable, ...]
    legend: tuple[str, ...]
    purposes: tuple[Purpose, ...] = ()
    classic: tuple[PageTable, ...] = ()

    @property
    def scopes(self) -> tuple[str, ...]:
        return scopes_of(self.purposes)


@dataclass(frozen=True, slots=True)
class Page:
    """A whole run. ``facts`` and ``versions`` are pairs of label and text; ``repeat`` is the command that
    measures everything again.
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
    certainty: str
    means: PageTable
    twins: PageTable
    grids: tuple[FormatGrid, ...]
    grid_summary: str
    results: Results
    views: tuple[View, ...]
    beside: tuple[BesideRow, ...]
    store: StorePart | None

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
    stored = record.get("experiment") == EXPERIMENT
    options = show_options(record, folder.name)
    store = store_part(store_results(record, folder.rows), options) if stored else None
    # Rows of the store have phases and no operations that rank.
    results = results_of(record, () if stored else folder.rows)
    views = [View.of(results, workload, ascii_only=False) for workload in results.workloads]
    shown = [view for view in views if view.rows or view.floors]
    means_found = means(results)
    over_all = answer_over(means_found, results.noise_floor) if len(shown) > _MOST_ANSWERED else []
    sentences = over_all or [sentence for view in shown for sentence in answer(view)]
    if store:
        sentences = list(store.answers)
    if not sentences:
        sentences.append("Nothing was measured.")
    failed = failed_sentence(len(results.failures))
    own_code = own_code_in(record)
    crossings = crossings_in(record)
    beside = beside_rows(record, folder.rows)
    return Page(
        run=folder.name,
        version=record.get("serbench", ""),
        answers=(*sentences, failed) if failed else tuple(sentences),
        summary=_summary(record, results),
        sections=tuple(_section(view, own_code, beside, record) for view in shown),
        failures=results.failures,
        unavailable=tuple(sorted(record.get("unavailable", {}).items())),
        facts=tuple(machine_words.facts(record.get("machine", {}))),
        versions=tuple(_versions(record)),
        conditions=tuple(_conditions(record, results)),
        repeat=shlex.join(record.get("command", ())),
        certainty=_certainty(results, folder.rows),
        means=_means(means_found),
        twins=_twins(results, record.get("twins", {})),
        grids=grids_of(crossings),
        grid_summary=grid_summary(crossings),
        results=results,
        views=tuple(shown),
        beside=tuple(beside),
        store=store,
    )


def failure_text(failure: Failure) -> str:
    """``cpp/a on record, encode``: what failed."""
    operation = f", {failure.operation}" if failure.operation else ""
    return f"{failure.codec} on {failure.workload}{operation}"


def _section(view: View, own_code: Collection[str], beside: Sequence[BesideRow], record: Record) -> Section:
    of_workload = [row for row in beside if row.beside.workload == view.workload]
    return Section(
        view.workload,
        tables_of(view, of_workload),
        tuple(legend(view, wide=True)),
        purposes_of(view, own_code),
        classic_tables(view, record),
    )


def _summary(record: Record, results: Results) -> str:
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


def _certainty(results: Results, rows: Sequence[Row]) -> str:
    """What the run knows of its own noise."""
    again, disturbed = measured_again(rows), still_disturbed(rows)
    if not again and not disturbed:
        return _noise(results)
    return (
        f"{_noise(results)} Other programs or the hypervisor disturbed some forks: {again} were measured"
        f" again, and of {disturbed} no attempt was quiet."
    )


def _means(found: Sequence[Mean]) -> PageTable:
    """Over all workloads; no lines for one."""
    lines = [
        Line(
            (
                Cell(mean.codec),
                Cell(number(mean.over_best.ratio), mean.over_best.ratio),
                Cell(f"{number(mean.over_best.low)} to {number(mean.over_best.high)}"),
            )
        )
        for mean in found
    ]
    title = "times the fastest, geometric mean over all workloads"
    return PageTable(title, ("codec", "ratio", "95 % interval"), tuple(lines), 1)


def _noise(results: Results) -> str:
    if results.noise_floor is None:
        return (
            "No codec was measured twice as if it were two, so what the machine's noise is was not measured;"
            " the intervals speak of the forks of this run alone."
        )
    return (
        f"The noise floor of this run is {results.noise_floor:.1%}: by so much at most a codec differed from"
        " itself, measured twice as if it were two. Two codecs are told apart only where they differ by more"
        " than that and the interval of their ratio excludes 1."
    )


def _twins(results: Results, twins: Mapping[str, str]) -> PageTable:
    """Each twin beside the codec that it is."""
    first = {(result.codec, result.workload, result.operation): result for result in results.rows}
    lines = []
    for second in results.twins:
        result = first.get((twins[second.codec], second.workload, second.operation))
        if result is None or result.shown_as_decode or second.shown_as_decode:
            continue
        apart = max(result.cpu.median, second.cpu.median) / min(result.cpu.median, second.cpu.median) - 1
        names = [Cell(result.codec), Cell(result.workload), Cell(result.operation)]
        times = [_linked_time(found) for found in (result, second)]
        lines.append(Line((*names, *times, Cell(f"{apart:.1%}", apart))))
    header = ("codec", "workload", "operation", "once", "twice", "apart")
    return PageTable("A/A twins", header, tuple(lines), 3)


def _linked_time(result: Result) -> Cell:
    link = cell_link(result.codec, result.workload, result.operation)
    return Cell(duration_text(result.cpu.median), result.cpu.median, link)


def _versions(record: Record) -> list[tuple[str, str]]:
    """Each codec once, with its libraries and how our code was compiled."""
    found: dict[str, str] = {}
    for runner in record.get("runners", ()):
        libraries = ", ".join(f"{name} {version}" for name, version in runner.get("libraries", {}).items())
        build = runner.get("build", {})
        compiled = " ".join(build[key] for key in ("compiler", "flags") if build.get(key))
        found[runner["codec"]] = "; ".join(part for part in (libraries or "no library", compiled) if part)
    return sorted(found.items())


def _conditions(record: Record, results: Results) -> list[tuple[str, str]]:
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
