"""Reads Avro container files block by block."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import fastavro

from serbench.errors import BadInput
from serbench.inputs.avro.types import Types, without_logical_types
from serbench.inputs.source import Source
from serbench.inputs.types import Record

# Objects take many times the bytes of their block.
_MOST_AT_ONCE_BYTES = 1 << 20
# Of an array: a block without elements.
_END = b"\0"


def read_avro(source: Source) -> Iterator[tuple[int, Any]]:
    """The number, from 1, and the object of each record. Raises BadInput for a file that is damaged, whose
    schema is no record, or that has no records."""
    number = 0
    with source.content() as content:
        with _refusing(source.name):
            blocks: Any = fastavro.block_reader(content)
        schema = _schema(source, blocks)
        value = Types(schema).root(source.name)[1]
        with _refusing(source.name):
            plain = without_logical_types(schema)
            parsed = fastavro.parse_schema(plain)
            whole = fastavro.parse_schema({"type": "array", "items": plain})
        while True:
            with _refusing(f"{source.name}, record {number + 1}"):
                block = next(blocks, None)
            if block is None:
                break
            for record in _whole(block, whole) or _one_by_one(block, parsed, source.name, number):
                number += 1
                yield number, value(record)
    if not number:
        raise BadInput(f"{source.name} holds no records.")


def _whole(block: Any, whole: Any) -> list[Any] | None:
    """The records of a block at once, as the elements of an array, which saves a call for each; None for a
    block that is too large for that, or damaged."""
    data = block.bytes_.getvalue()
    if not data or len(data) > _MOST_AT_ONCE_BYTES:
        return None
    count = io.BytesIO()
    fastavro.schemaless_writer(count, "long", block.num_records)
    try:
        records: Any = _read(io.BytesIO(count.getvalue() + data + _END), whole)
    except Exception:
        return None
    return records if len(records) == block.num_records else None


def _one_by_one(block: Any, parsed: Any, name: str, before: int) -> Iterator[Any]:
    """The records of a block, of which a damaged one has a number."""
    for number in range(before + 1, before + 1 + block.num_records):
        with _refusing(f"{name}, record {number}"):
            record = _read(block.bytes_, parsed)
        yield record


def _read(content: Any, parsed: Any) -> Any:
    return fastavro.schemaless_reader(content, parsed, None, return_record_name=True, return_named_type=True)


def declared(source: Source) -> Record:
    """The types that a file declares."""
    with source.content() as content:
        with _refusing(source.name):
            blocks = fastavro.block_reader(content)
        return Types(_schema(source, blocks)).root(source.name)[0]


def _schema(source: Source, blocks: Any) -> Any:
    with _refusing(source.name):
        return json.loads(blocks.metadata["avro.schema"])


@contextmanager
def _refusing(place: str) -> Iterator[None]:
    """Raises BadInput with a place for any error of the library, which has no type for damaged files."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadInput(f"{place} cannot be read as Avro: {reason}.") from None
