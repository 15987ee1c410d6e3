"""What a build reports while it works."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

# Receives one short sentence at a time, for example the current step of a compiler.
BuildProgress: TypeAlias = Callable[[str], None]


def silent(_message: str) -> None:
    """A progress that shows nothing."""
