"""What the adapter calls of thriftpy2: its classes of the IDL file and its compiled binary protocol."""

from pathlib import Path

import thriftpy2
from thriftpy2.protocol.cybin import TCyBinaryProtocol
from thriftpy2.transport import TCyMemoryBuffer

__all__ = ["new_functions", "ttypes"]

ttypes = thriftpy2.load(str(Path(__file__).with_name("message.thrift")), module_name="message_thrift")


def new_functions(root):
    """``serialize`` and ``deserialize`` of objects of the class, which keep a protocol with its memory."""
    written, opened = TCyMemoryBuffer(), TCyMemoryBuffer()
    writer, reader = TCyBinaryProtocol(written), TCyBinaryProtocol(opened)

    def serialize(message):
        written.clean()
        writer.write_struct(message)
        return written.getvalue()

    def deserialize(message):
        opened.setvalue(message)
        found = root()
        reader.read_struct(found)
        return found

    return serialize, deserialize
