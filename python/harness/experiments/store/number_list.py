"""Files of numbers, 8 bytes each."""

import struct
from collections.abc import Sequence

from harness.experiments.store.file import File

_NUMBER_BYTES = 8
_NUMBERS_AT_ONCE = 8192


class NumberList:
    """A list in a file, or without a path the numbers in their order."""

    def __init__(self, path: str | None) -> None:
        self._file = None if path is None else File(path)

    def at(self, first: int, count: int) -> Sequence[int]:
        """The numbers at ``count`` places, from ``first`` on."""
        if self._file is None:
            return range(first, first + count)
        return struct.unpack(f"<{count}Q", self._file.read_at(_NUMBER_BYTES * count, _NUMBER_BYTES * first))

    def require_order(self, count: int) -> None:
        """Refuses a list that is not an order of the numbers below ``count``."""
        if self._file is None:
            return
        refusal = self._file.refusal(f"does not hold each number below {count} once")
        if self._file.size_bytes() != _NUMBER_BYTES * count:
            raise refusal
        there = bytearray(count)
        for first in range(0, count, _NUMBERS_AT_ONCE):
            for number in self.at(first, min(_NUMBERS_AT_ONCE, count - first)):
                if number >= count or there[number]:
                    raise refusal
                there[number] = 1
