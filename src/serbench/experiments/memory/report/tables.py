"""The tables of one workload, for terminal and report alike. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from serbench.experiments.memory.costs import Costs
from serbench.experiments.memory.report.cell_result import MemoryResult
from serbench.experiments.memory.report.results import counters_of
from serbench.experiments.memory.report.view import MESSAGES_VIEW, READS, WITH_GC, View, sizes_of
from serbench.operations import FROM_MESSAGES, FROM_OBJECTS, OPERATION_BY_NAME
from serbench.report.columns import ResultColumn, column_of, columns_of, ranked_table
from serbench.report.figures import Shown
from serbench.report.ranked import HAND_WRITTEN, library_cell, name_cell
from serbench.report.table import (
    LIBRARY,
    RANK,
    Cell,
    Column,
    Line,
    Table,
    giving_way,
    number_cell,
    number_columns,
    operation_columns,
    text_columns,
)
from serbench.report.words import ABSENT, ABSENT_WORDS, AS_DECODE, number, rank_text

_KIB, _MIB, _MS_PER_S, _NS_PER_US = 1024, 1024**2, 1000, 1000
# A codec's name of more letters than these may be broken in a terminal.
_UNBROKEN_NAME = 26
_CODEC = Column("codec", is_text=True, unbroken=_UNBROKEN_NAME)
# A terminal that is too narrow for it has it in the view of messages.
_CONVERSION = Column("conversion", short="conver-\nsion", goes=-1)
_READS = Column(READS, short="one\nreads", goes=-1)
_COMPRESSED = ("bytes", "µs to", "µs back")
_COSTS = {
    "peak_bytes": Shown("peak MiB", _MIB, 1),
    "executable_bytes": Shown("executable KiB", _KIB, 0),
    "build_ms": Shown("build s", _MS_PER_S, 1),
    "adapter_lines": Shown("adapter lines", 1, 0),
}


def ranking_table(view: View) -> Table:
    """The main operations of a view: the libraries in the order of their ranks, then hand-written ones and
    the floors."""
    operations = view.operations(main=True)
    places, reads, sizes = view.places, view.reads, sizes_of(view.floors) | view.sizes
    lines = []
    for codec, name, results, kind in _named(view):
        place = places.get(codec)
        cells = (
            Cell(rank_text(place), place.rank if place else None),
            name_cell(name),
            *_times(view, results, codec, operations),
            number_cell(sizes[codec]),
            number_cell(reads.get(codec)),
            Cell(ABSENT) if kind else _conversion(view, codec),
            library_cell(view.library_of(codec)),
        )
        lines.append(Line(cells, kind))
    times = [
        replace(column, goes=None if column.title in FROM_OBJECTS + FROM_MESSAGES else at)
        for at, column in enumerate(operation_columns(operations))
    ]
    columns = (RANK, _CODEC, *times, Column("bytes"), _READS, _CONVERSION, LIBRARY)
    may_be_empty = (column.title for column in (RANK, _READS, _CONVERSION, LIBRARY))
    title = ", ".join(filter(None, (view.name, view.title)))
    return Table(title, columns, tuple(lines)).without_empty(*may_be_empty)


def ranking_tables(view: View) -> list[Table]:
    """The ranking of a view and, where libraries have messages of their own, that of these."""
    views = [one for one in (view, view.messages) if one is not None]
    return [ranking_table(one) for one in views if one.operations(main=True)]


def further_table(view: View, operations: Sequence[str], title: str) -> Table:
    """Other operations; a codec or a floor that has none of them has no line."""
    lines = []
    for codec, name, results, kind in _named(view):
        times = _times(view, results, codec, operations)
        if any(time.value is not None for time in times):
            peak = number_cell(_peak_bytes(results, codec), _MIB, 1)
            lines.append(Line((name_cell(name), *times, peak), kind))
    columns = (_CODEC, *operation_columns(operations), Column("peak MiB", short="peak\nMiB"))
    return Table(title, giving_way(columns), tuple(lines)).without_empty_columns()


def with_gc_table(view: View) -> Table:
    """The times over whole collections, of what was measured so because its samples are too short for them;
    without lines where nothing was."""
    operations = [*view.operations(main=True), *view.operations(main=False)]
    lines = []
    for codec, name, results, kind in _named(view):
        times = [_with_gc(view, results.get((codec, operation))) for operation in operations]
        lines += [Line((name_cell(name), *times), kind)] if any(time.is_there for time in times) else []
    columns = (_CODEC, *operation_columns(operations))
    return Table(f"{view.title}, {WITH_GC}", giving_way(columns), tuple(lines)).without_empty_columns()


def way_tables(view: View, totals: Sequence[MemoryResult], costs: Sequence[Costs] = ()) -> list[Table]:
    """A ranking for each way: the total that ranks the view, with the ``costs``, then each operation, of its
    rows and floors."""
    measured = (*view.rows.values(), *view.floors.values())
    named = [one for one in OPERATION_BY_NAME if any(of.operation == one for of in measured)]
    own = [one for one in named if one in view.with_interval or view.name != MESSAGES_VIEW]
    found = [_way_table(view, totals, costs)] if totals else []
    return found + [
        _way_table(view, of_way)
        for name in own
        if any(not one.shown_as_decode for one in measured if one.operation == name)
        and (of_way := sorted((one for one in measured if one.operation == name), key=_by_time))
    ]


def _by_time(result: MemoryResult) -> float:
    return result.cpu.median


def _way_table(view: View, results: Sequence[MemoryResult], costs: Sequence[Costs] = ()) -> Table:
    title = ", ".join(filter(None, (results[0].way, view.name)))
    columns = [
        ResultColumn(Column(view.unit), lambda one: _way_cell(view, one)),
        *columns_of(results, "interval"),
        column_of(Shown("bytes", 1, 0), lambda one: one.size_bytes),
        column_of(Shown("allocations"), lambda one: one.allocations),
        column_of(Shown("allocated B", 1, 0), lambda one: one.allocated_bytes),
        column_of(Shown("instructions", 1, 0), lambda one: one.instructions),
        column_of(Shown(f"wall {view.unit}", view.unit_ns), lambda one: one.wall),
        column_of(Shown(WITH_GC, view.unit_ns), lambda one: one.with_gc_ns),
        *_cost_columns(costs),
    ]
    return ranked_table(f"{view.workload}: {title}", results, columns, view.is_across)


def _cost_columns(costs: Sequence[Costs]) -> list[ResultColumn[MemoryResult]]:
    """The columns of what is known of codecs besides their results."""
    of_codec = {one.codec: one for one in costs}

    def cost(one: MemoryResult, name: str) -> float | None:
        known: float | None = getattr(of_codec.get(one.codec), name, None)
        return known

    return [column_of(how, partial(cost, name=name)) for name, how in _COSTS.items()]


def _way_cell(view: View, one: MemoryResult) -> Cell:
    if one.shown_as_decode:
        return Cell(AS_DECODE)
    return Cell(view.time(one.cpu) + ("*" if one.not_read else ""), one.cpu.median / view.unit_ns, one.link)


def _peak_bytes(results: Mapping[tuple[str, str], MemoryResult], codec: str) -> int | None:
    """The largest resident size of a codec's processes."""
    peaks = [result.peak_bytes for (of, _), result in results.items() if of == codec]
    return max((peak for peak in peaks if peak is not None), default=None)


