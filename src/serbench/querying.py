"""Databases of DuckDB in memory, which neither install nor load extensions."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

import duckdb

_Result = TypeVar("_Result")

# What DuckDB says where a signal's handler raised KeyboardInterrupt.
_INTERRUPTED = "Query interrupted"


@contextmanager
def opened_database(**settings: str) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection to a new database. Raises KeyboardInterrupt where a query in it is interrupted."""
    extensions = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
    try:
        with duckdb.connect(":memory:", config={**extensions, **settings}) as connection:
            yield connection
    except RuntimeError as error:
        if str(error) == _INTERRUPTED:
            raise KeyboardInterrupt from None
        raise


def interruptible(connection: duckdb.DuckDBPyConnection, ask: Callable[[], _Result]) -> _Result:
    """The result of a query that ``ask`` makes of a connection. An interrupt ends it at once: DuckDB notices
    a signal only seconds later, so another thread asks, and this one tells it."""
    with ThreadPoolExecutor(1) as thread:
        asked = thread.submit(ask)
        try:
            return asked.result()
        except KeyboardInterrupt:
            connection.interrupt()
            raise
