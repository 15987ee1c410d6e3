"""The adapter of python/thrift-binary and python/thrift-compact: Apache Thrift's generated classes, and its
protocols in C."""

from conversions import Root, build, extract
from harness.adapter.composed import Composed
from library import PROTOCOLS
from thrift.transport.TTransport import TMemoryBuffer


def new_adapter():
    written, opened = PROTOCOLS.getProtocol(TMemoryBuffer()), PROTOCOLS.getProtocol(TMemoryBuffer())

    def serialize(message):
        written.trans = memory = TMemoryBuffer()
        message.write(written)
        return memory.getvalue()

    def deserialize(message):
        opened.trans = TMemoryBuffer(message)
        root = Root()
        root.read(opened)
        return root

    return Composed(build, serialize, deserialize, extract)
