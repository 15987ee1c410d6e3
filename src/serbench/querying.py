"""Databases of DuckDB in memory, which neither install nor load extensions."""

from collections.abc import Iterator
from contextlib import contextmanager

import duckdb

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
