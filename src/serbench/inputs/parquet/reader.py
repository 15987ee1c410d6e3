"""Reads Parquet through DuckDB, batch by batch."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import duckdb

from serbench.errors import BadInput
from serbench.inputs.changes import Changes, counting
from serbench.inputs.parquet.columns import Column, column
from serbench.inputs.source import Source, Typed, Untold
from serbench.inputs.types import Record, Scalar
from serbench.querying import interruptible, opened_database

_ROWS_AT_ONCE = 1024
# Folders with names such as year=2024 are no columns.
_TABLE = "read_parquet(?, hive_partitioning = false)"
_NUMBER = duckdb.type("BIGINT")


def read_parquet(source: Source) -> Iterator[tuple[int, Any]]:
    """The number, from 1, and the object of each row. Raises BadInput for a file that is damaged or has no
    rows."""
    number = 0
    with _opened(source) as file:
        for number, row in enumerate(file.rows(file.columns), 1):
            yield number, row
    if not number:
        raise BadInput(f"{source.name} holds no rows.")


def _declared(source: Source) -> Record:
    with _opened(source) as file:
        return file.record(file.columns)


def _untold(source: Source, changes: Changes) -> Untold:
    """Columns of scalars are counted, and the others are read."""
    with _opened(source) as file:
        scalars = [each for each in file.columns if isinstance(each.declared, Scalar)]
        counted = "".join(f", count({each.expression})" for each in scalars)
        rows, *counts = file.first(f"SELECT count(*){counted} FROM {_TABLE}")
    if not rows:
        raise BadInput(f"{source.name} holds no rows.")
    for each, count in zip(scalars, counts, strict=True):
        assert isinstance(each.declared, Scalar)
        if each.declared.note and count:
            changes.add(each.name, each.declared.note, count)
    known = {each.name: count == rows for each, count in zip(scalars, counts, strict=True)}
    return known, _read_others(source, rows, known, changes)


def _read_others(
    source: Source, rows: int, known: Mapping[str, bool], changes: Changes
) -> Iterator[tuple[int, Any]]:
    with _opened(source) as file:
        columns = [each for each in file.columns if each.name not in known]
        count = counting(file.record(columns))
        others: Iterator[Any] = file.rows(columns) if columns else ({} for _ in range(rows))
        for number, row in enumerate(others, 1):
            if count is not None:
                count(row, "", changes)
            yield number, row


def _count(source: Source) -> int:
    with _opened(source) as file:
        (rows,) = file.first(f"SELECT count(*) FROM {_TABLE}")
        return int(rows)


def _some(source: Source, numbers: Sequence[int]) -> Iterator[tuple[int, Any]]:
    with _opened(source) as file:
        number = "row"
        while number in (each.name for each in file.columns):
            number += "_"
        numbered = f"(SELECT *, row_number() OVER () AS {number} FROM {_TABLE})"
        wanted = f"WHERE {number} IN (SELECT unnest(?::BIGINT[]))"
        for row in file.rows([*file.columns, column(number, _NUMBER)], numbered, wanted, list(numbers)):
            yield row.pop(number), row


TYPED = Typed(_declared, _untold, _count, _some)


@dataclass(frozen=True, slots=True)
class _File:
    """An open file, by the name that DuckDB takes, and its columns."""

    connection: duckdb.DuckDBPyConnection
    name: str
    columns: Sequence[Column]

    def record(self, columns: Sequence[Column]) -> Record:
        return Record("", {each.name: each.declared for each in columns})

    def first(self, query: str) -> Sequence[Any]:
        """The first row that a query gives."""
        found = interruptible(self.connection, lambda: self.connection.execute(query, [self.name]).fetchone())
        assert found is not None
        return found

    def rows(
        self, columns: Sequence[Column], table: str = _TABLE, behind: str = "", *given: object
    ) -> Iterator[dict[str, Any]]:
        """The objects of rows, which have these columns. The table takes the name of the file, and what is
        ``behind`` it what is ``given``."""
        selected = ", ".join(each.expression for each in columns)
        query = f"SELECT {selected} FROM {table} {behind}"
        interruptible(self.connection, lambda: self.connection.execute(query, [self.name, *given]))
        while rows := self.connection.fetchmany(_ROWS_AT_ONCE):
            for row in rows:
                yield {each.name: each.value(cell) for each, cell in zip(columns, row, strict=True)}


@contextmanager
def _opened(source: Source) -> Iterator[_File]:
    """Raises BadInput, also while the file is read."""
    # With one thread, rows come in the order of the file.
    with source.file() as path, opened_database(threads="1") as connection:
        # DuckDB takes the path for a pattern.
        file = re.sub(r"([*?\[])", r"[\1]", path)
        try:
            found = connection.sql(f"SELECT * FROM {_TABLE}", params=[file])
            columns = [column(name, type_) for name, type_ in zip(found.columns, found.types, strict=True)]
            yield _File(connection, file, columns)
        except duckdb.Error as error:
            reason = str(error).splitlines()[0].replace(path, source.name)
            raise BadInput(f"{source.name} cannot be read as Parquet: {reason}") from None
