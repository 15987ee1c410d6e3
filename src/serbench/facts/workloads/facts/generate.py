"""Objects with maps of many entries, so that an order that is drawn each time differs almost surely."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Labelled = tuple[tuple[str, ...], dict[str, Any]]

OBJECTS = 8
ENTRIES = 40


def labelled_objects() -> Iterator[Labelled]:
    plain = {"text": "t", "number": 1.5, "whole": 7, "truth": True, "list": [1, 2]}
    yield ("plain",), plain
    yield ("plain",), plain | {"maybe": "m", "parts": [{"name": "p", "weight": 0.5}] * 3}
    for at in range(OBJECTS):
        by_name = {f"key {at} {entry * 7919 % 1000}": entry for entry in range(ENTRIES)}
        yield ("map-string-key", "map-many"), plain | {"by_name": by_name}
        by_number = {entry * 7919 % 1000: f"{at} {entry}" for entry in range(ENTRIES)}
        yield ("map-int-key", "map-many"), plain | {"by_number": by_number}
