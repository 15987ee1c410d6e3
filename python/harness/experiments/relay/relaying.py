"""Waits for sources, has their frames handled, and reports at barriers."""

import select
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from harness.adapter import failure_of
from harness.experiments.relay.barriers import Barriers, number_of
from harness.experiments.relay.frames import ASKS_FOR_PHASES
from harness.experiments.relay.handling import READ, WRITE, Handling, new_phases
from harness.experiments.relay.report import LAST_REPORT, Report
from harness.experiments.relay.source import Source
from harness.protocol.refusal import RequestError


@dataclass(slots=True)
class Relaying:
    """``torn`` counts the sources that ended within a frame."""

    handling: Handling
    sources: list[Source]
    report: Report
    torn: int = 0
    copied_bytes: int = 0
    _barriers: Barriers = field(init=False)

    def __post_init__(self) -> None:
        self._barriers = Barriers(len(self.sources))

    def run(self) -> None:
        """Relays until all sources have ended, or something has come with which the relay cannot go on."""
        try:
            self._relay_all()
        except RequestError:
            raise
        except Exception as fault:
            # What came before it is sent.
            self.handling.sinks.write_all()
            self.report.send_failure(failure_of(fault))
        self._tell(LAST_REPORT)

    def _relay_all(self) -> None:
        while any(source.connection.is_open for source in self.sources):
            for number in self._ready():
                self._timed(READ, self.sources[number].read)
                self._handle(number)
            self._timed(WRITE, self.handling.sinks.write_all)
            self._pass_barriers()

    def _ready(self) -> list[int]:
        """The sources that have bytes or have been closed."""
        sending = [number for number in range(len(self.sources)) if self._barriers.is_sending(number)]
        # Reading waits by itself for the only source, but a read that is timed is not to wait.
        if len(sending) == 1 and self.handling.phases is None:
            return sending
        poll, by_descriptor = select.poll(), {}
        for number in sending:
            descriptor = self.sources[number].connection.descriptor
            poll.register(descriptor, select.POLLIN)
            by_descriptor[descriptor] = number
        return [by_descriptor[descriptor] for descriptor, _ in poll.poll()]

    def _timed(self, phase: int, step: Callable[[], None]) -> None:
        """Times the step where phases are asked for."""
        if self.handling.phases is None:
            step()
        else:
            self.handling.phases.timed(phase, step)

    def _handle(self, number: int) -> None:
        """Handles what has come from the source, up to a barrier or to the beginning of a frame."""
        if not self._barriers.is_sending(number):
            return
        source = self.sources[number]
        come = source.frames()
        barrier = self.handling.handle(come)
        self.copied_bytes += source.keep_rest(come)
        if barrier is not None:
            self._barriers.came(number, barrier.sequence)
            return
        self.torn += source.is_torn
        if not source.connection.is_open:
            self._barriers.end(number)

    def _pass_barriers(self) -> None:
        """Answers the barriers that have come from all sources, and goes on with what follows them."""
        while (barrier := self._barriers.take_due()) is not None:
            self._timed(WRITE, partial(self.handling.sinks.write_barrier, barrier))
            self._tell(number_of(barrier))
            self.handling.phases = new_phases() if barrier & ASKS_FOR_PHASES else None
            for number in range(len(self.sources)):
                self._handle(number)
            self._timed(WRITE, self.handling.sinks.write_all)

    def _tell(self, number: int) -> None:
        handling = self.handling
        self.report.send(
            handling.phases,
            number=number,
            frames=handling.frames,
            bytes_in=handling.bytes_in,
            bytes_out=handling.sinks.bytes_out,
            undecodable=handling.undecodable,
            undeliverable=handling.sinks.undeliverable,
            torn=self.torn,
            copied_bytes=self.copied_bytes + handling.copied_bytes + handling.sinks.copied_bytes,
            updated_in_place=handling.updated_in_place,
        )