def without_decoders(table: Table) -> Table:
    """The table without the codecs of which nothing but a decode can be shown."""
    times = [number for number, column in enumerate(table.columns) if column.title in OPERATION_BY_NAME]
    kept = (line for line in table.lines if {line.texts[number] for number in times} - ABSENT_WORDS.keys())
    return replace(table, lines=tuple(kept))


def tables_of(view: View, costs: Sequence[Costs]) -> tuple[Table, ...]:
    """The ranking, further operations, the collector's cost, and the measures besides time, as far as
    measured."""
    needs = needs_table(view, costs, [*view.libraries, *view.hand_written])
    rest = (with_gc_table(view), needs, compressed_table(view, costs))
    found = ranking_tables(view)
    if further := view.operations(main=False):
        found.append(without_decoders(further_table(view, further, f"{view.title}, further operations")))
    return (*found, *(table for table in rest if table.lines))


def classic_tables(view: View, record: Mapping[str, Any]) -> tuple[Table, ...]:
    """The two tables of cpp-serializers, from the operation ``roundtrip``: what serializes and deserializes,
    and the formats of which a message is built, serialized and opened, and nothing is read."""
    versions = {
        runner["codec"]: _versions(runner.get("libraries", {})) for runner in record.get("runners", ())
    }
    columns = (*text_columns("codec", "version"), *number_columns("bytes", f"{view.unit} of {view.clock}"))
    of_roundtrip = [result for (_, operation), result in view.rows.items() if operation == "roundtrip"]
    lines: dict[bool, list[Line]] = {False: [], True: []}
    for result in sorted(of_roundtrip, key=lambda result: result.cpu.median):
        names = (Cell(result.codec), Cell(versions.get(result.codec, "")))
        line = Line((*names, number_cell(result.size_bytes), _time(view, result)))
        lines[result.not_read].append(line)
    titles = {False: "serialize + deserialize", True: "build + serialize + deserialize"}
    return tuple(Table(titles[unread], columns, tuple(found)) for unread, found in lines.items() if found)


