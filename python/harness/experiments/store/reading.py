"""Reads objects, block by block, and proves what came back."""

from collections.abc import Sequence
from dataclasses import dataclass

from harness.adapter import Codec, access_of, judge_digest, judge_touch, judge_value
from harness.experiments.store.level import BYTES, DECODE, PLANS
from harness.experiments.store.number_list import NumberList
from harness.experiments.store.page_buffer import PageBuffer, required
from harness.experiments.store.phases import COPY, FREE, READ, TOUCH, new_phases
from harness.experiments.store.phases import DECODE as DECODE_PHASE
from harness.experiments.store.pool import Pool
from harness.experiments.store.read_plan import plan_of
from harness.experiments.store.reader import Reader
from harness.experiments.store.telling import guarded
from harness.timing.clocks import start_thread
from harness.values.digest import xxh64
from harness.values.form import Form

_MASK = 0xFFFF_FFFF_FFFF_FFFF


@dataclass(frozen=True, slots=True)
class Asked:
    """``numbers`` are read in their order, ``block`` at once; ``keeps``: all objects stay until the last one
    has been read."""

    pool: Pool
    form: Form
    reader: Reader
    level: str
    block: int
    keeps: bool
    numbers: NumberList


class Reading:
    """A store that is being read; the sums are those of what came back so far."""

    def __init__(self, asked: Asked, codec: Codec) -> None:
        self._asked = asked
        self._codec = codec
        self._buffer = PageBuffer(0)
        self._messages: list[bytes] = []
        self._objects: list[object] = []
        self._touches: list[int] = []
        self._kept: list[list[object]] = []
        self.phases = new_phases()
        self.size_bytes = self.digest = self.touch = 0

    def warm_up(self, warmup_ns: int) -> None:
        """Uses messages of the pool's first objects again and again."""
        asked = self._asked
        if warmup_ns == 0 or asked.level == BYTES:
            return
        for number in range(min(asked.block, len(asked.pool))):
            made = asked.pool.make(asked.form, number)
            with guarded(number):
                self._messages.append(bytes(self._codec.encode(made)))
        watch = start_thread()
        while watch.wall_ns() < warmup_ns:
            self._use()
        self._messages, self._objects, self._touches = [], [], []
        self.phases = new_phases()

    def run(self, objects: int) -> None:
        """Reads the objects whose numbers stand at so many places."""
        for first in range(0, objects, self._asked.block):
            numbers = self._asked.numbers.at(first, min(self._asked.block, objects - first))
            self._fetch(numbers)
            self._use()
            self._prove(numbers)
            self._release()
        self._buffer = PageBuffer(0)
        self._messages, self._objects, self._touches = [], [], []

    def free(self) -> None:
        """Releases the objects that were kept."""
        self.phases.timed(FREE, self._kept.clear)

    def _fetch(self, numbers: Sequence[int]) -> None:
        reader = self._asked.reader
        extents = reader.locate(numbers)
        plan = plan_of(extents, reader.granule)
        self._buffer = required(self._buffer, plan.buffer_bytes)
        self.phases.timed(READ, lambda: reader.read(plan, self._buffer.view))
        memory = self._buffer.memory
        self._messages = self.phases.timed(
            COPY,
            lambda: [
                memory[place : place + size] for place, (_, size) in zip(plan.places, extents, strict=True)
            ],
        )
        self.size_bytes += sum(size for _, size in extents)

    def _use(self) -> None:
        level = self._asked.level
        if level == DECODE:
            decode = self._codec.decode
            with guarded():
                self._objects = self.phases.timed(
                    DECODE_PHASE, lambda: [decode(message) for message in self._messages]
                )
            touched = self._asked.form.touched
            self.phases.timed(TOUCH, lambda: [touched(made, "all") for made in self._objects])
        elif level != BYTES:
            access, plan = access_of(self._codec), PLANS[level]
            with guarded():
                self._touches = self.phases.timed(
                    TOUCH, lambda: [access(message, plan) for message in self._messages]
                )

    def _prove(self, numbers: Sequence[int]) -> None:
        """Compares what came back with the pool."""
        for place, number in enumerate(numbers):
            with guarded(number):
                self._prove_one(place, number)

    def _prove_one(self, place: int, number: int) -> None:
        asked = self._asked
        if asked.level == BYTES:
            digest = xxh64(self._messages[place])
            judge_digest(digest, xxh64(asked.pool.bytes_of(number)))
            self.digest = (self.digest + digest) & _MASK
        elif asked.level == DECODE:
            expected = xxh64(asked.pool.bytes_of(number))
            digest = judge_value(asked.form, self._objects[place], expected)
            self.digest = (self.digest + digest) & _MASK
        else:
            made = asked.pool.make(asked.form, number)
            judge_touch(asked.form, self._touches[place], PLANS[asked.level], made)
            self.touch = (self.touch + self._touches[place]) & _MASK

    def _release(self) -> None:
        if self._asked.level != DECODE:
            return
        if self._asked.keeps:
            self._kept.append(self._objects)
            self._objects = []
        else:
            # The loop variable of a comprehension is gone, so the list alone holds them.
            self.phases.timed(FREE, self._objects.clear)
