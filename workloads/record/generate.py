"""Records of 1000 integers and 100 strings.

All randomness comes from ``random.Random(seed).random()``, the only method whose sequence the Python
documentation promises to keep across versions; shuffle, choice and randint may change their algorithm.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

IDS_OF_EACH_WIDTH = 250
WIDTHS_BITS = (8, 16, 32, 64)
STRINGS = 100
STRING_LETTERS = 86
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def objects(count: int, seed: int) -> Iterator[dict[str, object]]:
    draw = random.Random(seed)
    for _ in range(count):
        yield {"ids": _ids(draw), "strings": [_string(draw) for _ in range(STRINGS)]}


def _ids(draw: random.Random) -> list[int]:
    """A quarter of each width, uniform within its signed range, in shuffled order (Fisher and Yates)."""
    ids = [_signed(draw, bits) for bits in WIDTHS_BITS for _ in range(IDS_OF_EACH_WIDTH)]
    for last in range(len(ids) - 1, 0, -1):
        other = int(draw.random() * (last + 1))
        ids[last], ids[other] = ids[other], ids[last]
    return ids


def _signed(draw: random.Random, bits: int) -> int:
    """A number of so many random bits in two's complement. random() holds 53 bits, so 64 take two."""
    high = int(draw.random() * 2**32)
    low = int(draw.random() * 2**32)
    return (((high << 32) | low) >> (64 - bits)) - (1 << (bits - 1))


def _string(draw: random.Random) -> str:
    return "".join([LETTERS[int(draw.random() * 26)] for _ in range(STRING_LETTERS)])
