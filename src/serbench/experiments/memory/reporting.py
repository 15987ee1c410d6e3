"""How runs in memory are reported and compared: tables for a terminal, the document of --json, CSV, a side of
a comparison, and the tables that cpp-serializers published."""

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console

from serbench.compare.side import PUBLISHED, PublishedTable, Side, measured_side
from serbench.engine.attempts import counting_though_disturbed, measured_again
from serbench.experiments.memory.costs import Costs, costs_in
from serbench.experiments.memory.report import tables
from serbench.experiments.memory.report.best import fast
from serbench.experiments.memory.report.cell_result import MemoryResult
from serbench.experiments.memory.report.contents import contents_of, views_of
from serbench.experiments.memory.report.formats import formats_of
from serbench.experiments.memory.report.means import Mean, legend_of, means, means_of_each, multiples_table
from serbench.experiments.memory.report.measuring import measuring_json
from serbench.experiments.memory.report.results import MemoryResults, counters_of, groups_in, memory_results
from serbench.experiments.memory.report.sums import ranking_operations, sums
from serbench.experiments.memory.report.view import View, rankings_json
from serbench.experiments.reporting import Extras, Reporting
from serbench.languages import languages
from serbench.operations import FROM_OBJECTS, OPERATION_BY_NAME
from serbench.record.run_folder import RunFolder
from serbench.report.cells import times_in
from serbench.report.document import cells_csv, require_lines
from serbench.report.grid import crossing_json, crossings_in, print_crossing_summary
from serbench.report.standing import Key
from serbench.report.table import Line, Table, text_line
from serbench.report.terminal import print_failures, print_table, say, say_all
from serbench.report.words import listed
from serbench.statistics.estimate import Estimate
from serbench.statistics.noise import noise_json

_PUBLISHED = Path(__file__).parent / "report" / "published" / "cpp_serializers.csv"
_NS_PER_MS = 1_000_000
# What cpp-serializers measured, in our words.
_WORKLOAD, _OPERATION = "record", "roundtrip"
_unranked = partial(memory_results, ranked=False)


def side_of(folder: RunFolder) -> Side:
    results = folder.once(_unranked)
    of_workloads = {workload: results.rows_of(workload) for workload in results.workloads}
    measured = [result for result in results.rows if not result.shown_as_decode]
    return measured_side(
        folder,
        {result.cell: result.cpu for result in measured},
        {(result.codec, result.workload): result.size_bytes for result in measured},
        totals={workload: sums(of) for workload, of in of_workloads.items()},
        total_of={workload: " + ".join(ranking_operations(of)) for workload, of in of_workloads.items()},
        failures=results.failures,
        noise=results.noise,
    )


def published_tables() -> dict[str, PublishedTable]:
    with _PUBLISHED.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    return {
        table: PublishedTable(partial(_side, table, [line for line in lines if line["table"] == table]))
        for table in dict.fromkeys(line["table"] for line in lines)
    }


def _side(table: str, lines: Sequence[Mapping[str, str]]) -> Side:
    codecs = {f"{line['language']}/{line['serializer']}": line for line in lines}
    return Side(
        name=PUBLISHED + table,
        claimed=True,
        times={
            (codec, _WORKLOAD, _OPERATION): Estimate.of(
                [float(line["time_ms"]) * _NS_PER_MS / int(line["iterations"])]
            )
            for codec, line in codecs.items()
        },
        sizes={(codec, _WORKLOAD): float(line["size_bytes"]) for codec, line in codecs.items()},
        versions={codec: line["version"] for codec, line in codecs.items()},
        description=f"{lines[0]['source']} of cpp-serializers, {lines[0]['machine']}",
    )


