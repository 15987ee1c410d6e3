"""Reads CSV and TSV as a stream of objects; the first line names the columns, and an empty cell is absent."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any, BinaryIO

from serbench.errors import BadInput
from serbench.inputs.csv.cells import Column
from serbench.inputs.source import Source

# Of a cell and of a line, in characters and bytes.
_LONGEST = 128 * 2**20
_DELIMITERS = ",\t;|"
_QUOTED = re.compile('"[^"]*"')
# A first line of CSV that no name tells: words, and a delimiter.
_NAMES = re.compile(rb"\xef?\xbb?\xbf?[\"A-Za-z_][^\r\n{}\[\]]*[,\t;|][^\r\n{}\[\]]*\r?\n")


def begins_as_csv(start: bytes) -> bool:
    """Whether a line of names with a delimiter is first."""
    return _NAMES.match(start) is not None


def read_csv(source: Source, as_text: bool) -> Iterator[tuple[int, Any]]:
    """The line and the object of each row. A column of nothing but whole numbers, numbers or booleans holds
    these; the file is read twice for that, unless cells are to remain text. The delimiter is that of
    ``,``, tab, ``;`` and ``|`` which the first line has most often. Raises BadInput with the line where a row
    has other cells than there are columns."""
    columns: list[Column] | None = None
    if not as_text:
        for _, names, cells in _rows(source):
            columns = columns or [Column() for _ in names]
            for column, cell in zip(columns, cells, strict=True):
                column.add(cell)
    is_empty = True
    for line, names, cells in _rows(source):
        is_empty = False
        filled = [(at, names[at], cell) for at, cell in enumerate(cells) if cell]
        yield line, {name: columns[at].value(cell) if columns else cell for at, name, cell in filled}
    if is_empty:
        raise BadInput(f"{source.name} holds no rows below the names of its columns.")


def _rows(source: Source) -> Iterator[tuple[int, list[str], list[str]]]:
    """The line, the names of the columns and the cells of each row."""
    csv.field_size_limit(_LONGEST)
    with source.content() as content:
        lines = _lines(source.name, content)
        first = next(lines, "")
        rows = csv.reader(chain((first,), lines), delimiter=_delimiter(first), strict=True)
        line = 1
        try:
            names = _names(source.name, next(rows, []))
            line = rows.line_num + 1
            for cells in rows:
                if cells and len(cells) != len(names):
                    raise BadInput(
                        f"{source.name}:{line}: expected {len(names)} cell{'s' * (len(names) > 1)}, as the"
                        f" first line names columns, found {len(cells)}"
                    )
                if cells:
                    yield line, names, cells
                line = rows.line_num + 1
        except csv.Error as error:
            reason = str(error)
            if reason.startswith("new-line character"):
                reason = "a carriage return stands alone, which neither ends a line nor is in quotes"
            raise BadInput(f"{source.name}:{line}: expected CSV: {reason}") from None


def _lines(name: str, content: BinaryIO) -> Iterator[str]:
    number = 0
    while line := content.readline(_LONGEST):
        number += 1
        if len(line) == _LONGEST:
            raise BadInput(f"{name}:{number}: the line is longer than {_LONGEST >> 20} MiB.")
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            byte = line[error.start]
            raise BadInput(f"{name}:{number}: expected UTF-8, found the byte {byte:#04x}") from None


def _delimiter(first: str) -> str:
    counts = Counter(_QUOTED.sub("", first))
    return max(_DELIMITERS, key=lambda delimiter: counts[delimiter])


def _names(source: str, cells: list[str]) -> list[str]:
    """The names of the columns; one without a name gets its number."""
    names = [name or f"column_{number}" for number, name in enumerate(cells, 1)]
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise BadInput(f"{source}:1: expected each column once, found several called {twice[0]}")
    return names
