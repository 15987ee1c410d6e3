"""Reads Avro container files block by block."""

from __future__ import annotations

import io
import json
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import fastavro

from serbench.errors import BadInput
from serbench.inputs.avro.schemas import are_told_by_null, is_nullable, runs, telling, without_logical_types
from serbench.inputs.avro.types import Types
from serbench.inputs.changes import Changes, counting
from serbench.inputs.source import Source, Typed, Untold
from serbench.inputs.types import Record

# Objects take many times the bytes of their block.
_MOST_AT_ONCE_BYTES = 1 << 20
_LONGEST_REASON = 150
# Of an array: a block without elements.
_END = b"\0"


def read_avro(source: Source) -> Iterator[tuple[int, Any]]:
    """The number, from 1, and the object of each record. Raises BadInput for a file that is damaged, whose
    schema is no record, or that has no records."""
    with _opened(source) as file:
        reading = _reading(file.schema, None)
        _, value = Types(file.schema).root(source.name)
        for number, record in _records(file, reading):
            yield number, value(record)


def _declared(source: Source) -> Record:
    with _opened(source) as file:
        return Types(file.schema).root(source.name)[0]


def _untold(source: Source, changes: Changes) -> Untold:
    """Where nothing else is told, records are read until each member that can be null was so. Otherwise,
    members that can be null, or hold what can be, and those whose values are to be counted are read."""
    with _opened(source) as file:
        if are_told_by_null(file.schema):
            fields = file.schema["fields"]
            missing = _missing(file, {each["name"] for each in fields if is_nullable(each["type"])})
            known = {each["name"]: each["name"] not in missing for each in fields}
            return known, ((number, {}) for number in range(1, _count(source) + 1))
        told = telling(file.schema)
        names = [each["name"] for each in file.schema["fields"]] if told else []
        members = [each["name"] for each in told["fields"]] if told else []
    return {name: True for name in names if name not in members}, _read_untold(source, told, changes)


def _missing(file: _File, nullable: Collection[str]) -> Collection[str]:
    """The members that are null in some record."""
    missing = set[str]()
    for _, record in _records(file, _reading(file.schema, None)):
        missing |= {name for name in nullable if record[name] is None}
        if len(missing) == len(nullable):
            break
    return missing


def _read_untold(source: Source, told: Any, changes: Changes) -> Iterator[tuple[int, Any]]:
    with _opened(source) as file:
        # Whether a number is special tells nothing of its presence.
        record, value = Types(told or file.schema, has_special=False).root(source.name)
        count = counting(record)
        for number, found in _records(file, _reading(file.schema, told)):
            made = value(found)
            if count is not None:
                count(made, "", changes)
            yield number, made


def _count(source: Source) -> int:
    with _opened(source) as file:
        return sum(block.num_records for block in file.blocks())


def _some(source: Source, numbers: Sequence[int]) -> Iterator[tuple[int, Any]]:
    """Blocks without a record that is wanted are not looked at, and of the others not what is behind the last
    one. Records before it are passed."""
    with _opened(source) as file:
        reading, wanted, number = _reading(file.schema, None), iter(numbers), 0
        _, value = Types(file.schema).root(source.name)
        passing = runs(reading.plain)
        following = next(wanted, None)
        for block in file.blocks():
            behind = number + block.num_records
            while following is not None and following <= behind:
                _pass(block.bytes_, passing, range(number + 1, following), source.name)
                with _refusing(f"{source.name}, record {following}"):
                    record = _read(block.bytes_, reading.record, None)
                yield following, value(record)
                number, following = following, next(wanted, None)
            if following is None:
                return
            number = behind


def _pass(content: io.BytesIO, passing: Sequence[tuple[int, Any, Any]], numbers: range, name: str) -> None:
    """Passes the records of these numbers, many at once. Raises BadInput with that of a damaged one."""
    for count, run, nothing in passing:
        while len(numbers) >= count:
            start = content.tell()
            try:
                with _refusing(f"{name}, record {numbers[0]}"):
                    _read(content, run, nothing)
            except BadInput:
                if count == 1:
                    raise
                # One of them is damaged, which fewer at once will find.
                content.seek(start)
                break
            numbers = numbers[count:]


TYPED = Typed(_declared, _untold, _count, _some)


@dataclass(frozen=True, slots=True)
class _File:
    """An open file: the name in messages, its schema, and what gives its blocks."""

    name: str
    schema: Any
    library: Any

    def blocks(self) -> Iterator[Any]:
        """Raises BadInput, which names the records that were read, where there are no more, or none."""
        number = 0
        while True:
            with _refusing(f"{self.name}, record {number + 1}"):
                block = next(self.library, None)
            if block is None:
                break
            number += block.num_records
            yield block
        if not number:
            raise BadInput(f"{self.name} holds no records.")


@contextmanager
def _opened(source: Source) -> Iterator[_File]:
    with source.content() as content:
        with _refusing(source.name):
            blocks: Any = fastavro.block_reader(content)
            schema = json.loads(blocks.metadata["avro.schema"])
        yield _File(source.name, schema, blocks)


@dataclass(frozen=True, slots=True)
class _Reading:
    """The schema of records for the library, without logical types, and those of a record and of an array of
    records; of the latter also as whoever reads them wants them (None: so)."""

    plain: Any
    record: Any
    records: Any
    told: Any
    all_told: Any


def _reading(schema: Any, told: Any) -> _Reading:
    plain = without_logical_types(schema)
    wanted = without_logical_types(told) if told else None
    return _Reading(
        plain,
        fastavro.parse_schema(plain),
        fastavro.parse_schema(_array(plain)),
        fastavro.parse_schema(wanted) if wanted else None,
        fastavro.parse_schema(_array(wanted)) if wanted else None,
    )


def _array(plain: Any) -> Any:
    return {"type": "array", "items": plain}


def _records(file: _File, reading: _Reading) -> Iterator[tuple[int, Any]]:
    number = 0
    for block in file.blocks():
        for record in _whole(block, reading) or _one_by_one(block, reading, file.name, number):
            number += 1
            yield number, record


def _whole(block: Any, reading: _Reading) -> list[Any] | None:
    """The records of a block at once, as the elements of an array, which saves a call for each; None for a
    block that is too large for that, or damaged."""
    data = block.bytes_.getvalue()
    if not data or len(data) > _MOST_AT_ONCE_BYTES:
        return None
    count = io.BytesIO()
    fastavro.schemaless_writer(count, "long", block.num_records)
    try:
        records: Any = _read(io.BytesIO(count.getvalue() + data + _END), reading.records, reading.all_told)
    except Exception:
        return None
    return records if len(records) == block.num_records else None


def _one_by_one(block: Any, reading: _Reading, name: str, before: int) -> Iterator[Any]:
    """The records of a block, of which a damaged one has a number."""
    for number in range(before + 1, before + 1 + block.num_records):
        with _refusing(f"{name}, record {number}"):
            record = _read(block.bytes_, reading.record, reading.told)
        yield record


def _read(content: Any, written: Any, wanted: Any) -> Any:
    return fastavro.schemaless_reader(
        content, written, wanted, return_record_name=True, return_named_type=True
    )


@contextmanager
def _refusing(place: str) -> Iterator[None]:
    """Raises BadInput with a place for any error of the library, which has no type for damaged files."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        if isinstance(error, KeyError):
            reason = f"it lacks {reason}"
        if len(reason) > _LONGEST_REASON:
            # It may hold the whole schema.
            reason = f"{reason[:_LONGEST_REASON]}…"
        raise BadInput(f"{place} cannot be read as Avro: {reason}.") from None
