"""The adapter of python/thrift-binary-thriftpy2: thriftpy2's classes and its compiled binary protocol."""

from conversions import Root, build, extract
from harness.adapter.composed import Composed
from thriftpy2.protocol.cybin import TCyBinaryProtocol
from thriftpy2.transport import TCyMemoryBuffer


def new_adapter():
    written, opened = TCyMemoryBuffer(), TCyMemoryBuffer()
    writer, reader = TCyBinaryProtocol(written), TCyBinaryProtocol(opened)

    def serialize(message):
        written.clean()
        writer.write_struct(message)
        return written.getvalue()

    def deserialize(message):
        opened.setvalue(message)
        root = Root()
        reader.read_struct(root)
        return root

    return Composed(build, serialize, deserialize, extract)
