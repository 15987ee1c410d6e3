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


def bytes_read(message, plan):
    """The metadata, and the buffers of the columns that a plan reads: nobody looks at those of the others."""
    bodies = (one.body for one in pa.ipc.MessageReader.open_stream(message))
    metadata = len(message) - sum(body.size for body in bodies if body is not None)
    # The other plans make dicts of whole columns.
    paths = (columns.PATHS if plan == "one" else columns.COLUMNS).get(plan, [])
    batches = deserialize(message).to_batches()
    return metadata + sum(
        below(batch.to_struct_array(), path.split(".")) for batch in batches for path in paths
    )


def below(array, path):
    """The bytes of the buffers on a path through nested columns, and of all below its end."""
    if not path:
        return sized(array.buffers())
    if pa.types.is_list(array.type):
        return sized(array.buffers()[:2]) + below(array.values, path[2:])
    return sized(array.buffers()[:1]) + below(array.field(path[0]), path[1:])


def sized(buffers):
    return sum(buffer.size for buffer in buffers if buffer is not None)


class Adapter(Composed):
    """Reads the columns of a plan where they lie in the message."""

    touch = staticmethod(columns.touch)
    bytes_read = staticmethod(bytes_read)

    def __init__(self):
        super().__init__(columns.build, serialize, deserialize, columns.extract)


def new_adapter():
    return Adapter()
