"""Shows the progress of a run on standard error: a bar on a terminal, an occasional line elsewhere."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Iterator, Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn
from rich.progress import Progress as Display

from serbench.engine.disturbance import Interference
from serbench.engine.work import Fork, Progress, Work
from serbench.errors import BadInput
from serbench.record.row import Row

_LINES_A_RUN = 10
_NS_PER_S = 1_000_000_000


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

    def fork_again(self, fork: Fork) -> None:
        self.total += 1
        self._left_ns += self._estimated_ns(fork)

    @property
    def remaining_s(self) -> float:
        if not self._done_ns:
            return self._left_ns / _NS_PER_S
        return (self._clock() - self._started_s) * self._left_ns / self._done_ns


class Bar(Progress):
    """A bar with the current cell, for a terminal."""

    def __init__(self, display: Display, task: TaskID, pace: Pace) -> None:
        self._display = display
        self._task = task
        self._pace = pace

    def fork_started(self, fork: Fork, again: Interference | None) -> None:
        self.step_started(fork, "")

    def step_started(self, fork: Fork, step: str) -> None:
        cell = f"{fork.codec} {fork.workload} {step}".rstrip()
        self._display.update(self._task, cell=cell, left=duration_words(self._pace.remaining_s))

    def fork_ended(self, fork: Fork, rows: Sequence[Row]) -> None:
        self._pace.fork_done(fork)
        self._display.update(self._task, completed=self._pace.done)

    def fork_added(self, fork: Fork) -> None:
        self._pace.fork_again(fork)
        self._display.update(self._task, total=self._pace.total)


class Lines(Progress):
    """About ten lines per run, for a log."""

    def __init__(self, tell: Callable[[str], None], pace: Pace, noun: str) -> None:
        self._tell = tell
        self._pace = pace
        self._noun = noun
        self._told = 0

    def fork_started(self, fork: Fork, again: Interference | None) -> None:
        if again is not None:
            self._tell(
                f"{fork.codec} on {fork.workload} is measured again, because {disturbance_words(again)}."
            )

    def fork_ended(self, fork: Fork, rows: Sequence[Row]) -> None:
        self._pace.fork_done(fork)
        tenth = self._pace.done * _LINES_A_RUN // self._pace.total
        if tenth > self._told:
            self._told = tenth
            left = duration_words(self._pace.remaining_s)
            last = f"{fork.codec} on {fork.workload}"
            done = f"{self._pace.done} of {self._pace.total} {self._noun}"
            self._tell(f"{done}, {left} left; the last was {last}")

    def fork_added(self, fork: Fork) -> None:
        self._pace.fork_again(fork)


@contextlib.contextmanager
def shown(work: Work, forks: Sequence[Fork], quiet: bool, console: Console) -> Iterator[Progress]:
    """The progress of these forks on a console for standard error; cleared from a terminal at its end."""
    if quiet or not forks:
        yield Progress()
        return
    pace = Pace(work.estimated_ns, forks)
    if not console.is_terminal:

        def tell(line: str) -> None:
            console.print(line, markup=False, highlight=False, soft_wrap=True)

        yield Lines(tell, pace, work.noun)
        return
    columns = (
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TextColumn("{task.fields[left]} left"),
        TextColumn("{task.fields[cell]}", markup=False),
    )
    with Display(*columns, console=console, transient=True, refresh_per_second=2) as display:
        task = display.add_task("", total=pace.total, cell="", left=duration_words(pace.remaining_s))
        yield Bar(display, task, pace)


def disturbance_words(by: Interference) -> str:
    """What disturbed a fork, as the rest of a sentence."""
    if by.is_robbed and not by.is_loaded:
        return f"the hypervisor took {by.steal:.2g} cores in the meantime"
    return f"other programs used {by.load:.2g} cores in the meantime"


def duration_words(seconds: float) -> str:
    """A duration for people: ``40 s``, ``12 min``, ``3 h 20 min``."""
    whole_s = round(seconds)
    if whole_s < 120:
        return f"{whole_s} s"
    minutes = round(seconds / 60)
    if minutes < 120:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"


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
