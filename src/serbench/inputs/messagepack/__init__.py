"""MessagePack: objects one after the other, or in a list."""

from serbench.inputs.messagepack.reader import begins_as_messagepack, read_messagepack
from serbench.inputs.source import Kind

MESSAGEPACK = Kind(
    name="msgpack",
    suffixes=(".msgpack", ".mpk", ".mp"),
    begins=begins_as_messagepack,
    read=read_messagepack,
    unit=lambda start: "object",
)
