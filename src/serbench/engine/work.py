"""What the engine measures: forks, planned by an experiment, and how one of them becomes rows."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from serbench.record.row import Row
from serbench.record.run_folder import RunFolder


class Fork(Protocol):
    """One repetition of some cells. ``index`` is unique within its codec and workload and never changes, so
    that a resumed run knows which forks it has."""

    @property
    def codec(self) -> str: ...

    @property
    def workload(self) -> str: ...

    @property
    def index(self) -> int: ...

    @property
    def identity(self) -> tuple[str, str, int]: ...

    @property
    def cells(self) -> tuple[Hashable, ...]:
        """What it measures; a cell that no fork has measured is missing in the results."""


class Progress:
    """Is told how a run goes on; by itself it tells nobody."""

    def fork_started(self, fork: Fork) -> None:
        """A fork begins."""

    def step_started(self, fork: Fork, step: str) -> None:
        """A part of a fork begins, in words."""

    def fork_ended(self, fork: Fork, rows: Sequence[Row]) -> None:
        """The rows of a fork are on the disk."""

    def again(self, forks: Sequence[Fork]) -> None:
        """These forks were disturbed and are measured again now."""


Step = Callable[[str], object]
# Measures a fork, telling its steps; a row for each of its measurements, failures included.
Measure = Callable[[Any, Step], list[Row]]


class Work(Protocol):
    """What a run measures: ``forks`` in their order, called ``noun`` in messages. ``max_time_ns`` is the time
    into which the user had them fitted, None if that was not requested. ``left_behind`` says what becomes
    of files after an interrupt, empty where there are none; a run that is not ``resumable`` ends there."""

    @property
    def forks(self) -> Sequence[Any]: ...

    @property
    def noun(self) -> str: ...

    @property
    def left_behind(self) -> str: ...

    @property
    def resumable(self) -> bool: ...

    @property
    def max_time_ns(self) -> int | None: ...

    def estimated_ns(self, fork: Any) -> int:
        """The expected time of a fork."""

    def measuring(self, folder: RunFolder) -> AbstractContextManager[Measure]:
        """Readies everything for the forks that a run lacks, and removes it at the end."""

    def record(self, machine: Mapping[str, Any], command: Sequence[str]) -> dict[str, Any]:
        """run.json of a new run without its name."""

    def remark(self) -> str | None:
        """What there is to say once all is measured."""
