"""The progress of a run as a function sees it."""

from collections.abc import Callable

from serbench.engine.work import Fork, Progress


class Steps(Progress):
    """Hands each step to a function."""

    def __init__(self, told: Callable[[Fork, str], object]) -> None:
        self.told = told

    def step_started(self, fork: Fork, step: str) -> None:
        self.told(fork, step)
