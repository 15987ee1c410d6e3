"""Counts values that a field's type takes and holds in another way: whole numbers that a double rounds, times
whose zone is lost."""

from __future__ import annotations

from typing import Any

from serbench.corpus.json_values import Convert
from serbench.corpus.well_known import ANY_JSON, TIMESTAMP
from serbench.inputs.changes import Changes
from serbench.schema.model import Field, Kind

# A double has all whole numbers up to here.
GREATEST_EXACT = 1 << 53
_DOUBLES = (*ANY_JSON, "google.protobuf.DoubleValue")
_UTC = ("Z", "z", "+00:00", "-00:00")


def counting_lossy(field: Field, message: str, read: Convert, changes: Changes) -> Convert:
    """The reader of a field that counts in ``changes`` what the field's type holds in another way."""
    if field.type.kind is Kind.DOUBLE or field.type.name in _DOUBLES:
        count, note = rounded, "whole numbers, rounded as doubles"
    elif field.type.name == TIMESTAMP:
        count, note = _has_other_zone, "times of other zones, as UTC"
    else:
        return read

    def read_counted(value: Any) -> Any:
        made = read(value)
        if parts := count(value):
            changes.add(f"{message}.{field.name}", note, parts)
        return made

    return read_counted


def rounded(value: Any) -> int:
    """The number of whole numbers in a JSON value that no double has."""
    if isinstance(value, int):
        return int(not -GREATEST_EXACT <= value <= GREATEST_EXACT and float(value) != value)
    if type(value) is list:
        return sum(map(rounded, value))
    return sum(map(rounded, value.values())) if type(value) is dict else 0


def _has_other_zone(value: Any) -> int:
    return int(not value.endswith(_UTC))
