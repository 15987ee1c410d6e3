"""A run: a sorted piece of the records in a file of its own (PROTOCOL.md, sort)."""

import os
import struct
from collections.abc import Sequence

from harness.experiments.sort.entry import Record
from harness.experiments.store.file import RECORD_ALIGNMENT, Extent, create, granule_of, round_up
from harness.protocol.refusal import because, refuse_file

_HEADER = struct.Struct("<IIQ")


class RunFile:
    """``blocks`` have the bytes and the number of records of each that was written at once, and is read at
    once. ``merges`` is how often its records have been merged at most."""

    header_bytes = _HEADER.size

    def __init__(self, folder: str, number: int, *, direct: bool, merges: int = 0) -> None:
        """Makes a file that has no name any more once it is open, so it is gone however this process ends."""
        path = os.path.join(folder, f"run-{number}")  # noqa: PTH118 (a request's text)
        self.file = create(path, direct=direct)
        try:
            os.unlink(path)  # noqa: PTH108 (as above)
        except OSError as error:
            raise refuse_file(path, f"cannot be removed: {because(error)}") from error
        self.direct = direct
        self.granule = granule_of(direct)
        self.merges = merges
        self.size_bytes = 0
        self.blocks: list[tuple[int, int]] = []

    def header(self, record: Record) -> bytes:
        return _HEADER.pack(len(record[1]), record[0], 0)

    def write(self, block: memoryview) -> int:
        self.file.write_at(block, self.size_bytes)
        return self.size_bytes

    def note(self, begin: int, size: int, numbers: Sequence[int], extents: Sequence[Extent]) -> None:
        self.size_bytes = begin + size
        self.blocks.append((size, len(numbers)))

    def complete(self) -> None:
        """There is nothing but records."""

    def sync(self) -> None:
        self.file.sync()

    @property
    def largest_block_bytes(self) -> int:
        return max((size for size, _ in self.blocks), default=0)


def records_of(memory: memoryview, place: int, count: int) -> list[Record]:
    """Those of a block that was read to a place in memory."""
    records: list[Record] = []
    for _ in range(count):
        size, number, _ = _HEADER.unpack_from(memory, place)
        begin = place + _HEADER.size
        records.append((number, bytes(memory[begin : begin + size])))
        place = round_up(begin + size, RECORD_ALIGNMENT)
    return records


def run_block_bytes(largest_bytes: int, granule: int) -> int:
    """What a block of only a record of so many bytes takes in a run."""
    return round_up(_HEADER.size + largest_bytes, granule)


def merges_of(runs: Sequence[RunFile]) -> int:
    """How often records have been merged at most that are merged once more."""
    return max(run.merges for run in runs) + 1
