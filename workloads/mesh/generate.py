"""125 000 triangles of twelve floats in one message.

All randomness comes from ``random.Random(seed).random()``, the only method whose sequence the Python
documentation promises to keep across versions.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator

TRIANGLES = 125_000
CORNERS = ("v0", "v1", "v2", "normal")


def objects(count: int, seed: int) -> Iterator[dict[str, object]]:
    draw = random.Random(seed)
    for _ in range(count):
        yield {"triangles": [{corner: _vector(draw) for corner in CORNERS} for _ in range(TRIANGLES)]}


def _vector(draw: random.Random) -> dict[str, float]:
    return {axis: _float(draw) for axis in "xyz"}


def _float(draw: random.Random) -> float:
    """From 0 to 1, exactly as a float of 32 bits holds it."""
    rounded: float = struct.unpack("<f", struct.pack("<f", draw.random()))[0]
    return rounded
