"""The adapter of python/parquet: pyarrow's tables as Parquet files in memory."""

import columns
import pyarrow as pa
from harness.adapter.composed import Composed
from pyarrow import parquet


def serialize(batch):
    sink = pa.BufferOutputStream()
    with parquet.ParquetWriter(sink, batch.schema, compression="none", store_schema=False) as writer:
        writer.write_batch(batch)
    return sink.getvalue().to_pybytes()


def deserialize(message):
    with parquet.ParquetFile(pa.BufferReader(message)) as file:
        return file.read(use_threads=False)


def access(message, plan):
    with parquet.ParquetFile(pa.BufferReader(message)) as file:
        return columns.touch(file.read(columns.PATHS.get(plan, []), use_threads=False), plan)


class Adapter(Composed):
    """Reads the columns of a plan alone."""

    access = staticmethod(access)

    def __init__(self):
        super().__init__(columns.build, serialize, deserialize, columns.extract)


def new_adapter():
    return Adapter()
