"""Envelopes around opaque payloads.

All randomness comes from ``random.Random(seed).random()``, the only method whose sequence the Python
documentation promises to keep across versions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

MOST_COUNT = 1024
TASKS = 512
SMALLEST_PAYLOAD_BYTES = 64
# Doublings of the smallest payload up to 64 KB.
PAYLOAD_DOUBLINGS = 10


def objects(count: int, seed: int) -> Iterator[dict[str, object]]:
    draw = random.Random(seed)
    for _ in range(count):
        yield {
            "count": 1 + _below(draw, MOST_COUNT),
            "destination": _below(draw, TASKS),
            "payload": _payload(draw),
        }


def _payload(draw: random.Random) -> bytes:
    """64 bytes to 64 KB, each doubling equally often."""
    size = int(SMALLEST_PAYLOAD_BYTES * 2 ** (draw.random() * PAYLOAD_DOUBLINGS))
    words = -(-size // 4)
    return b"".join(int(draw.random() * (1 << 32)).to_bytes(4, "little") for _ in range(words))[:size]


def _below(draw: random.Random, limit: int) -> int:
    return int(draw.random() * limit)
