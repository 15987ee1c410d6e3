"""50 monsters of a game in one message.

All randomness comes from ``random.Random(seed).random()``, the only method whose sequence the Python
documentation promises to keep across versions.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator

MONSTERS = 50
LARGEST_INT16 = 32_767
LETTERS = "abcdefghijklmnopqrstuvwxyz"
COLORS = ("RED", "GREEN", "BLUE")


def objects(count: int, seed: int) -> Iterator[dict[str, object]]:
    draw = random.Random(seed)
    for _ in range(count):
        yield {"monsters": [_monster(draw) for _ in range(MONSTERS)]}


def _monster(draw: random.Random) -> dict[str, object]:
    return {
        "pos": _vector(draw),
        "mana": _below(draw, LARGEST_INT16 + 1),
        "hp": _below(draw, LARGEST_INT16 + 1),
        "name": _name(draw, 1, 20),
        "inventory": bytes(_below(draw, 256) for _ in range(1 + _below(draw, 100))),
        "color": COLORS[_below(draw, len(COLORS))],
        "weapons": [_weapon(draw) for _ in range(1 + _below(draw, 10))],
        "equipped": _weapon(draw),
        "path": [_vector(draw) for _ in range(1 + _below(draw, 40))],
    }


def _weapon(draw: random.Random) -> dict[str, object]:
    return {"name": _name(draw, 1, 10), "damage": _below(draw, LARGEST_INT16 + 1)}


def _vector(draw: random.Random) -> dict[str, float]:
    return {axis: _float(draw) for axis in "xyz"}


def _float(draw: random.Random) -> float:
    """From 0 to 1, exactly as a float of 32 bits holds it."""
    rounded: float = struct.unpack("<f", struct.pack("<f", draw.random()))[0]
    return rounded


def _name(draw: random.Random, shortest: int, longest: int) -> str:
    length = shortest + _below(draw, longest - shortest + 1)
    return "".join(LETTERS[_below(draw, len(LETTERS))] for _ in range(length))


def _below(draw: random.Random, limit: int) -> int:
    return int(draw.random() * limit)
