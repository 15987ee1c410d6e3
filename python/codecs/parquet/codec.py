"""The adapter of python/parquet: pyarrow's tables as Parquet files in memory."""

import io

import columns
import pyarrow as pa
from pyarrow import parquet


def encode(plain_object):
    sink = pa.BufferOutputStream()
    with parquet.ParquetWriter(sink, columns.SCHEMA, compression="none", store_schema=False) as writer:
        writer.write_batch(columns.build(plain_object))
    return sink.getvalue().to_pybytes()


def read(source, paths=None):
    with parquet.ParquetFile(source) as file:
        return file.read(paths, use_threads=False)


class Counting(io.BytesIO):
    """A file that counts the bytes that are read of it."""

    count = 0

    def read(self, size=-1):
        found = super().read(size)
        self.count += len(found)
        return found


class Adapter:
    """Reads of a plan its columns alone."""

    def __init__(self):
        self.encode = encode

    def decode(self, message):
        return columns.extract(read(pa.BufferReader(message)))

    def access(self, message, plan):
        return columns.touch(read(pa.BufferReader(message), columns.PATHS.get(plan, [])), plan)

    def bytes_read(self, message, plan):
        counting = Counting(message)
        read(counting, columns.PATHS.get(plan, []))
        return counting.count


def new_adapter():
    return Adapter()
