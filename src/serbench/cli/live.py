"""Shows on standard error how a run goes on: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from serbench.engine.disturbance import Interference
from serbench.experiments.memory.execute import Progress as RunProgress
from serbench.experiments.memory.execute import Silence
from serbench.experiments.memory.plan import Fork, Preset, estimated_ns
from serbench.record.row import Row

_LINES_A_RUN = 10
_NS_PER_S = 1_000_000_000


class Pace:
    """Tells how long the rest takes: the plan's estimate, corrected by how the forks so far kept to it."""

    def __init__(
        self, preset: Preset, forks: Sequence[Fork], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.total = len(forks)
        self.done = 0
        self._preset = preset
        self._left_ns = estimated_ns(preset, forks)
        self._done_ns = 0
        self._clock = clock
        self._started_s = clock()

    def fork_done(self, fork: Fork) -> None:
        fork_ns = estimated_ns(self._preset, [fork])
        self.done += 1
        self._done_ns += fork_ns
        self._left_ns -= fork_ns

    def fork_again(self, fork: Fork) -> None:
        self.total += 1
        self._left_ns += estimated_ns(self._preset, [fork])

    @property
    def remaining_s(self) -> float:
        if not self._done_ns:
            return self._left_ns / _NS_PER_S
        return (self._clock() - self._started_s) * self._left_ns / self._done_ns


class Bar:
    """A bar with the cell that is measured, for a terminal."""

    def __init__(self, progress: Progress, task: TaskID, pace: Pace) -> None:
        self._progress = progress
        self._task = task
        self._pace = pace

    def fork_started(self, fork: Fork) -> None:
        self._show(f"{fork.codec} {fork.workload}")

    def operation_started(self, fork: Fork, operation: str) -> None:
        self._show(f"{fork.codec} {fork.workload} {operation}")

    def fork_ended(self, fork: Fork, rows: Sequence[Row]) -> None:
        self._pace.fork_done(fork)
        self._progress.update(self._task, completed=self._pace.done)

    def fork_disturbed(self, fork: Fork, by: Interference) -> None:
        self._pace.fork_again(fork)
        self._progress.update(self._task, total=self._pace.total)

    def _show(self, cell: str) -> None:
        self._progress.update(self._task, cell=cell, left=duration_words(self._pace.remaining_s))


class Lines:
    """About ten lines a run, for a log."""

    def __init__(self, tell: Callable[[str], None], pace: Pace) -> None:
        self._tell = tell
        self._pace = pace
        self._told = 0

    def fork_started(self, fork: Fork) -> None:
        pass

    def operation_started(self, fork: Fork, operation: str) -> None:
        pass

    def fork_ended(self, fork: Fork, rows: Sequence[Row]) -> None:
        self._pace.fork_done(fork)
        tenth = self._pace.done * _LINES_A_RUN // self._pace.total
        if tenth > self._told:
            self._told = tenth
            left = duration_words(self._pace.remaining_s)
            last = f"{fork.codec} on {fork.workload}"
            self._tell(f"{self._pace.done} of {self._pace.total} forks, {left} left; the last was {last}")

    def fork_disturbed(self, fork: Fork, by: Interference) -> None:
        self._pace.fork_again(fork)
        self._tell(f"{fork.codec} on {fork.workload} is measured again, for {disturbance_words(by)}.")


@contextlib.contextmanager
def shown(preset: Preset, forks: Sequence[Fork], quiet: bool, console: Console) -> Iterator[RunProgress]:
    """The progress of these forks on a console for standard error; gone from a terminal at its end."""
    if quiet or not forks:
        yield Silence()
        return
    pace = Pace(preset, forks)
    if not console.is_terminal:
        yield Lines(lambda line: console.print(line, markup=False, highlight=False, soft_wrap=True), pace)
        return
    columns = (
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TextColumn("{task.fields[left]} left"),
        TextColumn("{task.fields[cell]}", markup=False),
    )
    with Progress(*columns, console=console, transient=True, refresh_per_second=2) as progress:
        task = progress.add_task("", total=pace.total, cell="", left=duration_words(pace.remaining_s))
        yield Bar(progress, task, pace)


def disturbance_words(by: Interference) -> str:
    """What disturbed a fork, as the rest of a sentence."""
    if by.is_robbed and not by.is_loaded:
        return f"the hypervisor took {by.steal:.2g} cores away meanwhile"
    return f"other programs used {by.load:.2g} cores meanwhile"


def duration_words(seconds: float) -> str:
    """A duration as a person says it: ``40 s``, ``12 min``, ``3 h 20 min``."""
    whole_s = round(seconds)
    if whole_s < 120:
        return f"{whole_s} s"
    minutes = round(seconds / 60)
    if minutes < 120:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"
