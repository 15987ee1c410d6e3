"""Reads Parquet through DuckDB, batch by batch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import duckdb

from serbench.errors import BadInput
from serbench.inputs.parquet.columns import Column, column
from serbench.inputs.source import Source
from serbench.inputs.types import Record

_ROWS_AT_ONCE = 1024
_CONFIGURATION: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "threads": "1",
}


def read_parquet(source: Source) -> Iterator[tuple[int, Any]]:
    """The number, from 1, and the object of each row. Raises BadInput for a file that is damaged or has no
    rows."""
    number = 0
    with _opened(source) as (connection, file, columns):
        selected = ", ".join(each.expression for each in columns)
        connection.execute(f"SELECT {selected} FROM read_parquet(?)", [file])
        while rows := connection.fetchmany(_ROWS_AT_ONCE):
            for row in rows:
                number += 1
                yield number, {each.name: each.value(cell) for each, cell in zip(columns, row, strict=True)}
    if not number:
        raise BadInput(f"{source.name} holds no rows.")


def declared(source: Source) -> Record:
    """The types that a file declares."""
    with _opened(source) as (_, _, columns):
        return Record("", {each.name: each.declared for each in columns})


@contextmanager
def _opened(source: Source) -> Iterator[tuple[duckdb.DuckDBPyConnection, str, list[Column]]]:
    """A connection, the name of the file for it, and its columns. Raises BadInput, also while it is read."""
    with source.file() as path, duckdb.connect(":memory:", config=_CONFIGURATION) as connection:
        # DuckDB takes the path for a pattern.
        file = re.sub(r"([*?\[])", r"[\1]", path)
        try:
            found = connection.sql("SELECT * FROM read_parquet(?)", params=[file])
            columns = [column(name, type_) for name, type_ in zip(found.columns, found.types, strict=True)]
            yield connection, file, columns
        except duckdb.Error as error:
            reason = str(error).splitlines()[0].replace(path, source.name)
            raise BadInput(f"{source.name} cannot be read as Parquet: {reason}") from None
