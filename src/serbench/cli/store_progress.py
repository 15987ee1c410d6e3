"""Says on standard error how a run of the store goes on, and what a larger one would take."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from serbench.cli.console import step_teller
from serbench.cli.live import duration_words
from serbench.store.plan import PRESETS, Fork, Plan, Step

_STUDY = PRESETS["study"]


class StepTeller:
    """Says which step is under way and how long the rest takes, as the forks so far have taken."""

    def __init__(self, forks: Sequence[Fork], quiet: bool) -> None:
        self._tell = step_teller(quiet)
        self._forks = list(forks)
        self._steps = sum(len(fork.steps) for fork in forks)
        self._done = 0
        self._started_s = time.monotonic()
        self._on_terminal = not quiet and sys.stderr.isatty()
        self._fork: Fork | None = None

    def __call__(self, fork: Fork, step: Step) -> None:
        if self._on_terminal or fork is not self._fork:
            place = self._forks.index(fork) + 1
            left = ""
            if self._done:
                seconds = (time.monotonic() - self._started_s) / self._done * (self._steps - self._done)
                left = f", {duration_words(seconds)} left"
            what = " ".join(word for word in (step.operation, step.cache, step.level) if word)
            self._tell(f"{place} of {len(self._forks)}{left}: {fork.codec} {fork.objects} {fork.pin} {what}")
        self._fork = fork
        self._done += 1


def study_words(plan: Plan, elapsed_s: float) -> str:
    """What the study's settings would take, in proportion to what this run has taken."""
    handled = sum(fork.objects * len(fork.steps) for fork in plan.forks)
    codecs = len({fork.codec for fork in plan.forks})
    # A write and two reads of every object, pinned and not.
    wanted = _STUDY.objects * codecs * _STUDY.repetitions * 3 * 2
    seconds = elapsed_s / max(1, handled) * wanted
    return (
        f"The study's settings (--study: {_STUDY.objects} objects, {_STUDY.repetitions} repetitions, pinned"
        f" and not) would take about {duration_words(seconds)} for these codecs."
    )
