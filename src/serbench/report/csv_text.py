"""Lines of CSV that a spreadsheet reads as they are meant: numbers as numbers, and no text as a formula;
also every sample of a run, one line each."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from serbench.engine.attempts import which_count
from serbench.record.row import Row
from serbench.terminal.visible import visible

# What a spreadsheet computes begins with one of these.
_OF_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
_COLUMNS = (
    "codec workload operation side experiment fork block attempt disturbed counts"
    " sample n cpu_ns wall_ns size_bytes objects parameters phases"
).split()


def csv_text(lines: Iterable[Sequence[Any]]) -> str:
    """The lines of these cells. A text that begins like a formula gets an apostrophe, which spreadsheets take
    for the mark of a text; what a terminal would obey is escaped."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerows([_cell(value) for value in line] for line in lines)
    return stream.getvalue()


def _cell(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    text = visible(value)
    is_formula = text.startswith(_OF_FORMULAS) and len(text) > 1 and not _is_number(text)
    return f"'{text}" if is_formula else text


def _is_number(text: str) -> bool:
    try:
        float(text)
        return True
    except ValueError:
        return False


def csv_samples(rows: Sequence[Row]) -> str:
    """``n`` operations took ``cpu_ns`` and ``wall_ns`` nanoseconds; ``size_bytes`` is that of all ``objects``
    together. ``parameters`` and ``phases`` are JSON objects, empty where there are none. Rows that failed
    have no samples; all attempts of a fork that was measured again are included, and ``counts`` tells those
    that are in a result."""
    return csv_text(_lines(rows))


def _lines(rows: Sequence[Row]) -> Iterator[Sequence[Any]]:
    yield _COLUMNS
    for row, counts in zip(rows, which_count(rows), strict=True):
        for sample, (n, cpu_ns, wall_ns) in enumerate(zip(row.n, row.cpu_ns, row.wall_ns, strict=True)):
            cell = [row.codec, row.workload, row.operation, row.side, row.experiment]
            fork = [row.fork, row.block, row.attempt, row.disturbed, counts, sample]
            rest = [row.size_bytes, row.objects, _json(row.parameters), _json(row.phases)]
            yield [*cell, *fork, n, cpu_ns, wall_ns, *rest]


def _json(value: Mapping[str, Any]) -> str:
    """Empty where there is nothing."""
    return json.dumps(value, separators=(",", ":")) if value else ""
