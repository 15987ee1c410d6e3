"""A run as a merge reads it."""

from typing import Any

from harness.experiments.sort.asked import Worker
from harness.experiments.sort.entry import Record
from harness.experiments.sort.run_file import RunFile, records_of
from harness.experiments.sort.tally import COPY, READ
from harness.experiments.store.page_buffer import PageBuffer


class Source:
    """Some of a run's blocks in memory, with their keys and objects; ``at`` is the place of the head."""

    def __init__(self, worker: Worker, run: RunFile, block_bytes: int) -> None:
        """Reads up to so many bytes at once."""
        self._worker = worker
        self._run = run
        self._next_block = self._next_offset = 0
        self._buffer = PageBuffer(min(block_bytes, run.size_bytes))
        self.records: list[Record] = []
        self.keys: list[int] = []
        self.objects: list[Any] = []
        self.at = 0

    def refill(self) -> None:
        """Reads as many of the next blocks as there is memory for, in place of those that are used up."""
        worker, first = self._worker, self._next_block
        worker.freed(self._clear)
        size = 0
        for block_bytes, _ in self._run.blocks[first:]:
            if size + block_bytes > self._buffer.size_bytes:
                break
            size += block_bytes
            self._next_block += 1
        worker.tally.read_bytes += size
        view = self._buffer.view[:size]
        worker.tally.timed(READ, lambda: self._run.file.read_some(view, self._next_offset, size))
        self._next_offset += size
        blocks = self._run.blocks[first : self._next_block]
        self.records = worker.tally.timed(COPY, lambda: _records(view, blocks))
        if worker.asked.holds_objects:
            self.objects = worker.decoded(self.records)
        self.keys = worker.keys_of(self.records, self.objects)
        self.at = 0

    def _clear(self) -> None:
        self.records, self.keys, self.objects = [], [], []

    @property
    def is_ended(self) -> bool:
        """Whether all records have been taken."""
        return self.at == len(self.records) and self._next_block == len(self._run.blocks)

    @property
    def is_used_up(self) -> bool:
        """Whether the next record has to be read first."""
        return self.at == len(self.records) and self._next_block < len(self._run.blocks)


def _records(view: memoryview, blocks: list[tuple[int, int]]) -> list[Record]:
    found: list[Record] = []
    place = 0
    for size, count in blocks:
        found += records_of(view, place, count)
        place += size
    return found
