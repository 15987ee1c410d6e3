"""What the adapter calls of Apache Thrift: its generated classes, and its protocols in C."""

from protocol import PROTOCOLS
from thrift.transport.TTransport import TMemoryBuffer
from wire import ttypes

__all__ = ["new_functions", "ttypes"]


def new_functions(root):
    """``serialize`` and ``deserialize`` of objects of the class, which keep a protocol each."""
    written, opened = PROTOCOLS.getProtocol(TMemoryBuffer()), PROTOCOLS.getProtocol(TMemoryBuffer())

    def serialize(message):
        written.trans = memory = TMemoryBuffer()
        message.write(written)
        return memory.getvalue()

    def deserialize(message):
        opened.trans = TMemoryBuffer(message)
        found = root()
        found.read(opened)
        return found

    return serialize, deserialize
