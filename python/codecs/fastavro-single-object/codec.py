"""The adapter of python/fastavro-single-object: dicts as the records of the schema, with the header of a
single object. What is read is resolved from the schema of its writer."""

import json
from io import BytesIO

import records
from fastavro import parse_schema, schemaless_reader, schemaless_writer
from harness.adapter.composed import Composed
from registry import VERSIONS

MARKER = b"\xc3\x01"
SCHEMAS = {MARKER + found: parse_schema(json.loads(text)) for found, text in VERSIONS.items()}
HEADER, SCHEMA = next(iter(SCHEMAS.items()))
# The schema of the reader by the header of the message; nothing is to be resolved where both are the same.
READERS = {header: None if header == HEADER else SCHEMA for header in SCHEMAS}


def serialize(record):
    out = BytesIO()
    out.write(HEADER)
    schemaless_writer(out, SCHEMA, record)
    return out.getvalue()


def deserialize(message):
    opened = BytesIO(message)
    header = opened.read(len(HEADER))
    if header not in SCHEMAS:
        raise ValueError("no schema has the header of the message")
    record = schemaless_reader(opened, SCHEMAS[header], READERS[header], **records.OPTIONS)
    if opened.tell() != len(message):
        raise ValueError("bytes are left over after the message")
    return record


def new_adapter():
    return Composed(records.build, serialize, deserialize, records.extract)
