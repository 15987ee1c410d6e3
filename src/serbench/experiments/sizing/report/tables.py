"""The sizes of a run as tables. Pure."""

from collections.abc import Callable, Mapping, Sequence

from serbench.codecs.naming import short_name
from serbench.experiments.sizing.compressing import (
    BATCHES,
    DICTIONARIES,
    GZIP,
    GZIP_LEVEL,
    RAW,
    SHOWN_DICTIONARY,
    ZSTD,
    ZSTD_LEVEL,
)
from serbench.experiments.sizing.results import JSON, SHOWN_PERCENT, Sized, SizingResults
from serbench.record.titles import MIX
from serbench.report.ranked import mark_words, marked_name, name_cell
from serbench.report.table import Cell, Column, Line, Table, number_columns
from serbench.report.words import number

_NAMED = (Column("format", is_text=True), Column("codec", is_text=True, goes=9))
# Without the codec, rows of one format cannot be told apart: where a terminal is narrow, other sizes of
# dictionaries than the one that the legend explains go first.
_GOES = {name: at for at, name in enumerate(DICTIONARIES) if name != SHOWN_DICTIONARY}


def reference_of(rows: Sequence[Sized]) -> Sized | None:
    """The JSON of a workload, to which others are compared."""
    return next((one for one in rows if one.format == JSON), None)


def size_tables(results: SizingResults) -> list[Table]:
    """For each workload the sizes of messages, what compression leaves of them, and batches."""
    return [
        table
        for workload in results.workloads
        for rows in [results.of_workload(workload)]
        for table in (
            _raw_table(workload, rows),
            _single_table(workload, rows),
            _batch_table(workload, rows, ZSTD),
        )
        if table.lines
    ]


def gzip_tables(results: SizingResults) -> list[Table]:
    """The batches of each workload after gzip."""
    found = (_batch_table(name, results.of_workload(name), GZIP) for name in results.workloads)
    return [table for table in found if table.lines]


def _raw_table(workload: str, rows: Sequence[Sized]) -> Table:
    reference = reference_of(rows)
    columns = [*_NAMED, *number_columns(*(f"p{percent}" for percent in SHOWN_PERCENT), "mean")]
    columns += [Column("% of JSON"), Column("total", goes=1)]

    def cells(one: Sized) -> list[Cell]:
        whole = reference.mean if reference else 0
        of = Cell(f"{100 * one.mean / whole:.0f}", one.mean / whole) if whole else Cell("")
        shown = [Cell(str(one.percentile(percent)), one.percentile(percent)) for percent in SHOWN_PERCENT]
        return [*shown, _bytes_cell(one.mean), of, Cell(f"{one.sizes.raw.bytes:,}", one.sizes.raw.bytes)]

    return _table(f"{workload}: bytes of a message", rows, columns, cells)


def _single_table(workload: str, rows: Sequence[Sized]) -> Table:
    names = [name for name in (RAW, GZIP, ZSTD, *DICTIONARIES) if any(name in one.singles for one in rows)]
    columns = [*_NAMED, *(Column(name, goes=_GOES.get(name)) for name in names)]
    return _table(
        f"{workload}: mean bytes of a message, each compressed on its own",
        rows,
        columns,
        lambda one: [_bytes_cell(one.singles.get(name)) for name in names],
    )


def _batch_table(workload: str, rows: Sequence[Sized], compressor: str) -> Table:
    batches = [one.batched(compressor) for one in rows]
    numbers = [number for number in BATCHES if any(number in of for of in batches)]
    columns = [*_NAMED, *number_columns(*map(str, numbers))]
    return _table(
        f"{workload}: bytes of an object, N compressed together by {compressor}",
        rows,
        columns,
        lambda one: [_bytes_cell(one.batched(compressor).get(number)) for number in numbers],
    )


def _table(
    title: str, rows: Sequence[Sized], columns: Sequence[Column], cells: Callable[[Sized], list[Cell]]
) -> Table:
    lines = (Line((Cell(one.format), name_cell(marked_name(one)), *cells(one))) for one in rows)
    return Table(title, tuple(columns), tuple(lines)).without_empty_columns()


def _bytes_cell(value: float | None) -> Cell:
    return Cell("") if value is None else Cell(bytes_text(value), value)


def bytes_text(value: float) -> str:
    """A mean number of bytes: whole ones from 100 on, three digits below."""
    return f"{value:.0f}" if value >= 100 or not value else number(value)


def legend(results: SizingResults) -> list[str]:
    rows = results.rows
    lines = [
        "Percentiles and total are those of the messages that were written; every one was read back and"
        " compared with its object.",
        f"Compressed by gzip at level {GZIP_LEVEL} and zstd at level {ZSTD_LEVEL}; {SHOWN_DICTIONARY} has a"
        " dictionary of at most 32 KB that both sides know. It is trained on one half of the messages and"
        " measured on the other, as are all columns of that table.",
        "N compressed together: consecutive messages, one after the other, without what separates them.",
        *_sample_words(results),
    ]
    if MIX in results.workloads:
        lines.append(
            "mix: all types, as often as the data have them, with percentiles exact to a hundredth of each"
            " type and the total of all objects of the data; a batch is of one type."
        )
    return [*lines, *mark_words(rows)]


def _sample_words(results: SizingResults) -> list[str]:
    """How many messages were compressed, where those are not all."""
    words: Mapping[str, None] = dict.fromkeys(
        f"Of {one.sizes.raw.objects:,} messages of {short_name(one.codec)} in"
        f" {one.workload},"
        f" {one.sizes.single[RAW].objects:,} are compressed one by one and {one.sizes.trained:,} train"
        " dictionaries, spread evenly."
        for workload in results.workloads
        if workload != MIX
        for one in results.of_workload(workload)[-1:]
        if one.sizes.single[RAW].objects + one.sizes.trained < one.sizes.raw.objects
    )
    return list(words)
