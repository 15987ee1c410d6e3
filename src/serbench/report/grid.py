"""The interop grid as one matrix per format: which codec reads what which other wrote."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rich.console import Console

from serbench.record.reading import typed
from serbench.record.run_files import RECORD
from serbench.report.table import Column, Table, number_columns, text_columns, text_line
from serbench.report.terminal import print_table, say
from serbench.report.words import ABSENT, FAILED, UNMEASURED
from serbench.verification.interop import DECLARED, FAILS, IDENTICAL, SAME_VALUE, Crossing

MARKS = {IDENTICAL: "=", SAME_VALUE: "+", DECLARED: "~", FAILS: FAILED}
MEANINGS = {
    IDENTICAL: "writer and reader write the same bytes",
    SAME_VALUE: "different bytes, same value",
    DECLARED: "read, except for what the reader's manifest declares",
    FAILS: "fails",
}
# From the best to the worst; of several workloads the worst counts.
_ORDER = (IDENTICAL, SAME_VALUE, DECLARED, FAILS)


@dataclass(frozen=True, slots=True)
class FormatGrid:
    """The codecs of one format. ``results[w][r]`` is what reader ``r`` makes of writer ``w`` over all
    workloads, empty on the diagonal and where the pair was not tried; ``notes`` are the reasons of what
    cannot be read."""

    format: str
    workloads: tuple[str, ...]
    codecs: tuple[str, ...]
    results: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]


def crossings_in(record: Mapping[str, Any]) -> list[Crossing]:
    """The interop grid that a run has recorded."""
    return typed(record.get("interop", []), list[Crossing], RECORD, "interop")


def crossing_json(crossing: Crossing) -> dict[str, Any]:
    return asdict(crossing) | {"detail": crossing.detail or None}


def grids_of(crossings: Sequence[Crossing]) -> tuple[FormatGrid, ...]:
    """A grid for each format, by name."""
    by_format: dict[str, list[Crossing]] = {}
    for crossing in crossings:
        by_format.setdefault(crossing.format, []).append(crossing)
    return tuple(_grid(name, by_format[name]) for name in sorted(by_format))


def summary(crossings: Sequence[Crossing]) -> str:
    """One sentence on all pairs; empty where there are none."""
    if not crossings:
        return ""
    counts = {result: sum(crossing.result == result for crossing in crossings) for result in _ORDER}
    parts = [f"{counts[IDENTICAL]} with identical bytes, {counts[SAME_VALUE]} with the same value"]
    parts += [f"{counts[DECLARED]} with declared exceptions"] if counts[DECLARED] else []
    parts += [f"{counts[FAILS]} failed"] if counts[FAILS] else []
    return f"Codecs of one format read each other in {len(crossings)} pairs: {', '.join(parts)}."


def notes_of(crossings: Sequence[Crossing]) -> tuple[str, ...]:
    """A sentence for each pair that does not work, each declared one once."""
    found = []
    for crossing in crossings:
        pair = f"{crossing.reader} cannot read {{}} {crossing.writer} wrote"
        if crossing.result == FAILS:
            found.append(f"{pair.format('what')} of {crossing.workload}: {crossing.detail}")
        elif crossing.result == DECLARED:
            found.append(f"{pair.format('all that')}: {crossing.detail}")
    return tuple(dict.fromkeys(found))


def _grid(name: str, crossings: Sequence[Crossing]) -> FormatGrid:
    codecs = sorted({codec for crossing in crossings for codec in (crossing.writer, crossing.reader)})
    worst: dict[tuple[str, str], str] = {}
    for crossing in crossings:
        pair = (crossing.writer, crossing.reader)
        worst[pair] = max(worst.get(pair, IDENTICAL), crossing.result, key=_ORDER.index)
    return FormatGrid(
        name,
        tuple(dict.fromkeys(crossing.workload for crossing in crossings)),
        tuple(codecs),
        tuple(tuple(worst.get((writer, reader), "") for reader in codecs) for writer in codecs),
        notes_of(crossings),
    )


def print_grids(crossings: Sequence[Crossing], console: Console) -> None:
    """A matrix for each format, then what the marks mean and every pair that does not work."""
    for grid in grids_of(crossings):
        print_table(_matrix(grid), console, gap=1)
    shown = {crossing.result for crossing in crossings}
    say("; ".join(f"{MARKS[result]} {MEANINGS[result]}" for result in MARKS if result in shown), console)
    for note in notes_of(crossings):
        say(note, console, soft_wrap=True)


def print_crossing_summary(crossings: Sequence[Crossing], console: Console) -> None:
    """The whole grid in one sentence, and every pair that does not work."""
    if crossings:
        say(summary(crossings), console, soft_wrap=True)
    for note in notes_of(crossings):
        say(f"  {note}", console, soft_wrap=True)


def _matrix(grid: FormatGrid) -> Table:
    """Columns are numbered like the rows, so that twenty codecs fit a terminal."""
    numbers = [str(number) for number in range(1, len(grid.codecs) + 1)]
    lines = []
    for own, (codec, results) in enumerate(zip(grid.codecs, grid.results, strict=True)):
        # A codec is not asked whether it reads its own messages; other pairs may not have been tried.
        marks = (MARKS.get(one, ABSENT if at == own else UNMEASURED) for at, one in enumerate(results))
        lines.append(text_line(numbers[own], codec, *marks))
    columns = (Column(""), *text_columns("codec"), *number_columns(*numbers))
    return Table(f"{grid.format}: the row wrote, the column read", columns, tuple(lines))
