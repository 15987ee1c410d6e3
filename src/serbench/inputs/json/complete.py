"""Tells whether a parser kept every member of a JSON text: of two with one name, parsers keep the last.

``{"id": 1, "id": 2}`` has two colons, and what was read of it has one when it is written again. msgspec
writes in a fraction of the time that reading takes; a hook for each object would take longer than reading.
"""

from __future__ import annotations

from typing import Any

import msgspec

# A colon that only the value has, where an escape in a text stands for one.
_ESCAPES = ("\\u003a", "\\u003A")
# Numbers that JSON lacks have no colon, whatever is written of them.
_ENCODER = msgspec.json.Encoder(enc_hook=lambda value: None)


def holds_all(
    text: str, value: Any, start: int = 0, end: int | None = None, encoder: msgspec.json.Encoder = _ENCODER
) -> bool:
    """Whether the value certainly has every member of this part of the text, of which it was read: one value,
    or the list of those in its lines. False also where that is not known."""
    end = len(text) if end is None else end
    if any(text.find(escape, start, end) >= 0 for escape in _ESCAPES):
        return False
    try:
        written = encoder.encode(value)
    except Exception:
        # A lone surrogate is no text to it.
        return False
    return text.count(":", start, end) == written.count(b":")
