"""Reads Avro container files block by block."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import fastavro

from serbench.errors import BadInput
from serbench.inputs.avro.types import Types, without_logical_types
from serbench.inputs.source import Source
from serbench.inputs.types import Record


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
            parsed = fastavro.parse_schema(without_logical_types(schema))
        while True:
            with _refusing(f"{source.name}, record {number + 1}"):
                block = next(blocks, None)
            if block is None:
                break
            for _ in range(block.num_records):
                number += 1
                with _refusing(f"{source.name}, record {number}"):
                    record = fastavro.schemaless_reader(
                        block.bytes_, parsed, None, return_record_name=True, return_named_type=True
                    )
                yield number, value(record)
    if not number:
        raise BadInput(f"{source.name} holds no records.")


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
