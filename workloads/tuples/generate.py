"""Batches of tuples as a stream manager routes them.

All randomness comes from ``random.Random(seed).random()``, the only method whose sequence the Python
documentation promises to keep across versions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

# With letters, a tuple has one value: a word of that many letters. With tail, the sizes of batches are
# heavy-tailed, up to that many times the tuples.
PARAMETERS = {"tuples": (1, 64, 1024), "letters": (), "tail": ()}
STREAMS = ("default", "words", "clicks", "__ackack", "late-events")
COMPONENTS = ("spout", "split-bolt", "count-bolt", "enrich", "window-30s", "sink")
MOST_ROOTS = 2
MOST_VALUES = 3
SMALLEST_VALUE_BYTES = 32
# Doublings of the smallest value up to 1 KB.
VALUE_DOUBLINGS = 5
MOST_DESTINATIONS = 3
TASKS = 512
FIRST_LETTER, LETTERS = ord("a"), 26


def objects(
    count: int, seed: int, tuples: int, letters: int = 0, tail: int = 0
) -> Iterator[dict[str, object]]:
    draw = random.Random(seed)
    for _ in range(count):
        yield {
            "stream": {"id": _one_of(draw, STREAMS), "component_name": _one_of(draw, COMPONENTS)},
            "tuples": [_tuple(draw, letters) for _ in range(_batch(draw, tuples, tail))],
        }


def _batch(draw: random.Random, tuples: int, tail: int) -> int:
    """The size of a batch; with a tail Pareto's of exponent 1.5, whose mean is three times the least."""
    if not tail:
        return tuples
    return min(max(1, int(tuples / 3 * (1 - draw.random()) ** (-1 / 1.5))), tuples * tail)


def _tuple(draw: random.Random, letters: int) -> dict[str, object]:
    return {
        "key": _bits64(draw),
        "roots": [
            {"task_id": _below(draw, TASKS), "key": _bits64(draw)}
            for _ in range(_below(draw, MOST_ROOTS + 1))
        ],
        "values": _values(draw, letters),
        "destination_task_ids": [_below(draw, TASKS) for _ in range(_below(draw, MOST_DESTINATIONS + 1))],
    }


def _values(draw: random.Random, letters: int) -> list[bytes]:
    if letters:
        return [bytes(FIRST_LETTER + _below(draw, LETTERS) for _ in range(letters))]
    return [_value(draw) for _ in range(1 + _below(draw, MOST_VALUES))]


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
