"""Frames: u32 length, u64 sequence, and that many bytes of one message, little-endian."""

import struct
from dataclasses import dataclass

from harness.adapter import Failure

HEADER = struct.Struct("<IQ")
_SOURCE_SHIFT = 48
_NUMBER_MASK = (1 << _SOURCE_SHIFT) - 1
_BARRIER = 1 << 63
ASKS_FOR_PHASES = 1 << 32


@dataclass(slots=True)
class Frame:
    """A message as it came lies behind ``begin`` and the header, up to ``end``, in the bytes of its source; a
    barrier has none."""

    sequence: int
    begin: int
    end: int

    @property
    def number(self) -> int:
        """That of the message in its source."""
        return self.sequence & _NUMBER_MASK

    @property
    def is_barrier(self) -> bool:
        return self.sequence >= _BARRIER

    @property
    def message_bytes(self) -> int:
        return self.end - self.begin - HEADER.size


class Frames:
    """Those in the bytes of a source, in order; ``taken`` is the end of the last one that was taken."""

    def __init__(self, content: bytes, largest: int) -> None:
        self.content = content
        self.taken = 0
        self._largest = largest

    def next(self) -> Frame | None:
        """Takes a frame, if all of it has come. Raises where one has a longer message than was agreed, of
        which nothing more is read."""
        begin = self.taken
        if len(self.content) - begin < HEADER.size:
            return None
        length, sequence = HEADER.unpack_from(self.content, begin)
        if length > self._largest:
            raise cannot_go_on(f"A frame of {length} bytes is longer than {self._largest}.")
        if length and sequence >= _BARRIER:
            raise cannot_go_on(f"A barrier has {length} bytes where none belong.")
        end = begin + HEADER.size + length
        if end > len(self.content):
            return None
        self.taken = end
        return Frame(sequence, begin, end)

    def missing(self) -> int:
        """How many bytes the next frame still needs, at least."""
        rest = len(self.content) - self.taken
        if rest < HEADER.size:
            return HEADER.size - rest
        length, _ = HEADER.unpack_from(self.content, self.taken)
        return max(0, int(HEADER.size + length - rest))


def cannot_go_on(detail: str) -> Failure:
    """The failure of a relay that does not understand what has come."""
    return Failure("error", detail)


def what_was_written(content: bytes | memoryview, count: int) -> tuple[int, int]:
    """When the first ``count`` bytes of these frames were written: the bytes of the messages that were, and
    how many frames were not, or only in part, and so are lost."""
    message_bytes = lost = end = 0
    while end < len(content):
        length, _ = HEADER.unpack_from(content, end)
        end += HEADER.size + length
        if end <= count:
            message_bytes += length
        else:
            lost += 1
    return message_bytes, lost
