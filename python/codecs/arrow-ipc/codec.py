"""The adapter of python/arrow-ipc: pyarrow's record batches in its streams."""

import columns
import pyarrow as pa
from harness.adapter.composed import Composed


def serialize(batch):
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return sink.getvalue().to_pybytes()


def deserialize(message):
    with pa.ipc.open_stream(message) as reader:
        return reader.read_all()


class Adapter(Composed):
    """Reads the columns of a plan where they lie in the message."""

    touch = staticmethod(columns.touch)

    def __init__(self):
        super().__init__(columns.build, serialize, deserialize, columns.extract)


def new_adapter():
    return Adapter()
