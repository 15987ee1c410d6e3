"""What the user asks of an experiment that has settings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from serbench.record.run_folder import RunFolder

Settings = TypeVar("Settings")
# Prints what a run's folder holds and says whether anything failed.
Show = Callable[[RunFolder], bool]


@dataclass(frozen=True)
class Asked(Generic[Settings]):
    """``out`` is where the run's folder is made, None for the usual place; ``twins`` how many codecs of each
    language are measured twice."""

    patterns: Sequence[str] | None
    settings: Settings
    seed: int
    out: Path | None = None
    max_time_ns: int | None = None
    twins: int = 0
