"""Schemas of Avro with less than a file's own, for what need not be read of its values."""

from __future__ import annotations

from typing import Any

import fastavro

_RUNS = 7
_PRIMITIVES = frozenset(("boolean", "int", "long", "float", "double", "bytes", "string"))
# With fewer left out, it takes the library longer to compare two schemas than to read the values.
_FEWEST_LEFT_OUT = 0.5


def without_logical_types(schema: Any) -> Any:
    """A schema whose values are those of the base types."""
    if isinstance(schema, list):
        return [without_logical_types(each) for each in schema]
    if isinstance(schema, dict):
        return {
            key: each if key == "default" else without_logical_types(each)
            for key, each in schema.items()
            if key != "logicalType"
        }
    return schema


def telling(schema: Any) -> dict[str, Any] | None:
    """The schema of a record without the members that are in every record and of whose values nothing is
    told; None where these are few."""
    if not isinstance(schema, dict) or not isinstance(schema.get("fields"), list):
        return None
    fields = [each for each in schema["fields"] if not _tells_nothing(each["type"])]
    left_out = len(schema["fields"]) - len(fields)
    return {**schema, "fields": fields} if left_out > _FEWEST_LEFT_OUT * len(schema["fields"]) else None


def are_told_by_null(schema: Any) -> bool:
    """Whether of a record nothing is told but which of its members are null."""
    fields = schema.get("fields") if isinstance(schema, dict) else None
    return isinstance(fields, list) and all(
        _tells_nothing(each["type"]) or is_nullable(each["type"]) for each in fields
    )


def is_nullable(schema: Any) -> bool:
    """Whether it is a union of null and a type whose values tell nothing."""
    is_pair = isinstance(schema, list) and len(schema) == 2 and "null" in schema
    return is_pair and all(each == "null" or _tells_nothing(each) for each in schema)


def runs(plain: Any) -> list[tuple[int, Any, Any]]:
    """Schemas of so many records of this one behind each other, most first, each with one without members:
    the library passes them in one call."""
    found, run = list[tuple[int, Any, Any]](), plain
    for at in range(_RUNS):
        nothing = {**run, "fields": []}
        found.append((1 << at, fastavro.parse_schema(run), fastavro.parse_schema(nothing)))
        space = "" if "." in run["name"] else run.get("namespace", "")
        name = f"{space}.{run['name']}" if space else run["name"]
        fields = [{"name": "first", "type": run}, {"name": "second", "type": name}]
        run = {"type": "record", "name": f"serbench.passed.Run{at}", "fields": fields}
    return found[::-1]


def _tells_nothing(schema: Any) -> bool:
    """Whether it has no union, no logical type, and no type with a name, to which other members may refer."""
    if not isinstance(schema, dict):
        return isinstance(schema, str) and schema in _PRIMITIVES
    if "logicalType" in schema:
        return False
    held = {"array": "items", "map": "values"}.get(schema["type"] if isinstance(schema["type"], str) else "")
    return _tells_nothing(schema[held] if held else schema["type"])