_COMPILING = listed([one.title for one in languages() if one.jit_compiled])
_COSTS_LEGEND = (
    "Allocations and instructions are those of one operation. Peak is the resident memory of the process,"
    " with corpus and harness. An executable has its symbols and no shared libraries"
    f" (in {_COMPILING}: its classes). Lines are those of the codec's adapter."
)
_COSTS = ("codec", "workload", "peak_bytes", "executable_bytes", "build_ms", "adapter_lines")
_LISTS = {"parameters": json.dumps, "tied": " ".join}


def print_results(
    results: MemoryResults, console: Console, groups: Mapping[str, str] | None = None, is_across: bool = False
) -> None:
    """Prints a ranked table per workload, then what failed.

    ``groups`` maps codecs to what they are grouped by, which changes no rank. Ranks are within each language
    unless ``is_across``.
    """
    for view in views_of(results, is_across):
        _print_workload(view, console, groups or {})
    print_failures(results.failures, console)


def print_costs(rows: Sequence[Costs], results: MemoryResults, console: Console) -> None:
    """For each workload a table of what codecs need, and one of their messages after compressors."""
    for workload in dict.fromkeys(row.workload for row in rows):
        view = View.of(results, workload)
        of_workload = [row for row in rows if row.workload == workload]
        needs = tables.needs_table(view, of_workload, [row.codec for row in of_workload])
        _print_titled(f"{workload}: other measures", needs.without(["encode bytes"]), console)
        counters = counters_of((*view.rows.values(), *view.floors.values()))
        counted = f" Instructions were counted by {counters}." if counters else ""
        say(_COSTS_LEGEND + counted, console, soft_wrap=True)
        console.print()
        compressed = tables.compressed_table(view, of_workload)
        if compressed.lines:
            _print_titled(f"{workload}: {compressed.title}", compressed, console)
            console.print()


def print_means(found: Iterable[Sequence[Mean]], console: Console, noun: str = "forks") -> None:
    """Prints each of these tables of means."""
    for of_language in found:
        print_table(multiples_table(of_language), console)
        say_all(legend_of(of_language[0], noun), console)
        console.print()


def _print_rankings(folder: RunFolder, console: Console, extras: Extras) -> None:
    """Only the ranked tables of each workload."""
    results, groups = folder.once(memory_results), groups_in(folder.record, extras.group_by)
    for view in views_of(results, extras.is_across):
        _print_ranked(view, console, groups)


def _print_ranked(view: View, console: Console, groups: Mapping[str, str]) -> None:
    """The tables of both sides: from objects, and from a library's own messages where there are any."""
    for one in (view, view.messages):
        if one is not None and one.operations(main=True):
            table = _grouped(tables.ranking_table(one), groups)
            _print_titled(f"{one.workload}: {table.title}", table, console)


def _print_workload(view: View, console: Console, groups: Mapping[str, str]) -> None:
    _print_ranked(view, console, groups)
    others = view.operations(main=False)
    for side, heading in (("application", "further operations"), ("library", "on the library's side")):
        of_side = [name for name in others if OPERATION_BY_NAME[name].side == side]
        if of_side:
            title = f"{view.workload}: {view.title}, {heading}"
            print_table(tables.further_table(view, of_side, title), console, gap=1)
    if (with_gc := tables.with_gc_table(view)).lines:
        _print_titled(f"{view.workload}: {with_gc.title}", with_gc, console)
    console.print()


def _print_titled(title: str, table: Table, console: Console) -> None:
    print_table(replace(table, title=title), console, gap=1)


def _grouped(table: Table, groups: Mapping[str, str]) -> Table:
    """The lines under the headings of their groups, in each in their order; references stay last."""
    lines: list[Line] = []
    group = ""

    def group_of(line: Line) -> str:
        return groups.get(line.texts[1], "")

    blanks = [""] * (len(table.columns) - 2)
    for line in sorted(table.lines, key=lambda line: (line.kind == "reference", group_of(line))):
        if line.kind != "reference" and group_of(line) != group:
            group = group_of(line)
            lines.append(text_line("", group, *blanks, kind="group"))
        lines.append(line)
    return replace(table, lines=tuple(lines))


