"""CBOR sequences (RFC 8742): objects one after the other, or in a list."""

from serbench.inputs.cbor.reader import begins_as_cbor, read_cbor
from serbench.inputs.source import Kind

CBOR = Kind(
    name="cbor",
    suffixes=(".cbor", ".cborseq"),
    begins=begins_as_cbor,
    read=read_cbor,
    unit=lambda start: "object",
)
