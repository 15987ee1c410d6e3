"""Plans runs, and holds the records of one until it is sorted."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from harness.experiments.sort.asked import Asked, Worker
from harness.experiments.sort.budget import block_records
from harness.experiments.sort.contract import Contract
from harness.experiments.sort.entry import Entry, Record, comparisons_of, sort_lazily
from harness.experiments.sort.located import Located
from harness.experiments.sort.tally import COPY, ORDER, READ
from harness.experiments.store.page_buffer import PageBuffer, required
from harness.experiments.store.read_plan import plan_of


def planned_runs(asked: Asked, records: Located) -> list[range]:
    """Divides the records into runs that fit the memory: of each run its places among the records."""
    runs: list[range] = []
    first = at = held = 0
    while at < len(records):
        count = block_records(records.sizes, asked.budget.input_block_bytes, at)
        cost = asked.budget.held_bytes(records.sizes[at : at + count])
        if cost > asked.budget.memory_bytes:
            raise asked.budget.too_small()
        if held + cost > asked.budget.memory_bytes:
            runs.append(range(first, at))
            first, held = at, 0
        at += count
        held += cost
    return [*runs, range(first, at)] if at > first else runs


@dataclass(slots=True)
class Holding:
    """The records that are held until they are a run, and the memory through which they are read."""

    worker: Worker
    records: Located
    entries: list[Entry] = field(default_factory=list)
    _buffer: PageBuffer = field(default_factory=lambda: PageBuffer(0))

    def fill(self, run: range) -> None:
        """Reads the records of a run, and decodes them where objects are held."""
        at = run.start
        while at < run.stop:
            sizes = self.records.sizes[at : run.stop]
            count = block_records(sizes, self.worker.asked.budget.input_block_bytes)
            block = self._read(at, at + count)
            held: Sequence[Any] = [message for _, message in block]
            objects: list[Any] = []
            if self.worker.asked.holds_objects:
                held = objects = self.worker.decoded(block)
            keys = self.worker.keys_of(block, objects)
            numbers = (number for number, _ in block)
            self.entries += zip(keys, numbers, held, strict=True)
            at += count

    def sort(self) -> None:
        """Brings what is held into its order."""
        tally = self.worker.tally
        if self.worker.asked.contract is Contract.LAZY:
            tally.comparisons += tally.timed(ORDER, lambda: sort_lazily(self.entries, self.worker.read_key))
            return
        tally.comparisons += comparisons_of(self.entries)
        # No two numbers are equal, so nothing behind them is compared.
        tally.timed(ORDER, self.entries.sort)

    def pass_on(self, begin: int, end: int) -> list[Record]:
        """The records of a part of the entries, with their objects encoded."""
        part = self.entries[begin:end]
        if self.worker.asked.holds_objects:
            return self.worker.encoded([made for _, _, made in part], [number for _, number, _ in part])
        return [(number, message) for _, number, message in part]

    def release(self) -> None:
        """Forgets what is held."""
        self.worker.freed(self.entries.clear)

    def _read(self, begin: int, end: int) -> list[Record]:
        reader, tally = self.worker.asked.reader, self.worker.tally
        extents = self.records.extents(begin, end)
        plan = plan_of(extents, reader.granule)
        self._buffer = required(self._buffer, plan.buffer_bytes)
        tally.read_bytes += plan.buffer_bytes
        tally.timed(READ, lambda: reader.read(plan, self._buffer.view))
        memory, numbers = self._buffer.memory, self.records.numbers[begin:end]
        return tally.timed(
            COPY,
            lambda: [
                (number, memory[place : place + size])
                for number, place, (_, size) in zip(numbers, plan.places, extents, strict=True)
            ],
        )
