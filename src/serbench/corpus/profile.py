"""Describes data: sizes, coverage of fields, depth, lengths of lists, shares of text and numbers.
Pure."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from serbench.inputs.source import Instant, SpecialNumber, Wide

_SCALAR_KINDS = {
    str: "text",
    bytes: "bytes",
    bool: "bools",
    int: "numbers",
    Wide: "numbers",
    Instant: "times",
    float: "numbers",
    SpecialNumber: "numbers",
}


@dataclass(slots=True)
class Coverage:
    """How often a field was there (``present``, neither absent nor null) in ``of`` messages that could have
    it."""

    present: int = 0
    of: int = 0


@dataclass(slots=True)
class Profile:
    """The counts over objects, one ``add`` each.

    ``sizes_bytes`` counts objects by their size, ``depths`` by theirs and ``list_lengths`` the lists at each
    path by theirs, so that memory grows with what is different. ``coverage`` is by path, with ``[]`` for the
    elements of lists; ``parents`` counts the messages at each path, ``within`` is the path of
    the message that a field is in; a name that could be another path is quoted. ``values`` counts text,
    bytes, numbers and bools, and ``value_bytes`` what they take: text its UTF-8, numbers 8 bytes, bools 1.
    ``field_bytes`` is the same by path, and ``field_kinds`` the kinds at each.
    """

    sizes_bytes: Counter[int] = field(default_factory=Counter)
    depths: Counter[int] = field(default_factory=Counter)
    present: Counter[str] = field(default_factory=Counter)
    parents: Counter[str] = field(default_factory=Counter)
    within: dict[str, str] = field(default_factory=dict)
    list_lengths: dict[str, Counter[int]] = field(default_factory=dict)
    values: Counter[str] = field(default_factory=Counter)
    value_bytes: Counter[str] = field(default_factory=Counter)
    field_bytes: Counter[str] = field(default_factory=Counter)
    field_kinds: dict[str, str] = field(default_factory=dict)

    def add(self, obj: Mapping[str, Any], size_bytes: int) -> None:
        """Counts an object: a dict from names to values, with None for absent."""
        self.sizes_bytes[size_bytes] += 1
        self.depths[self._message(obj, "")] += 1

    def coverage(self) -> dict[str, Coverage]:
        """The coverage of each field that was ever present, in the order in which they were met."""
        return {
            path: Coverage(present, self.parents[self.within[path]]) for path, present in self.present.items()
        }

    def _message(self, obj: Mapping[str, Any], path: str) -> int:
        """Counts a message and returns how deep messages are nested in it, itself included."""
        self.parents[path] += 1
        deepest = 0
        for name, value in obj.items():
            if value is not None:
                step = _step(str(name))
                where = f"{path}.{step}" if path else step
                self.present[where] += 1
                self.within[where] = path
                deepest = max(deepest, self._value(value, where))
        return deepest + 1

    def _value(self, value: Any, path: str) -> int:
        if isinstance(value, Mapping):
            return self._message(value, path)
        if isinstance(value, list):
            self.list_lengths.setdefault(path, Counter())[len(value)] += 1
            return max((self._value(element, f"{path}[]") for element in value), default=0)
        if value is not None:
            kind = _SCALAR_KINDS[type(value)]
            size_bytes = _bytes_of(value)
            self.values[kind] += 1
            self.value_bytes[kind] += size_bytes
            self.field_bytes[path] += size_bytes
            self.field_kinds[path] = kind
        return 0

    def largest_field(self) -> tuple[str, float]:
        """The path of the field whose values take most bytes, and its share of those of all values; an empty
        path where there are none."""
        if not (total := self.field_bytes.total()):
            return "", 0.0
        path, size_bytes = self.field_bytes.most_common(1)[0]
        return path, size_bytes / total


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a histogram: from ``low`` to below ``high`` bytes."""

    low: int
    high: int
    count: int


def histogram(sizes_bytes: Mapping[int, int]) -> list[Bar]:
    """Counts of sizes by powers of two, from the bar of the smallest to that of the largest."""
    if not sizes_bytes:
        return []
    counts = Counter[int]()
    for size, count in sizes_bytes.items():
        counts[size.bit_length()] += count
    return [Bar(1 << bits >> 1, 1 << bits, counts[bits]) for bits in range(min(counts), max(counts) + 1)]


def quantile(counts: Mapping[int, int], share: float) -> int:
    """The smallest value that at least this share of the counted values does not exceed."""
    wanted = max(1, -(-int(share * 1000) * sum(counts.values()) // 1000))
    ordered = sorted(counts)
    reached = accumulate(counts[value] for value in ordered)
    return next(value for value, count in zip(ordered, reached, strict=True) if count >= wanted)


def mean(counts: Mapping[int, int]) -> float:
    """The mean of the counted values."""
    return sum(value * count for value, count in counts.items()) / sum(counts.values())


def _step(name: str) -> str:
    """The name in a path."""
    return json.dumps(name, ensure_ascii=False) if not name or "." in name or "[" in name else name


def _bytes_of(value: str | bytes | int | float) -> int:
    if isinstance(value, str):
        return len(value.encode("utf-8", "surrogatepass"))
    if isinstance(value, bytes):
        return len(value)
    return 1 if isinstance(value, bool) else 8
