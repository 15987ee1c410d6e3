"""The work of the engine: forks, planned by an experiment, and how one of them becomes rows."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from serbench.engine.amounts import Settings
from serbench.record.names import Count, MeasuredName, WorkloadName
from serbench.record.reading import typed
from serbench.record.row import Row
from serbench.record.run_files import RECORD
from serbench.record.run_folder import RunFolder


@dataclass(frozen=True, slots=True)
class Fork:
    """One repetition of some cells. ``index`` is unique within its codec and workload and never changes, so
    that a resumed run knows which forks it has. ``block`` is the block of the run in which it is measured,
    counted from 0 (serbench.engine.blocks)."""

    codec: MeasuredName
    workload: WorkloadName
    index: Count
    block: Count = field(default=0, kw_only=True)

    @property
    def identity(self) -> tuple[str, str, int]:
        return (self.codec, self.workload, self.index)

    @property
    def cells(self) -> tuple[Hashable, ...]:
        """The cells that it measures; one that no fork has measured is missing in the results."""
        return ((self.codec, self.workload),)


S = TypeVar("S", bound=Settings)
F = TypeVar("F", bound=Fork)
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Plan(Generic[S, F]):
    """All forks in the order in which they run. ``max_time_ns`` is the time limit into which the plan was
    fitted, None where the settings are unchanged."""

    settings: S
    seed: int
    forks: tuple[F, ...]
    max_time_ns: Count | None = None


def measured_by(forks: Iterable[Fork]) -> list[tuple[str, str]]:
    """The codecs and workloads of forks."""
    return [(fork.codec, fork.workload) for fork in forks]


def plan_of(record: Mapping[str, Any], kind: type[P]) -> P:
    """The plan in a run's record, of an experiment's own kind; BadInput for anything else."""
    return typed(record.get("plan"), kind, RECORD, "plan")


class Progress:
    """Is told how a run goes on; by itself it does nothing."""

    def fork_started(self, fork: Fork) -> None:
        """A fork begins."""

    def step_started(self, fork: Fork, step: str) -> None:
        """A part of a fork begins, in words."""

    def fork_ended(self, fork: Fork, rows: Sequence[Row]) -> None:
        """The rows of a fork are on the disk."""

    def again(self, left: int, left_s: float) -> None:
        """So many forks count although they were disturbed, and some are measured again now; all of that
        ends within ``left_s``."""

    def waiting(self, block: int, blocks: int, left_s: float) -> None:
        """The next block, counted from 0, begins in so many seconds."""

    def waited(self, took_s: float) -> None:
        """So many seconds passed without measuring."""


Step = Callable[[str], object]
# Makes run.json of a new run, without its name, of the machine's record and the command.
MakeRecord = Callable[[Mapping[str, Any], Sequence[str]], dict[str, Any]]
# Measures a fork, telling its steps; a row for each of its measurements, failures included.
Measure = Callable[[Any, Step], list[Row]]


@dataclass(frozen=True, slots=True)
class Work:
    """The work of a run: the ``forks`` of its plan in their order, called ``noun`` in messages. The plan
    has ``max_time_ns``, the time into which the user had them fitted, None if that was not requested. Its
    flow says what it records and how long a fork takes."""

    plan: Any
    record: MakeRecord = field(kw_only=True, default=lambda machine, command: {})
    fork_ns: Callable[[Any], int] = field(kw_only=True, default=lambda fork: 0)
    noun: ClassVar[str] = "forks"

    @property
    def forks(self) -> Sequence[Any]:
        forks: Sequence[Any] = self.plan.forks
        return forks

    @property
    def left_behind(self) -> str:
        """The clause that tells what becomes of files after an interrupt; empty where there are none."""
        return ""

    @property
    def resumable(self) -> bool:
        """Whether the run can go on after it."""
        return True

    def measuring(self, folder: RunFolder) -> AbstractContextManager[Measure]:
        """Readies everything for the forks that a run lacks, and removes it at the end; here nothing."""
        return nullcontext(self.measured)

    def measured(self, fork: Any, step: Step) -> list[Row]:
        """Measures one fork, of a work that readies nothing for all of them."""
        raise NotImplementedError

    def enough(self, folder: RunFolder) -> str | None:
        """The sentence why a run needs no more forks than it has; None while it needs them. It is asked
        before each round."""
        return None

    def needless(self, folder: RunFolder) -> Collection[str]:
        """The codecs of which the next round needs no fork; here none."""
        return ()

    def remark(self) -> str | None:
        """The line to print once all is measured; None for nothing."""
        return None
