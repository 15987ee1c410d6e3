"""The protocol of the library, which refuses to be made without its part in C."""

from thrift.protocol.TCompactProtocol import TCompactProtocolAcceleratedFactory

PROTOCOLS = TCompactProtocolAcceleratedFactory(fallback=False)
