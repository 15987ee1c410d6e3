"""Says on standard error how a run of the store goes on, and what a larger one would take."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence

from serbench.cli.console import step_teller
from serbench.cli.live import duration_words
from serbench.experiments.store.plan import ORDERS, STUDY, WRITE, Fork, Plan, Step
from serbench.languages import language_of

# Fewer take mostly the start of their processes, which says nothing of millions.
_TELLING_OBJECTS = 10_000


class Pace:
    """How long the steps have taken, each from its beginning to that of the next."""

    def __init__(
        self, plan: Plan, forks: Sequence[Fork], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.plan = plan
        self.forks = forks
        self._clock = clock
        self._steps = sum(len(fork.steps) for fork in forks)
        self._begun = 0
        self._started_s = self._step_s = clock()
        self._last: tuple[Fork, Step] | None = None
        self._spent: dict[str, tuple[float, int]] = {}

    def begin(self, fork: Fork, step: Step) -> None:
        """A step begins, and the last one has ended."""
        self.end()
        self._last = (fork, step)
        self._begun += 1

    def end(self) -> None:
        """The last step has ended. Warm-ups do not count: they do not grow with the objects."""
        now_s = self._clock()
        if self._last is not None:
            fork, step = self._last
            settings = self.plan.settings
            count = settings.random_reads if step.operation == "random" else fork.objects
            warmup_ns = (
                settings.jit_warmup_ns
                if language_of(fork.codec).compiles_while_running
                else settings.warmup_ns
            )
            seconds, objects = self._spent.get(step.operation, (0.0, 0))
            seconds += max(0.0, now_s - self._step_s - warmup_ns / 1e9)
            self._spent[step.operation] = (seconds, objects + count)
        self._last = None
        self._step_s = now_s

    @property
    def left_s(self) -> float | None:
        """What the steps that have not ended will take, as those that have; None before the first has."""
        ended = self._begun - 1
        if ended < 1:
            return None
        return (self._step_s - self._started_s) / ended * (self._steps - ended)

    def object_s(self, operation: str) -> float | None:
        """What an object has taken in one operation, the proof and the making of objects with it."""
        seconds, objects = self._spent.get(operation, (0.0, 0))
        return seconds / objects if objects else None


class StepTeller:
    """Says which step is under way and how long the rest takes."""

    def __init__(self, pace: Pace, quiet: bool) -> None:
        self._pace = pace
        self._tell = step_teller(quiet)
        self._on_terminal = not quiet and sys.stderr.isatty()
        self._fork: Fork | None = None

    def __call__(self, fork: Fork, step: Step) -> None:
        self._pace.begin(fork, step)
        if self._on_terminal or fork is not self._fork:
            forks, left_s = self._pace.forks, self._pace.left_s
            left = "" if left_s is None else f", {duration_words(left_s)} left"
            how = f"{fork.objects} objects" + ("" if fork.pin == "free" else f" {fork.pin}")
            what = " ".join(word for word in (step.operation, step.cache, step.level) if word)
            self._tell(f"{forks.index(fork) + 1} of {len(forks)}{left}: {fork.codec} {how}: {what}")
        self._fork = fork


def study_words(pace: Pace) -> str | None:
    """What the study's settings would take, as far as this run's objects can tell; None where they are too
    few, where it has not written and read in both orders, or has done as much."""
    pace.end()
    if max(pace.plan.settings.objects) < _TELLING_OBJECTS:
        return None
    times_s = [pace.object_s(operation) for operation in (WRITE, *ORDERS)]
    known = [time_s for time_s in times_s if time_s is not None]
    if len(known) < len(times_s) or max(pace.plan.settings.objects) >= STUDY.objects:
        return None
    codecs = {fork.codec for fork in pace.plan.forks}
    seconds = sum(known) * STUDY.objects * len(codecs) * STUDY.repetitions * len(STUDY.pins)
    return (
        f"The study's settings (--study: {STUDY.objects} objects, {STUDY.repetitions} repetitions, pinned and"
        f" not) would take about {duration_words(seconds)} for these codecs."
    )
