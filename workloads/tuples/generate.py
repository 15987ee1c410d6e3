"""Batches of tuples as a stream manager routes them.

All randomness comes from ``random.Random(seed).random()``, the only method whose sequence the Python
documentation promises to keep across versions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

PARAMETERS = {"tuples": (1, 64, 1024)}
STREAMS = ("default", "words", "clicks", "__ackack", "late-events")
COMPONENTS = ("spout", "split-bolt", "count-bolt", "enrich", "window-30s", "sink")
MOST_ROOTS = 2
MOST_VALUES = 3
SMALLEST_VALUE_BYTES = 32
# Doublings of the smallest value up to 1 KB.
VALUE_DOUBLINGS = 5
MOST_DESTINATIONS = 3
TASKS = 512


def objects(count: int, seed: int, tuples: int) -> Iterator[dict[str, object]]:
    draw = random.Random(seed)
    for _ in range(count):
        yield {
            "stream": {"id": _one_of(draw, STREAMS), "component_name": _one_of(draw, COMPONENTS)},
            "tuples": [_tuple(draw) for _ in range(tuples)],
        }


def _tuple(draw: random.Random) -> dict[str, object]:
    return {
        "key": _bits64(draw),
        "roots": [
            {"task_id": _below(draw, TASKS), "key": _bits64(draw)}
            for _ in range(_below(draw, MOST_ROOTS + 1))
        ],
        "values": [_value(draw) for _ in range(1 + _below(draw, MOST_VALUES))],
        "destination_task_ids": [_below(draw, TASKS) for _ in range(_below(draw, MOST_DESTINATIONS + 1))],
    }


def _value(draw: random.Random) -> bytes:
    """32 bytes to 1 KB, each doubling equally often, as small values are many and large ones few."""
    size = int(SMALLEST_VALUE_BYTES * 2 ** (draw.random() * VALUE_DOUBLINGS))
    words = -(-size // 4)
    return b"".join(int(draw.random() * (1 << 32)).to_bytes(4, "little") for _ in range(words))[:size]


def _bits64(draw: random.Random) -> int:
    """64 random bits; random() holds 53, so it takes two."""
    return (int(draw.random() * (1 << 32)) << 32) | int(draw.random() * (1 << 32))


def _below(draw: random.Random, limit: int) -> int:
    return int(draw.random() * limit)


def _one_of(draw: random.Random, names: tuple[str, ...]) -> str:
    return names[_below(draw, len(names))]
