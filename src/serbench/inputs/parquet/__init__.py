"""Parquet: the rows of a file, as DuckDB reads them, with the types that it declares."""

from serbench.inputs.parquet.reader import TYPED, read_parquet
from serbench.inputs.source import Kind

PARQUET = Kind(
    name="parquet",
    suffixes=(".parquet", ".pq"),
    begins=lambda start: start.startswith(b"PAR1"),
    read=lambda source, as_text, changes: read_parquet(source),
    unit=lambda start: "row",
    typed=TYPED,
)
