"""1024 bytes of data spread evenly over so many levels of messages within each other.

All randomness comes from ``random.Random(seed).random()``, the only method whose sequence the Python
documentation promises to keep across versions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

PARAMETERS = {"levels": (1, 2, 4, 8, 16)}
DATA_BYTES = 1024
NUMBER_BYTES = 8
# A quarter of a level's data are numbers, the rest is text.
NUMBER_SHARE = 4
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def objects(count: int, seed: int, levels: int) -> Iterator[dict[str, object]]:
    draw = random.Random(seed)
    for _ in range(count):
        yield _nested(draw, [_data_bytes(level, levels) for level in range(levels)])


def _data_bytes(level: int, levels: int) -> int:
    """What lies on one level; where the bytes do not divide evenly, the outer levels have one more."""
    return DATA_BYTES // levels + (level < DATA_BYTES % levels)


def _nested(draw: random.Random, data_bytes: list[int]) -> dict[str, object]:
    inner: dict[str, object] | None = None
    for size in reversed(data_bytes):
        numbers = size // NUMBER_SHARE // NUMBER_BYTES
        level: dict[str, object] = {
            "numbers": [_int64(draw) for _ in range(numbers)],
            "text": "".join(
                LETTERS[int(draw.random() * len(LETTERS))] for _ in range(size - numbers * NUMBER_BYTES)
            ),
        }
        if inner is not None:
            level["inner"] = inner
        inner = level
    assert inner is not None
    return inner


def _int64(draw: random.Random) -> int:
    """A number of 64 random bits in two's complement; random() holds 53, so it takes two."""
    high, low = int(draw.random() * (1 << 32)), int(draw.random() * (1 << 32))
    return ((high << 32) | low) - (1 << 63)
