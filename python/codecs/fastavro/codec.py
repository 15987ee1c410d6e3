"""The adapter of python/fastavro: dicts as the records of the schema, which is parsed once."""

from io import BytesIO

import records
from fastavro import parse_schema, schemaless_reader, schemaless_writer
from harness.adapter.composed import Composed

SCHEMA = parse_schema(records.SCHEMA)


def serialize(record):
    out = BytesIO()
    schemaless_writer(out, SCHEMA, record)
    return out.getvalue()


def deserialize(message):
    opened = BytesIO(message)
    record = schemaless_reader(opened, SCHEMA, None, **records.OPTIONS)
    if opened.tell() != len(message):
        raise ValueError("bytes are left over after the message")
    return record


def new_adapter():
    return Composed(records.build, serialize, deserialize, records.extract)
