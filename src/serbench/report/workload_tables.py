"""The tables of one workload. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from serbench.report.beside import BesideRow
from serbench.report.cell_link import cell_link
from serbench.report.page_table import Cell, Line, PageTable, number_cell
from serbench.report.result import Result, counters_of
from serbench.report.view import (
    WITH_INTERVAL,
    View,
    number,
    rank_text,
    size_of,
    size_text,
    time_text,
)

_KIB, _MIB, _MS_PER_S, _NS_PER_US = 1024, 1024**2, 1000, 1000


def tables_of(view: View, beside: Sequence[BesideRow]) -> tuple[PageTable, ...]:
    """The ranking, further operations, and what stands beside time, as far as it was measured."""
    title = f"{view.unit} of CPU time for one object"
    found = []
    if view.operations(main=True):
        found.append(_times_table(view, title, view.operations(main=True), ranked=True))
    if view.operations(main=False):
        further = f"{title}, further operations"
        found.append(_times_table(view, further, view.operations(main=False), ranked=False))
    found += [table for table in (_needs(view, beside), _compressed(view, beside)) if table.lines]
    return tuple(found)


def classic_tables(view: View, record: Mapping[str, Any]) -> tuple[PageTable, ...]:
    """The two tables of cpp-serializers, from the operation ``roundtrip``: what serializes and deserializes,
    and the formats of which a message is built, serialized and opened, and nothing is read."""
    versions = {
        runner["codec"]: _versions(runner.get("libraries", {})) for runner in record.get("runners", ())
    }
    header = ("codec", "version", "bytes", f"{view.unit} of CPU time")
    of_roundtrip = sorted(
        (result for (_, operation), result in view.rows.items() if operation == "roundtrip"),
        key=lambda result: result.cpu.median,
    )
    found = []
    for title, unread in (("serialize + deserialize", False), ("build + serialize + deserialize", True)):
        lines = [
            Line(
                (
                    Cell(result.codec),
                    Cell(versions.get(result.codec, "")),
                    number_cell(result.size_bytes),
                    _time(view, result, "roundtrip"),
                )
            )
            for result in of_roundtrip
            if result.not_read == unread
        ]
        found += [PageTable(title, header, tuple(lines), 2)] if lines else []
    return tuple(found)


def _versions(libraries: Mapping[str, str]) -> str:
    """The version of the only library, else each with its name."""
    if len(libraries) == 1:
        return next(iter(libraries.values()))
    return ", ".join(f"{name} {version}" for name, version in libraries.items())


def _times_table(view: View, title: str, operations: Sequence[str], ranked: bool) -> PageTable:
    lines = [_codec_line(view, codec, operations, ranked) for codec in view.ranked_codecs()]
    for codec in view.floor_codecs():
        times = [_time(view, view.floors.get((codec, name)), name) for name in operations]
        cells = (Cell(""), Cell(f"{codec} (floor)"), *times, _size(view.floors, codec))
        lines.append(Line(cells if ranked else cells[1:-1], "floor"))
    header = ("rank", "codec", *operations, "bytes") if ranked else ("codec", *operations)
    # A codec of which nothing but a decode could be shown has no line among the further operations.
    kept = tuple(line for line in lines if ranked or set(line.texts[1:]) - {"", "="})
    return PageTable(title, header, kept, 2 if ranked else 1)


def _codec_line(view: View, codec: str, operations: Sequence[str], ranked: bool) -> Line:
    times = [_time(view, view.rows.get((codec, name)), name) for name in operations]
    if not ranked:
        return Line((Cell(codec), *times))
    total = view.totals.get(codec)
    slowest = max((estimate.median for estimate, _ in view.totals.values()), default=0.0)
    rank = Cell(rank_text(view.places.get(codec)), total[0].median if total else None)
    return Line(
        (rank, Cell(codec), *times, _size(view.rows, codec)),
        "first" if codec in view.places and view.places[codec].rank == 1 else "",
        total[0].median / slowest if total and slowest else None,
    )


def _time(view: View, result: Result | None, operation: str) -> Cell:
    text = time_text(view, result, every_interval=True)
    if result is None:
        return Cell(text)
    link = "" if result.shown_as_decode else cell_link(result.codec, view.workload, operation)
    return Cell(text, result.cpu.median, link)


def _size(results: Mapping[tuple[str, str], Result], codec: str) -> Cell:
    return Cell(size_text(results, codec), size_of(results, codec))


def _needs(view: View, beside: Sequence[BesideRow]) -> PageTable:
    """Memory and instructions of encode and decode, and what the executable and the page are."""
    by_codec = {row.beside.codec: row for row in beside}
    header = ["codec"]
    for operation in WITH_INTERVAL:
        header += [f"{operation} {what}" for what in ("allocations", "bytes", "instructions")]
    header += ["peak MiB", "executable KiB", "build s", "page lines"]
    lines = []
    for codec in view.ranked_codecs():
        cells = [Cell(codec)]
        for operation in WITH_INTERVAL:
            cells += _counted(view, view.rows.get((codec, operation)))
        row = by_codec.get(codec)
        noted = row.beside if row else None
        cells += [
            number_cell(row.peak_bytes if row else None, _MIB, 1),
            number_cell(noted.executable_bytes if noted else None, _KIB),
            number_cell(noted.build_ms if noted else None, _MS_PER_S, 1),
            number_cell(noted.page_lines if noted else None),
        ]
        lines += [Line(tuple(cells))] if any(cell.text for cell in cells[1:]) else []
    counters = counters_of(view.rows.values())
    title = "beside time, for one object" + (f"; instructions by {counters}" if counters else "")
    table = PageTable(title, tuple(header), tuple(lines), 1)
    return table.without_empty_columns()


def _counted(view: View, result: Result | None) -> list[Cell]:
    """Allocations, bytes allocated and instructions of one operation on one object."""
    if result is None:
        return [Cell("")] * 3
    link = cell_link(result.codec, view.workload, result.operation)
    count = result.allocations
    allocations = Cell("") if count is None else Cell(number(count) if count else "0", count, link)
    rest = (result.allocated_bytes, result.instructions)
    return [allocations, *(number_cell(value, link=link) for value in rest)]


def _compressed(view: View, beside: Sequence[BesideRow]) -> PageTable:
    """Each codec with each compressor: the size of one message, and the time there and back."""
    names = list(dict.fromkeys(one.compressor for row in beside for one in row.beside.compressed))
    header = ["codec", "bytes"]
    header += [f"{name} {what}" for name in names for what in ("bytes", "µs to", "µs back")]
    lines = []
    for row in beside:
        by_name = {one.compressor: one for one in row.beside.compressed}
        cells = [Cell(row.beside.codec), _size({**view.rows, **view.floors}, row.beside.codec)]
        for name in names:
            one = by_name.get(name)
            cells += [
                number_cell(one.size_bytes if one else None),
                number_cell(one.compress_ns if one else None, _NS_PER_US, 1),
                number_cell(one.decompress_ns if one else None, _NS_PER_US, 1),
            ]
        lines += [Line(tuple(cells))] if by_name else []
    return PageTable("one message after a compressor", tuple(header), tuple(lines), 1)
