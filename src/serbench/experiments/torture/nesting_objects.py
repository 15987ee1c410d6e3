"""Objects that hold themselves many times over. Pure."""

from collections import deque
from typing import Any, TypeAlias

from serbench.schema.model import Field, Kind, Label, Schema

Object: TypeAlias = dict[str, Any]
# Depths that are encoded, and those that only the pattern of shallow messages gives.
ENCODED_DEPTHS = (100, 1000)
ALL_DEPTHS = (*ENCODED_DEPTHS, 10_000, 100_000, 1_000_000)
# The three depths of which the pattern is taken: a level more adds the same bytes each time.
PATTERN_DEPTHS = (40, 41, 42)


def path_around(schema: Schema) -> tuple[tuple[Field, ...], tuple[Field, ...]] | None:
    """The fields that lead from the root to the nearest type that holds itself, and those around from there
    to the same type; None where the schema does not recurse."""
    reached = _paths(schema, schema.root)
    for name, path in reached.items():
        around = _way_back(schema, name)
        if around is not None:
            return path, around
    return None


def _paths(schema: Schema, start: str) -> dict[str, tuple[Field, ...]]:
    """The shortest path of fields to each message type, the nearest first."""
    found: dict[str, tuple[Field, ...]] = {start: ()}
    queue = deque([start])
    while queue:
        name = queue.popleft()
        for field in _message_fields(schema, name):
            if field.type.name not in found:
                found[field.type.name] = (*found[name], field)
                queue.append(field.type.name)
    return found


def _way_back(schema: Schema, name: str) -> tuple[Field, ...] | None:
    ways = []
    for holder, path in _paths(schema, name).items():
        ways += [(*path, field) for field in _message_fields(schema, holder) if field.type.name == name]
    return min(ways, key=len, default=None)


def _message_fields(schema: Schema, name: str) -> list[Field]:
    fields = schema.message(name).fields
    return [one for one in fields if one.type.kind is Kind.MESSAGE and one.label is not Label.MAP]


def nested_object(schema: Schema, depth: int) -> Object | None:
    """An object whose type holds itself ``depth`` times, with nothing else in it; None where it cannot."""
    found = path_around(schema)
    if found is None:
        return None
    path, around = found
    obj: Object = {}
    for _ in range(depth):
        obj = _held(around, obj)
    return _held(path, obj)


def _held(path: tuple[Field, ...], obj: Object) -> Object:
    for field in reversed(path):
        obj = {field.name: [obj] if field.label is Label.REPEATED else obj}
    return obj