def needs_table(view: View, costs: Sequence[Costs], codecs: Collection[str]) -> Table:
    """Memory and instructions of encode and decode, and what the executable and the adapter are."""
    by_codec = {row.codec: row for row in costs}
    measured = {**view.rows, **view.floors}
    shorts = {"allocations": "allocs", "bytes": "bytes", "instructions": "instr."}
    columns = [
        _CODEC,
        *(Column(f"{of} {what}", short=f"{of}\n{shorts[what]}") for of in FROM_OBJECTS for what in shorts),
        *(Column(how.title, short=how.title.replace(" ", "\n")) for how in _COSTS.values()),
    ]
    lines = []
    for codec in codecs:
        cells = [Cell(codec)]
        for operation in FROM_OBJECTS:
            cells += _counted(measured.get((codec, operation)))
        for name, how in _COSTS.items():
            value = getattr(by_codec.get(codec), name, None)
            cells.append(number_cell(value, how.unit, how.decimals or 0, short_decimals=0))
        lines += [Line(tuple(cells))] if any(cell.is_there for cell in cells[1:]) else []
    counters = counters_of(view.rows.values())
    title = "other measures, for one object" + (f"; instructions by {counters}" if counters else "")
    return Table(title, giving_way(columns), tuple(lines)).without_empty_columns()


def compressed_table(view: View, costs: Sequence[Costs]) -> Table:
    """Each codec with each compressor: the size of one message, and the time there and back."""
    sizes = sizes_of(view.floors) | view.sizes
    names = list(dict.fromkeys(one.compressor for row in costs for one in row.compressed))
    columns = [_CODEC, Column("bytes")]
    for name in names:
        columns += [Column(f"{name} {what}", short=f"{name}\n{what}") for what in _COMPRESSED]
    lines = []
    for row in costs:
        by_name = {one.compressor: one for one in row.compressed}
        cells = [Cell(row.codec), number_cell(sizes.get(row.codec))]
        for name in names:
            one = by_name.get(name)
            cells += [
                number_cell(one.size_bytes if one else None),
                number_cell(one.compress_ns if one else None, _NS_PER_US, 1),
                number_cell(one.decompress_ns if one else None, _NS_PER_US, 1),
            ]
        lines += [Line(tuple(cells))] if by_name else []
    return Table("one message after a compressor", giving_way(columns), tuple(lines))


def _named(view: View) -> list[tuple[str, str, Mapping[tuple[str, str], MemoryResult], str]]:
    """The libraries and then the references: each with its shown name, its results and the kind of its
    line."""
    libraries = [(codec, view.name_of(codec), view.rows, "") for codec in view.libraries]
    hand_written = [(codec, f"{codec}{HAND_WRITTEN}", view.rows, "reference") for codec in view.hand_written]
    floors = sorted({codec for codec, _ in view.floors})
    return [*libraries, *hand_written, *((of, f"{of} (floor)", view.floors, "reference") for of in floors)]


def _times(
    view: View, results: Mapping[tuple[str, str], MemoryResult], codec: str, operations: Sequence[str]
) -> list[Cell]:
    return [
        _time(view, results[codec, operation])
        if (codec, operation) in results
        else Cell(view.why_missing(codec, operation))
        for operation in operations
    ]


def _time(view: View, result: MemoryResult) -> Cell:
    """A terminal has room for the intervals of the main two operations only."""
    if result.shown_as_decode:
        return Cell(AS_DECODE, result.cpu.median)
    mark = "*" if result.not_read else ""
    short = None if result.operation in view.with_interval else view.time(result.cpu) + mark
    return Cell(view.time_with_interval(result.cpu) + mark, result.cpu.median, result.link, short)


def _conversion(view: View, codec: str) -> Cell:
    """The shares of encode and of decode that convert between object and message: ``85/62 %``."""
    shares = [view.conversions.get((codec, operation)) for operation in FROM_OBJECTS]
    if all(share is None for share in shares):
        return Cell(ABSENT)
    texts = (ABSENT if share is None else f"{share * 100:.0f}" for share in shares)
    return Cell(f"{'/'.join(texts)} %")


def _with_gc(view: View, result: MemoryResult | None) -> Cell:
    if result is None or result.shown_as_decode or result.with_gc_ns is None:
        return Cell(ABSENT)
    return Cell(number(result.with_gc_ns / view.unit_ns), result.with_gc_ns, result.link)


def _counted(result: MemoryResult | None) -> list[Cell]:
    """Allocations, bytes allocated and instructions of one operation on one object."""
    if result is None:
        return [Cell(ABSENT)] * 3
    count = result.allocations
    allocations = Cell(ABSENT)
    if count is not None:
        allocations = Cell(number(count) if count else "0", count, result.link, f"{count:.0f}")
    rest = (result.allocated_bytes, result.instructions)
    return [allocations, *(number_cell(value, link=result.link) for value in rest)]


def _versions(libraries: Mapping[str, str]) -> str:
    """The version of the only library, else each with its name."""
    if len(libraries) == 1:
        return next(iter(libraries.values()))
    return ", ".join(f"{name} {version}" for name, version in libraries.items())
