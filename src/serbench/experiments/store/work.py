"""A run of the store as the engine measures it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from serbench.engine.disturbance import Usage, usage_of_programs
from serbench.engine.subject import Subject
from serbench.engine.work import Measure
from serbench.engine.work import Step as Tell
from serbench.experiments.store.estimate import Spent, estimated_ns, study_words
from serbench.experiments.store.execute import ForkMeasurement, StorePlace
from serbench.experiments.store.ids import Lists
from serbench.experiments.store.judging import Touches
from serbench.experiments.store.plan import Fork, Plan
from serbench.experiments.store.pool import Pool
from serbench.experiments.store.scratch import scratch_folder
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder


@dataclass(frozen=True, slots=True)
class Kept:
    """Stores that are read, or left, elsewhere: their places by codec, and how many ``objects`` each of those
    to be read has. ``begun`` is called with a fork before its files change, ``ended`` when they are whole or
    gone."""

    places: Mapping[str, StorePlace] = field(default_factory=dict)
    objects: int = 0
    begun: Callable[[Fork], object] = lambda fork: None
    ended: Callable[[Fork], object] = lambda fork: None


@dataclass(frozen=True, slots=True)
class StoreWork:
    """A plan, and the runner of each codec in it. ``record`` makes the run.json of a new run. The files lie
    in a folder of their own below ``directory`` and are gone at the end in any case, except those that are
    ``kept``."""

    plan: Plan
    subjects: Mapping[str, Subject]
    pool: Pool
    directory: Path
    kept: Kept | None = None
    record: Callable[[Mapping[str, Any], Sequence[str]], dict[str, Any]] = lambda machine, command: {}
    spent: Spent = field(default_factory=Spent)
    observe: Callable[[], Usage | None] = usage_of_programs

    noun = "repetitions"

    @property
    def forks(self) -> tuple[Fork, ...]:
        return self.plan.forks

    @property
    def max_time_ns(self) -> int | None:
        return self.plan.max_time_ns

    @property
    def resumable(self) -> bool:
        return self.kept is None

    @property
    def left_behind(self) -> str:
        return ", the large files are removed" if self.kept is None else ", whole stores stay"

    def estimated_ns(self, fork: Fork) -> int:
        return estimated_ns(self.plan.settings, fork, self.pool.mean_bytes)

    @contextlib.contextmanager
    def measuring(self, folder: RunFolder) -> Iterator[Measure]:
        kept = self.kept or Kept()
        seen = Touches.of(folder.rows, {codec: s.description.unit for codec, s in self.subjects.items()})
        with scratch_folder(self.directory) as scratch:
            lists = Lists(self.plan, self.pool, kept.objects, scratch)

            def measure(fork: Fork, tell: Tell) -> list[Row]:
                measurement = ForkMeasurement(
                    fork,
                    self.subjects[fork.codec],
                    self.plan.settings,
                    self.pool,
                    lists,
                    scratch,
                    kept.places.get(fork.codec),
                    seen,
                    self.spent,
                    tell,
                    self.observe,
                )
                kept.begun(fork)
                rows = measurement.rows()
                kept.ended(fork)
                return rows

            yield measure

    def remark(self) -> str | None:
        return study_words(self.plan, self.spent)
