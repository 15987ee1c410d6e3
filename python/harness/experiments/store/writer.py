"""Writing the two files of a store."""

import os
import struct
from collections.abc import Sequence

from harness.experiments.store.file import Extent, File, create, granule_of
from harness.experiments.store.index import DATA_MAGIC, ENTRY, Identity, header_of
from harness.experiments.store.reader import adjacent_runs


class Writer:
    """A store that is written block by block; ``granule`` divides where blocks begin and end."""

    def __init__(self, data: str, index: str, identity: Identity, *, direct: bool) -> None:
        """Empties both files; ``direct`` leaves the system's page cache out of the data file."""
        self.direct = direct
        self.granule = granule_of(direct)
        self._identity = identity
        self._data = create(data, direct=direct)
        self._data_path = data
        self._index = create(index)
        self._header_bytes = len(header_of(identity, 0))
        self._data_bytes = 0

    def write(self, block: memoryview) -> int:
        """Writes a block, whose bytes are a multiple of the granule, behind the others; tells where it is."""
        begin = self._data_bytes
        self._data.write_at(block, begin)
        self._data_bytes += len(block)
        return begin

    def note(self, numbers: Sequence[int], extents: Sequence[Extent]) -> None:
        """Says where the objects of these numbers lie."""
        taken = 0
        for first, count in adjacent_runs(numbers):
            part = extents[taken : taken + count]
            taken += count
            entries = b"".join(ENTRY.pack(*extent) for extent in part)
            self._index.write_at(entries, self._header_bytes + ENTRY.size * first)

    def finish(self) -> int:
        """Completes both files once all blocks are written; tells how many bytes of data there are."""
        self._index.write_at(header_of(self._identity, self._data_bytes), 0)
        end = self._header_bytes + ENTRY.size * self._identity.objects
        checksum = struct.pack("<Q", self._index.checksum(end))
        self._index.write_at(checksum, end)
        # No page holds the trailer in full, so it is not written directly.
        whole = File(self._data_path, os.O_WRONLY)
        whole.write_at(DATA_MAGIC + checksum, self._data_bytes)
        whole.close()
        return self._data_bytes

    def sync(self) -> None:
        """Waits until the data is on the disk."""
        self._data.sync()
