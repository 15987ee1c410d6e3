"""Reading a store that has been written in full."""

import struct
from collections.abc import Sequence

from harness.experiments.store.file import Extent, File, granule_of
from harness.experiments.store.index import (
    CHECKSUM_BYTES,
    DATA_MAGIC,
    ENTRY,
    TRAILER_BYTES,
    Header,
    read_header,
)
from harness.experiments.store.read_plan import ReadPlan
from harness.protocol.refusal import refuse


class Reader:
    """The two files of a store; ``granule`` divides where reads begin and end."""

    def __init__(self, data: str, index: str, *, direct: bool) -> None:
        """Refuses two files that do not belong together or are not whole."""
        self._data = File(data, direct=direct)
        self._index = File(index)
        header = read_header(self._index)
        _prove_data(data, header, _proved_checksum(self._index, header))
        self.identity = header.identity
        self.granule = granule_of(direct)
        self._header_bytes = header.size_bytes

    def locate(self, numbers: Sequence[int]) -> list[Extent]:
        """Where these objects lie; refuses one that the store does not have."""
        extents: list[Extent] = []
        for first, count in adjacent_runs(numbers):
            if first + count > self.identity.objects:
                missing = first + count - 1
                raise refuse(f"The store has no object {missing}; it has {self.identity.objects}.")
            entries = self._index.read_at(ENTRY.size * count, self._header_bytes + ENTRY.size * first)
            extents.extend(ENTRY.iter_unpack(entries))
        return extents

    def read(self, plan: ReadPlan, buffer: memoryview) -> None:
        """Fetches what was planned."""
        for window in plan.windows:
            to = buffer[window.place : window.place + window.size_bytes]
            self._data.read_some(to, window.offset, window.needed)


def adjacent_runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """The first number and the length of each run of numbers that follow each other."""
    if isinstance(numbers, range):
        return [(numbers.start, len(numbers))] if numbers else []
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and number == sum(runs[-1]):
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((number, 1))
    return runs


def _proved_checksum(index: File, header: Header) -> bytes:
    told = index.read_at(CHECKSUM_BYTES, header.end)
    if told != struct.pack("<Q", index.checksum(header.end)):
        raise index.refusal("does not have the checksum that it tells")
    return told


def _prove_data(path: str, header: Header, checksum: bytes) -> None:
    """Reads through the page cache, for no page holds the last bytes in full."""
    whole = File(path)
    if whole.size_bytes() != header.data_bytes + TRAILER_BYTES:
        raise whole.refusal("does not have the size that its index tells")
    if whole.read_at(TRAILER_BYTES, header.data_bytes) != DATA_MAGIC + checksum:
        raise whole.refusal("belongs to another index")
    whole.close()
