"""What is sorted, one entry for each record that is held."""

from collections.abc import Callable
from functools import cmp_to_key
from typing import Any, TypeAlias

# The number of an object, and its message.
Record: TypeAlias = tuple[int, bytes]
# Key, number, and the message or the object that is held. As no two numbers are equal, that is never
# compared.
Entry: TypeAlias = tuple[int, int, Any]
# What is noted of a record that is held: the tuple with its two numbers, the head of its bytes, the place in
# the list, and what counting the comparisons takes.
ENTRY_BYTES = 256


class _Counted:
    """An entry whose comparisons are counted."""

    __slots__ = ("entry",)
    comparisons = 0

    def __init__(self, entry: Entry) -> None:
        self.entry = entry

    def __lt__(self, other: "_Counted") -> bool:
        _Counted.comparisons += 1
        return self.entry < other.entry


def comparisons_of(entries: list[Entry]) -> int:
    """How many comparisons it takes to sort these: the list's own sort does not tell, and always makes the
    same. This is not timed."""
    before = _Counted.comparisons
    sorted(map(_Counted, entries))
    return _Counted.comparisons - before


def sort_lazily(entries: list[Entry], read_key: Callable[[Record], int]) -> int:
    """Sorts by keys that every comparison reads out of the messages; tells how many comparisons it took."""
    comparisons = 0

    def compare(one: Entry, other: Entry) -> int:
        nonlocal comparisons
        comparisons += 1
        keys = read_key(one[1:]) - read_key(other[1:])
        return keys or one[1] - other[1]

    entries.sort(key=cmp_to_key(compare))
    return comparisons
