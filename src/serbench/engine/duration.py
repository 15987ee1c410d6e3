"""Durations as a user writes them."""

from __future__ import annotations

import re

from serbench.errors import BadInput

_NS_PER_S = 1_000_000_000
_UNIT_S = {"s": 1, "m": 60, "h": 3600}


def parse_duration_ns(text: str) -> int:
    """A duration as ``90s``, ``5m``, ``1h`` or ``1h30m``; BadInput for anything else."""
    parts = re.findall(r"(\d+(?:\.\d+)?)([smh])", text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        raise BadInput(f"{text} is not a duration; write 90s, 5m or 1h30m.")
    seconds = sum(float(number) * _UNIT_S[unit] for number, unit in parts)
    if seconds <= 0:
        raise BadInput(f"{text} is too short to measure anything.")
    return round(seconds * _NS_PER_S)
