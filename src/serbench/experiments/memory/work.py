"""A run in memory as the engine measures it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from serbench.engine.disturbance import Usage, usage_now
from serbench.engine.subject import Subject, SubjectKey
from serbench.engine.work import Measure
from serbench.experiments.memory.execute import Measuring
from serbench.experiments.memory.history import History
from serbench.experiments.memory.plan import Fork, Plan, estimated_ns
from serbench.record.run_folder import RunFolder


@dataclass(frozen=True, slots=True)
class MemoryWork:
    """A plan and the runner of each codec and workload in it. ``recorded`` makes the run.json of a new run.
    ``timeout_s`` and ``observe`` are those of ``Measuring``."""

    plan: Plan
    subjects: Mapping[SubjectKey, Subject]
    recorded: Callable[[Mapping[str, Any], Sequence[str]], dict[str, Any]] = lambda machine, command: {}
    timeout_s: float | None = None
    observe: Callable[[], Usage | None] = usage_now

    noun = "forks"
    left_behind = ""
    resumable = True

    @property
    def forks(self) -> tuple[Fork, ...]:
        return self.plan.forks

    @property
    def max_time_ns(self) -> int | None:
        return self.plan.max_time_ns

    def estimated_ns(self, fork: Fork) -> int:
        return estimated_ns(self.plan.preset, [fork])

    @contextlib.contextmanager
    def measuring(self, folder: RunFolder) -> Iterator[Measure]:
        history = History.of(folder.rows)
        yield Measuring(self.plan, self.subjects, history, self.timeout_s, self.observe)

    def record(self, machine: Mapping[str, Any], command: Sequence[str]) -> dict[str, Any]:
        return self.recorded(machine, command)

    def remark(self) -> None:
        return None
