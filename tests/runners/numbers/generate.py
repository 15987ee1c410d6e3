"""Objects with several numbers each, with one, and with none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any

LEAST, MOST = -(2**31), 2**31 - 1
NUMBERS: tuple[list[int], ...] = ([1, 2, -1, 7], [MOST, LEAST], [], [5], [0], [3, 0, 4], [65535, -129])
AROUND: tuple[dict[str, Any], ...] = (
    {"name": "all", "not_this": 4, "pairs": {"a": {"left": 1, "right": 2}, "b": {}}, "nor_this": 9},
    {"texts": ["x", "", "long enough to be outside of its string"], "text": "chosen", "last": -3},
    {"pair": {"left": 6, "right": 7}, "more": [{"left": 1}, {"right": 8}], "data": b"\0\1\2"},
    {"real": 2.5},
    {},
)
IN_ITEMS: tuple[dict[str, Any], ...] = (
    {"data": [b"a", b""], "small": 3, "many": [1, 2, 3], "tail": "t"},
    {"text": "chosen"},
    {},
)


def objects(count: int, seed: int) -> Iterator[dict[str, Any]]:
    around, inside = cycle(AROUND), cycle(IN_ITEMS)
    for number in range(count):
        numbers = NUMBERS[(number + seed) % len(NUMBERS)]
        own = islice(inside, len(numbers))
        items = [{**item, "number": value} for item, value in zip(own, numbers, strict=True)]
        head = {} if number % 9 == 8 else {"head": {"flag": True, "items": items, "flags": {number: True}}}
        yield {**next(around), **head}
