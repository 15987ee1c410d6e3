"""The store that a sort writes."""

from array import array
from collections.abc import Sequence

from harness.experiments.sort.entry import Record
from harness.experiments.store.file import Extent
from harness.experiments.store.writer import Writer

_NUMBERS_AT_ONCE = 4096


class SortedStore:
    """Its index is in memory, because entries come in any order."""

    header_bytes = 0

    def __init__(self, writer: Writer, objects: int) -> None:
        self._writer = writer
        self._offsets = array("Q", bytes(8 * objects))
        self._sizes = array("Q", bytes(8 * objects))
        self.granule = writer.granule
        self.direct = writer.direct
        self.size_bytes = self.data_bytes = 0

    def header(self, record: Record) -> bytes:
        return b""

    def write(self, block: memoryview) -> int:
        return self._writer.write(block)

    def note(self, begin: int, size: int, numbers: Sequence[int], extents: Sequence[Extent]) -> None:
        for number, (offset, message_bytes) in zip(numbers, extents, strict=True):
            self._offsets[number] = begin + offset
            self._sizes[number] = message_bytes
            self.size_bytes += message_bytes

    def complete(self) -> None:
        for first in range(0, len(self._offsets), _NUMBERS_AT_ONCE):
            end = min(len(self._offsets), first + _NUMBERS_AT_ONCE)
            extents = list(zip(self._offsets[first:end], self._sizes[first:end], strict=True))
            self._writer.note(range(first, end), extents)
        self.data_bytes = self._writer.finish()

    def sync(self) -> None:
        self._writer.sync()
