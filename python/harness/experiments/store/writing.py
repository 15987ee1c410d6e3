"""Writes objects, block by block."""

from collections.abc import Sequence
from dataclasses import dataclass

from harness.adapter import Codec
from harness.experiments.store.file import MOST_UNSYNCED_BYTES, RECORD_ALIGNMENT, Extent, round_up
from harness.experiments.store.number_list import NumberList
from harness.experiments.store.page_buffer import PageBuffer, place_all, required
from harness.experiments.store.phases import (
    BYTES_A_BLOCK,
    COPY,
    ENCODE,
    FSYNC,
    OBJECTS_A_BLOCK,
    WRITE,
    new_phases,
)
from harness.experiments.store.pool import Pool
from harness.experiments.store.telling import guarded
from harness.experiments.store.writer import Writer
from harness.timing.clocks import start_thread
from harness.values.form import Form


@dataclass(frozen=True, slots=True)
class Asked:
    """``order`` has the numbers in the order in which their objects are written; ``raw`` writes the objects'
    own bytes, as a floor does."""

    pool: Pool
    form: Form
    writer: Writer
    order: NumberList
    raw: bool


class Writing:
    """A store that is being written; ``size_bytes`` are those of its messages so far."""

    def __init__(self, asked: Asked, codec: Codec) -> None:
        self._asked = asked
        self._codec = codec
        self._buffer = PageBuffer(0)
        self._unsynced_bytes = 0
        self._most = asked.pool.block_objects(OBJECTS_A_BLOCK, BYTES_A_BLOCK)
        self.phases = new_phases()
        self.size_bytes = 0

    def warm_up(self, warmup_ns: int) -> None:
        """Repeats all but writing with the first objects of the pool."""
        watch = start_thread()
        while watch.wall_ns() < warmup_ns:
            self._prepared(range(self._most))
        self.phases, self.size_bytes = new_phases(), 0

    def run(self, objects: int) -> None:
        """Writes so many objects."""
        for first in range(0, objects, self._most):
            numbers = self._asked.order.at(first, min(self._most, objects - first))
            extents, end = self._prepared(numbers)
            begin = self._written(self._buffer.view[:end])
            self._asked.writer.note(numbers, [(begin + offset, size) for offset, size in extents])

    def sync(self) -> None:
        """Waits until all of it is on the disk."""
        self.phases.timed(FSYNC, self._asked.writer.sync)

    def _written(self, block: memoryview) -> int:
        writer = self._asked.writer
        begin = self.phases.timed(WRITE, lambda: writer.write(block))
        self._unsynced_bytes += len(block)
        if not writer.direct and self._unsynced_bytes >= MOST_UNSYNCED_BYTES:
            self.phases.timed(WRITE, writer.sync)
            self._unsynced_bytes = 0
        return begin

    def _prepared(self, numbers: Sequence[int]) -> tuple[list[Extent], int]:
        """Does all of a block but its writing: where its messages lie in the buffer, and its end."""
        asked = self._asked
        objects = [asked.pool.make(asked.form, number) for number in numbers]
        if asked.raw:
            messages = [asked.form.write(made) for made in objects]
        else:
            with guarded():
                messages = self.phases.timed(ENCODE, lambda: self._encoded(objects))
        extents: list[Extent] = []
        end = 0
        for message in messages:
            extents.append((end, len(message)))
            end = round_up(end + len(message), RECORD_ALIGNMENT)
        self.size_bytes += sum(map(len, messages))
        end = round_up(end, asked.writer.granule)
        self._buffer = required(self._buffer, end)
        self.phases.timed(COPY, lambda: place_all(self._buffer, messages, extents, end))
        return extents, end

    def _encoded(self, objects: list[object]) -> list[bytes]:
        encode = self._codec.encode
        # Bytes are set aside as they are; what is valid only until the next call is copied.
        return [bytes(encode(made)) for made in objects]
