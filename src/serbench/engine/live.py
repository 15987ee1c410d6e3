"""Shows how a run goes on: on a terminal the ranking so far, redrawn in place; elsewhere a line a round."""

import re
import time
from collections.abc import Callable, Sequence
from typing import TypeAlias

from rich.console import Console

from serbench.engine.blocks import GAP_S, number_of_blocks
from serbench.engine.rounds import round_ends
from serbench.engine.work import Fork, Progress, Work
from serbench.errors import BadInput
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder
from serbench.terminal.console import Voice, duration_words

_NS_PER_S = 1_000_000_000
# How many forks are left is told again once they are a tenth fewer.
_FEWER = 0.9
# Prints the ranking that the measurements of a run give so far.
DrawRanking: TypeAlias = Callable[[RunFolder, Console], None]


class Pace:
    """Estimates the remaining time: the plan's estimate, corrected by the pace of the forks so far."""

    def __init__(
        self,
        estimated_ns: Callable[[Fork], int],
        forks: Sequence[Fork],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.total = len(forks)
        self.done = 0
        self._estimated_ns = estimated_ns
        self._left_ns = sum(map(estimated_ns, forks))
        self._done_ns = 0
        self._clock = clock
        self._started_s = clock()

    def fork_done(self, fork: Fork) -> None:
        fork_ns = self._estimated_ns(fork)
        self.done += 1
        self._done_ns += fork_ns
        self._left_ns -= fork_ns

    def pause(self, took_s: float) -> None:
        """Leaves out a time in which nothing was measured."""
        self._started_s += took_s

    @property
    def remaining_s(self) -> float:
        if not self._done_ns:
            return self._left_ns / _NS_PER_S
        return (self._clock() - self._started_s) * self._left_ns / self._done_ns


class Live(Progress):
    """The ranking is computed and drawn when a round ends, between two forks, so that no measurement pays
    for it."""

    def __init__(
        self, work: Work, folder: RunFolder, forks: Sequence[Fork], voice: Voice, draw: DrawRanking
    ) -> None:
        self._noun = work.noun
        self._folder = folder
        self._voice = voice
        self._draw = draw
        self._pace = Pace(work.fork_ns, forks)
        self._ends = round_ends(forks)
        self._ranking: list[str] = []
        self._awaited = 0
        self._block, self._blocks = 0, number_of_blocks(forks)
        self._repeating = ""
        self._told_left: int | None = None
        if folder.rows:
            self._redraw()

    def fork_started(self, fork: Fork) -> None:
        if fork.block != self._block:
            self._repeating, self._told_left = "", None
        self._block = fork.block
        self.step_started(fork, "")

    def step_started(self, fork: Fork, step: str) -> None:
        cell = f"{fork.codec} {fork.workload} {step}".rstrip()
        self._voice.draw(f"{self._progress()}: {cell}", self._ranking)

    def fork_ended(self, fork: Fork, rows: Sequence[Row]) -> None:
        if self._repeating:
            return
        self._pace.fork_done(fork)
        if self._pace.done in self._ends:
            self._redraw()
            if not self._voice.redraws:
                number = self._ends.index(self._pace.done) + 1
                self._voice.tell(f"Round {number} of {len(self._ends)}: {self._progress()}")

    def again(self, left: int, left_s: float) -> None:
        until = duration_words(max(0.0, left_s))
        self._repeating = f"Measuring disturbed {self._noun} again: {left} left, at most {until}"
        self._redraw()
        if self._told_left is None or left <= _FEWER * self._told_left:
            self._voice.tell(self._repeating)
            self._told_left = left

    def waiting(self, block: int, blocks: int, left_s: float) -> None:
        told = f"Block {block + 1} of {blocks} begins in {duration_words(left_s)}"
        if self._voice.redraws:
            self._voice.draw(told, self._ranking)
        elif block != self._awaited:
            self._voice.tell(f"{told}.")
        self._awaited = block

    def waited(self, took_s: float) -> None:
        self._pace.pause(took_s)

    def _progress(self) -> str:
        if self._repeating:
            return self._repeating
        pauses_s = GAP_S * (self._blocks - 1 - self._block)
        left = duration_words(self._pace.remaining_s + pauses_s)
        return f"{self._pace.done} of {self._pace.total} {self._noun}, {left} left"

    def _redraw(self) -> None:
        if self._voice.redraws:
            with self._voice.console.capture() as drawn:
                self._draw(self._folder, self._voice.console)
            self._ranking = drawn.get().splitlines()


_UNIT_S = {"s": 1, "m": 60, "h": 3600}


def parse_duration_ns(text: str) -> int:
    """A duration as ``90s``, ``5m``, ``1h`` or ``1h30m``; BadInput for anything else."""
    parts = re.findall(r"(\d+(?:\.\d+)?)([smh])", text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        raise BadInput(f"{text} is not a duration; write 90s, 5m or 1h30m.")
    seconds = sum(float(number) * _UNIT_S[unit] for number, unit in parts)
    if seconds <= 0:
        raise BadInput(f"{text} is too short to measure anything.")
    return round(seconds * _NS_PER_S)
