"""The block of records that is written next."""

from collections.abc import Sequence
from typing import Protocol

from harness.experiments.sort.entry import Record
from harness.experiments.sort.tally import COPY, FSYNC, WRITE, Tally
from harness.experiments.store.file import MOST_UNSYNCED_BYTES, RECORD_ALIGNMENT, Extent, round_up
from harness.experiments.store.page_buffer import PageBuffer, required
from harness.experiments.store.phases import OBJECTS_A_BLOCK


class Target(Protocol):
    """A file of records: a run, or a store. ``granule`` divides its blocks, ``direct`` leaves the page cache
    out, and ``header_bytes`` stand before each message."""

    granule: int
    direct: bool
    header_bytes: int

    def header(self, record: Record) -> bytes:
        """What stands before a message."""

    def write(self, block: memoryview) -> int:
        """Writes a block behind the others; tells where it is."""

    def note(self, begin: int, size: int, numbers: Sequence[int], extents: Sequence[Extent]) -> None:
        """Takes the last block of ``size`` bytes, in which the messages lie at these places."""

    def complete(self) -> None:
        """Writes all but the records, once those are written."""

    def sync(self) -> None: ...


class Output:
    """A block has at most so many bytes, or one record, and at most 256 records. Its memory is used for one
    target after the other."""

    def __init__(self, tally: Tally, most_bytes: int) -> None:
        self._tally = tally
        self._buffer = PageBuffer(most_bytes)
        self.most_bytes = most_bytes
        self._records: list[Record] = []
        self._end = self._unsynced_bytes = 0

    def add(self, to: Target, records: Sequence[Record]) -> None:
        """Puts records into the block and writes it whenever it is full."""
        for record in records:
            end = self._end + _record_bytes(to, record)
            if self._records and (
                len(self._records) == OBJECTS_A_BLOCK or round_up(end, to.granule) > self.most_bytes
            ):
                self._write(to)
                end = _record_bytes(to, record)
            self._records.append(record)
            self._end = end

    def finish(self, to: Target) -> None:
        """Completes the target and waits until all of it is on the disk."""
        if self._records:
            self._write(to)
        self._unsynced_bytes = 0
        to.complete()
        self._tally.timed(FSYNC, to.sync)

    def _write(self, to: Target) -> None:
        size = round_up(self._end, to.granule)
        self._buffer = required(self._buffer, size)
        extents = self._tally.timed(COPY, lambda: self._placed(to, size))
        block = self._buffer.view[:size]
        self._unsynced_bytes += size
        self._tally.written_bytes += size
        begin = self._tally.timed(WRITE, lambda: self._written(to, block))
        to.note(begin, size, [number for number, _ in self._records], extents)
        self._records, self._end = [], 0

    def _placed(self, to: Target, size: int) -> list[Extent]:
        """Copies the records to their places, with zeros between; where their messages lie."""
        memory, extents, at = self._buffer.memory, [], 0
        for record in self._records:
            begin = at + to.header_bytes
            end, following = begin + len(record[1]), at + _record_bytes(to, record)
            memory[at:begin] = to.header(record)
            memory[begin:end] = record[1]
            memory[end:following] = bytes(following - end)
            extents.append((begin, len(record[1])))
            at = following
        memory[at:size] = bytes(size - at)
        return extents

    def _written(self, to: Target, block: memoryview) -> int:
        begin = to.write(block)
        if not to.direct and self._unsynced_bytes >= MOST_UNSYNCED_BYTES:
            self._unsynced_bytes = 0
            to.sync()
        return begin


def _record_bytes(to: Target, record: Record) -> int:
    return round_up(to.header_bytes + len(record[1]), RECORD_ALIGNMENT)
