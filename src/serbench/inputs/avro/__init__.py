"""Avro container files: their records, with the types that their schema declares."""

from serbench.inputs.avro.reader import TYPED, read_avro
from serbench.inputs.source import Kind

AVRO = Kind(
    name="avro",
    suffixes=(".avro",),
    begins=lambda start: start.startswith(b"Obj\x01"),
    read=lambda source, as_text, changes: read_avro(source),
    unit=lambda start: "record",
    typed=TYPED,
)