def print_run(folder: RunFolder, console: Console, extras: Extras) -> None:
    record, results = folder.record, folder.once(memory_results)
    print_results(results, console, groups_in(record, extras.group_by), extras.is_across)
    if extras.costs:
        print_costs(costs_in(record, folder.rows), results, console)
    print_means(means_of_each(results, extras.is_across).values(), console, results.noun)
    print_crossing_summary(crossings_in(record), console)


def document_of(folder: RunFolder) -> dict[str, Any]:
    """The document that ``run --json`` prints."""
    results = folder.once(memory_results)
    costs = costs_in(folder.record, folder.rows)
    return {
        "run": folder.name,
        "directory": str(folder.path),
        "experiment": folder.experiment,
        "noise_floors": noise_json(results.noise),
        "blocks": results.blocks.number,
        "measured_again": measured_again(folder.rows),
        "disturbed_forks": len(counting_though_disturbed(folder.rows)),
        "measuring": measuring_json(folder.rows),
        "rows": [result.to_json() for result in results.rows],
        "floors": [result.to_json() for result in results.floors],
        "twins": [result.to_json() for result in results.twins],
        "views": [row for view in views_of(results) for row in rankings_json(view)],
        "geometric_means": [mean.to_json() for mean in means(results) if not mean.is_mix],
        "mix": [mean.to_json() for mean in means(results) if mean.is_mix],
        "formats": _format_rows(folder.record, results),
        "failures": [asdict(failure) for failure in results.failures],
        "costs": [{name: getattr(of, name) for name in _COSTS} for of in costs],
        "compression": [row for of in costs for row in _compressed_rows(of)],
        "interop": [crossing_json(crossing) for crossing in crossings_in(folder.record)],
    }


def _format_rows(record: Mapping[str, Any], results: MemoryResults) -> list[dict[str, Any]]:
    """A row for each language of each format that several have."""
    return [
        found.to_json(view.workload, name)
        for view in views_of(results)
        for name, of_format in formats_of(view, record).items()
        for found in of_format.values()
    ]


def _compressed_rows(costs: Costs) -> list[dict[str, Any]]:
    """A row for each compressor: the mean size of a message, and the time for one."""
    numbers = ("size_bytes", "compress_ns", "decompress_ns")
    return [
        {"codec": costs.codec, "workload": costs.workload, "compressor": one.compressor}
        | {name: round(getattr(one, name), 3) for name in numbers}
        for one in costs.compressed
    ]


def csv_of(folder: RunFolder) -> str:
    """Codecs first, then floors (column ``kind``). ``tied`` joins names by spaces, ``parameters`` is JSON;
    unknown values are empty. Raises BadInput where there are none."""
    results = folder.once(memory_results)
    lines = [_fields("row", result) for result in results.rows]
    lines += [_fields("floor", result) for result in results.floors]
    require_lines(lines)
    return cells_csv(list(lines[0]), lines)


def _fields(kind: str, result: MemoryResult) -> dict[str, Any]:
    fields = {"kind": kind, **result.to_json()}
    return fields | {name: to_text(fields[name]) for name, to_text in _LISTS.items()}


def _fast(folder: RunFolder) -> tuple[str, ...]:
    return fast(views_of(folder.once(memory_results)))


def _times(folder: RunFolder) -> dict[Key, Estimate]:
    return times_in(folder.rows, MemoryResult)


def _twin_times(folder: RunFolder) -> dict[Key, Estimate]:
    return {key: time for key, time in _times(folder).items() if key[2] in FROM_OBJECTS}


REPORTING = Reporting(
    document=document_of,
    contents=contents_of,
    fast=_fast,
    show=print_run,
    csv=csv_of,
    side=side_of,
    times=_times,
    twin_times=_twin_times,
    published=published_tables,
    ranking=_print_rankings,
    has_costs=True,
    twins=lambda folder: folder.once(memory_results).twinned,
)
