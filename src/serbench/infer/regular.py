"""Documents that tell nothing new for a schema: their members are known, and their values of the known kinds.

After ``{"id": 7}`` and ``{"id": 9}``, ``{"id": 8}`` changes nothing. msgspec reads a line by types of what
was seen, which allow no more than that, many times faster than values are observed one by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from serbench.corpus.strict_types import SPECIAL, Left, StrictType, any_of, leave, lists_of, record, whole
from serbench.infer.observation import Place, Seen, Shape
from serbench.infer.unification import may_be_sparse_map
from serbench.inputs.json.complete import holds_all

_FIRST = 1000
# With more, types cost more than they save.
_MOST_PLACES = 5000
# Whole numbers that make a difference: those of 32 bits, those that a double has, and those of 64 bits.
_RANGES = ((-(1 << 31), (1 << 31) - 1), (-(1 << 53), 1 << 53), (-(1 << 63), (1 << 63) - 1))
_SCALARS = {Seen.NULL: None, Seen.BOOL: bool, Seen.NUMBER: float, Seen.TEXT: str}
# A double, which msgspec reads as a whole number.
_MINUS_ZERO = re.compile(r"-0(?![0-9.eE])")


class RegularDocuments:
    """Decides by what was observed at ``root`` and below. ``passed`` counts those that tell nothing new."""

    def __init__(self, root: Place) -> None:
        self.passed = 0
        self._root = root
        self._observed, self._next = 0, _FIRST
        self._decoder: msgspec.json.Decoder[Any] | None = None

    def learn(self) -> None:
        """Is told that a document was observed; now and then, types are made of what is known by then."""
        self._observed += 1
        if self._observed == self._next:
            self._next *= 2
            try:
                self._decoder = _decoder(self._root)
            except RecursionError:
                self._decoder = None

    def accepts(self, text: str, count: int) -> bool:
        """Whether the text is so many documents, each in a line, that tell nothing new."""
        if self._decoder is None or ("-0" in text and _MINUS_ZERO.search(text)):
            return False
        try:
            documents = self._decoder.decode_lines(text)
            is_taken = len(documents) == count and holds_all(text, documents)
        except Exception:
            # Whatever is not taken is observed.
            return False
        self.passed += count if is_taken else 0
        return is_taken

    @property
    def is_exact(self) -> bool:
        """Whether the same schema follows as from all documents: how often members are there may decide that
        objects are maps."""
        shapes = (place.shape for place in _places(self._root) if place is not self._root)
        return not self.passed or not any(shape is not None and may_be_sparse_map(shape) for shape in shapes)


def _decoder(root: Place) -> msgspec.json.Decoder[Any] | None:
    if sum(1 for _ in _places(root)) > _MOST_PLACES:
        return None
    return msgspec.json.Decoder(_type(root), dec_hook=leave)


def _places(root: Place) -> Iterator[Place]:
    waiting = [root]
    while waiting:
        place = waiting.pop()
        yield place
        waiting += place.shape.members.values() if place.shape else ()
        waiting += [place.element] if place.element else ()


def _type(place: Place) -> StrictType:
    """The type of the values that were seen; null is one of them only if it was seen, too."""
    found: list[StrictType] = [_SCALARS[kind] for kind in place.seen if kind in _SCALARS]
    if Seen.SPECIAL in place.seen and Seen.TEXT not in place.seen:
        found.append(SPECIAL)
    if Seen.WHOLE in place.seen or Seen.NUMBER in place.seen:
        # Without a range, whole numbers are not accepted among others.
        low, high = _range(place) if Seen.WHOLE in place.seen else (1, 0)
        found.append(whole(low, high))
    if place.element is not None:
        found.append(lists_of(_type(place.element)))
    if place.shape is not None:
        found.append(_object(place.shape))
    # In a union, there is nothing beside it but null.
    return any_of(*found) if found and Left not in found else Left


def _range(place: Place) -> tuple[int, int]:
    """The range of whole numbers within which none makes a difference."""
    least, greatest = _RANGES[-1]
    seen = max(place.least, least), min(place.greatest, greatest)
    return next(((low, high) for low, high in _RANGES if low <= place.least and place.greatest <= high), seen)


def _object(shape: Shape) -> StrictType:
    members = ((name, _type(place), place.values == shape.count) for name, place in shape.members.items())
    try:
        return record("Object", members)
    except ValueError:
        # A name that msgspec does not take.
        return Left
