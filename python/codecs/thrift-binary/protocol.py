"""The protocol of the library, which refuses to be made without its part in C."""

from thrift.protocol.TBinaryProtocol import TBinaryProtocolAcceleratedFactory

PROTOCOLS = TBinaryProtocolAcceleratedFactory(fallback=False)
