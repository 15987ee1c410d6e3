"""Schemas of Avro with less than a file's own, for what need not be read of its values."""

from __future__ import annotations

from typing import Any

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


def _tells_nothing(schema: Any) -> bool:
    """Whether it has no union, no logical type, and no type with a name, to which other members may refer."""
    if not isinstance(schema, dict):
        return isinstance(schema, str) and schema in _PRIMITIVES
    if "logicalType" in schema:
        return False
    held = {"array": "items", "map": "values"}.get(schema["type"] if isinstance(schema["type"], str) else "")
    return _tells_nothing(schema[held] if held else schema["type"])
