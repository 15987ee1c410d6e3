"""What a build tells while it works."""

from __future__ import annotations

from typing import Protocol


class BuildProgress(Protocol):
    """Receives one short sentence at a time, for example the step that a compiler is at."""

    def __call__(self, message: str) -> None: ...


def silent(message: str) -> None:
    """A progress that shows nothing."""
