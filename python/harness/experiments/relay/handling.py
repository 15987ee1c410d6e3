"""Passes frames on, message by message or, where phases are asked for, in blocks whose steps are timed."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from harness.experiments.relay.frames import HEADER, Frame, Frames
from harness.experiments.relay.sinks import Sinks
from harness.experiments.relay.steps import Steps
from harness.timing.phase_times import PhaseTimes

T = TypeVar("T")

# By their places among the names.
READ, COPY, DECODE, ROUTE, ENCODE, WRITE = range(6)
_ONLY_SLOT = 0


def new_phases() -> PhaseTimes:
    return PhaseTimes("read", "copy", "decode", "route", "encode", "write")


@dataclass(slots=True)
class _Taken:
    """A message with its slot, and the numbers of its sinks once they are known."""

    frame: Frame
    slot: int
    message: bytes = b""
    sinks: range = range(0)


@dataclass(slots=True)
class Handling:
    """``phases`` are there while they are asked for; ``block`` messages are then handled at once."""

    steps: Steps
    sinks: Sinks
    by_fields: bool
    block: int
    phases: PhaseTimes | None = None
    frames: int = 0
    bytes_in: int = 0
    undecodable: int = 0
    updated_in_place: int = 0
    copied_bytes: int = 0
    _content: bytes = field(default=b"", repr=False)

    def handle(self, come: Frames) -> Frame | None:
        """Passes on the frames up to the next barrier, which it gives, or to the first that is not
        complete."""
        self._content = come.content
        try:
            return self._one_by_one(come) if self.phases is None else self._in_blocks(come)
        finally:
            # What came before a frame that cannot be read is passed on.
            if self.phases is None:
                self.sinks.write_gathered(come.content)
            else:
                self.phases.timed(WRITE, lambda: self.sinks.write_gathered(come.content))

    def _one_by_one(self, come: Frames) -> Frame | None:
        while (frame := come.next()) is not None and not frame.is_barrier:
            self._count(frame)
            one = _Taken(frame, _ONLY_SLOT)
            self._copy(one)
            if not (self._decode(one) and self._route(one)):
                continue
            self._put(one)
            if self.steps.releases:
                self.steps.release(_ONLY_SLOT)
            for sink in one.sinks:
                self.sinks.write_if_full(sink)
        return frame

    def _in_blocks(self, come: Frames) -> Frame | None:
        while True:
            taken: list[_Taken] = []
            frame: Frame | None = None
            try:
                while len(taken) < self.block and (frame := come.next()) is not None and not frame.is_barrier:
                    self._count(frame)
                    taken.append(_Taken(frame, len(taken)))
            finally:
                self._handle_block(taken)
            if frame is None or frame.is_barrier:
                return frame

    def _handle_block(self, taken: list[_Taken]) -> None:
        if not taken:
            return
        steps = self.steps
        if steps.decodes:
            self._timed(COPY, lambda: _each(self._copy, taken))
            taken = self._timed(DECODE, lambda: list(filter(self._decode, taken)))
        routed = self._timed(ROUTE, lambda: list(filter(self._route, taken)))
        sends_on = steps.sends_frames or steps.sends_held
        self._timed(WRITE if sends_on else ENCODE, lambda: _each(self._put, routed))
        if steps.releases:
            # As in the operation decode, an object's release belongs to its making.
            self._timed(DECODE, lambda: _each(lambda one: steps.release(one.slot), routed))
        self._timed(WRITE, self.sinks.write_full)

    def _timed(self, phase: int, work: Callable[[], T]) -> T:
        assert self.phases is not None
        return self.phases.timed(phase, work)

    def _count(self, frame: Frame) -> None:
        self.frames += 1
        self.bytes_in += frame.message_bytes

    def _copy(self, one: _Taken) -> None:
        """Codecs take bytes, into which the message is copied."""
        if self.steps.decodes:
            one.message = self._content[one.frame.begin + HEADER.size : one.frame.end]
            self.copied_bytes += len(one.message)

    def _decode(self, one: _Taken) -> bool:
        """Whether the message could be read; one that could not is counted."""
        if not self.steps.decodes:
            return True
        return self._tried(one, lambda: self.steps.decode(one.slot, one.message))

    def _route(self, one: _Taken) -> bool:
        """Finds the sinks of the message and changes it. Some codecs notice only here that it cannot be
        read."""
        if not self.steps.decodes:
            self._send(one, one.frame.number)
            return True
        return self._tried(one, lambda: self._route_read(one))

    def _route_read(self, one: _Taken) -> None:
        if self.steps.sends_to_all:
            one.sinks = range(len(self.sinks))
        else:
            self._send(one, self.steps.key(one.slot) if self.by_fields else one.frame.number)
        if self.steps.change(one.slot):
            self.updated_in_place += 1
        if self.steps.copies:
            self.copied_bytes += len(one.message)

    def _send(self, one: _Taken, key: int) -> None:
        sink = key % len(self.sinks)
        one.sinks = range(sink, sink + 1)

    def _tried(self, one: _Taken, work: Callable[[], None]) -> bool:
        try:
            work()
        except (KeyboardInterrupt, SystemExit):
            raise
        # A library that is compiled may raise what is no Exception.
        except BaseException:
            self.steps.recover(one.slot)
            self.undecodable += 1
            return False
        return True

    def _put(self, one: _Taken) -> None:
        """Puts what the sinks get for the message where it waits for being written."""
        for sink in one.sinks:
            if self.steps.sends_frames:
                self.sinks.gather(sink, one.frame)
            else:
                self.sinks.put(sink, one.frame.sequence, self.steps.encode(one.slot, sink))


def _each(work: Callable[[_Taken], None], taken: list[_Taken]) -> None:
    for one in taken:
        work(one)
