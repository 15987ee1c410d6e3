"""Protobuf: messages one after the other, each behind its length, or a folder with a message in each file."""

from serbench.inputs.protobuf.reader import read_protobuf
from serbench.inputs.source import Kind

PROTOBUF = Kind(
    name="protobuf",
    suffixes=(".pb", ".pbs", ".protobuf", ".delimited", ".pbstream"),
    # Nothing tells bytes of protobuf from others.
    begins=lambda start: False,
    read=lambda source, as_text, changes: read_protobuf(source),
    unit=lambda start: "message",
    of_messages=True,
)
