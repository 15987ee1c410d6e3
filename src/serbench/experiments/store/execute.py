"""Measures the forks of a run of the store, and believes no runner."""

import contextlib
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from serbench.codecs.runner import Runner
from serbench.engine.describe import Subject
from serbench.engine.row import columns_of_phases, row_of, started_now
from serbench.engine.work import Measure, Work
from serbench.engine.work import Step as Tell
from serbench.errors import Fault
from serbench.experiments.store.estimate import Spent, study_words
from serbench.experiments.store.ids import Lists
from serbench.experiments.store.judging import ExpectedRead, Touches, has_digest, judge_store
from serbench.experiments.store.plan import DIRECT, WHOLE_LEVEL, WRITE, Fork, Plan, Settings, StoreStep
from serbench.machine.disturbance import Usage, interference_between, usage_of_programs
from serbench.outcomes import of_os_error
from serbench.pools.judging import PoolFinding, asked_in_state
from serbench.pools.pool import Pool
from serbench.pools.requests import OBJECT_S, READ_VERB, WRITE_VERB, limit_s, of_place, of_pool, pinned
from serbench.pools.shelf import StorePlace
from serbench.record.row import Row, marked
from serbench.record.run_folder import RunFolder
from serbench.runner.entries import again_if_damaged
from serbench.runner.process import ask, request_words
from serbench.scratch import scratch_folder

# A rotational disk takes 8 to 12 ms for a cold fetch; the slowest method that the complex-object study has
# published took 18.5 ms for each in the mean.
_FETCH_S = 0.05


def time_limit_s(step: StoreStep, count: int, mean_bytes: float) -> float:
    """The time limit of a step over this many objects of this mean size."""
    return limit_s(count, mean_bytes, _FETCH_S if step.operation == "random" else OBJECT_S)


EXPERIMENT = "store"
_NS_PER_S = 1_000_000_000


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
class StoreWork(Work):
    """A plan, and the runner of each codec in it. The files lie in a folder of their own below ``directory``
    and are gone at the end in any case, except those that are ``kept``."""

    plan: Plan
    subjects: Mapping[str, Subject]
    pool: Pool
    directory: Path
    kept: Kept | None = None
    spent: Spent = field(default_factory=Spent)
    observe: Callable[[], Usage | None] = usage_of_programs

    noun: ClassVar[str] = "repetitions"

    @property
    def resumable(self) -> bool:
        return self.kept is None

    @property
    def left_behind(self) -> str:
        return ", the large files are removed" if self.kept is None else ", whole stores stay"

    @contextlib.contextmanager
    def measuring(self, folder: RunFolder) -> Iterator[Measure]:
        kept = self.kept or Kept()
        seen = Touches.of(folder.rows, {codec: s.description.unit for codec, s in self.subjects.items()})
        with scratch_folder("files", self.directory) as scratch:
            lists = Lists(self.plan, self.pool, kept.objects, scratch)

            def measure(fork: Fork, tell: Tell) -> list[Row]:
                kept.begun(fork)
                place = kept.places.get(fork.codec)
                rows = ForkMeasurement(self, fork, place, scratch, lists, seen, tell).rows()
                kept.ended(fork)
                return rows

            yield measure

    def remark(self) -> str | None:
        return study_words(self.plan, self.spent)


@dataclass(frozen=True, slots=True)
class ForkMeasurement:
    """One fork of a work: a process for each of its steps, each told of before it begins. ``kept`` is where
    its store stays."""

    work: StoreWork
    fork: Fork
    kept: StorePlace | None
    scratch: Path
    lists: Lists
    seen: Touches
    tell: Tell

    @property
    def settings(self) -> Settings:
        return self.work.plan.settings

    def rows(self) -> list[Row]:
        place = self.kept or StorePlace.of(self.scratch)
        rows: list[Row] = []
        # A kept store is removed only if its own write was not completed.
        keep = self.kept is not None and all(step.operation != WRITE for step in self.fork.steps)
        try:
            for step in self.fork.steps:
                self.tell(step_words(self.fork, step))
                before, began_s = self.work.observe(), time.monotonic()
                row = self.seen.confirmed(self._row(step, place, rows))
                rows.append(marked(row, interference_between(before, self.work.observe())))
                # Warm-ups do not count: they do not grow with the objects.
                spent_s = time.monotonic() - began_s - self.settings.warmup_of(self.fork.codec) / _NS_PER_S
                self.work.spent.add(step, spent_s, self.settings.count(step, self.fork.objects))
            keep = self.kept is not None and all(row.ok for row in rows if row.operation == WRITE)
        finally:
            if not keep:
                place.remove()
        return rows

    def _row(self, step: StoreStep, place: StorePlace, before: Sequence[Row]) -> Row:
        started_at = started_now()
        subject = self.work.subjects[self.fork.codec]
        runner, arguments = pinned(subject.runner, self.fork.pin), self._arguments(step, place)
        written = next((row for row in reversed(before) if row.operation == WRITE), None)
        if step.operation != WRITE and written is not None and not written.ok:
            finding = PoolFinding(
                written.outcome, f"It was not read, because its write failed: {written.detail}"
            )
        else:
            finding = self._found(runner, step, place, arguments)
        return row_of(
            EXPERIMENT,
            self.fork,
            runner,
            step.operation,
            fork_rows=len(self.fork.steps),
            command=request_words(runner, _verb(step), arguments),
            started_at=started_at,
            parameters={
                "objects": self.fork.objects,
                "cache": step.cache,
                "pin": self.fork.pin,
                "threads": self._threads,
                "level": step.level,
                # A write keeps nothing.
                "keep_objects": self.settings.keep_objects and step.operation != WRITE,
                "repetition": self.fork.repetition,
            },
            **columns_of_phases(finding, self.settings.count(step, self.fork.objects)),
        )

    def _found(
        self, runner: Runner, step: StoreStep, place: StorePlace, arguments: Mapping[str, object]
    ) -> PoolFinding:
        try:
            if step.operation != WRITE:
                return asked_in_state(step.cache, place.data, lambda: self._asked(runner, step, arguments))
            place.remove()
            # Otherwise this write's fsync waits for what earlier files left: their pages, and the
            # discarding of those that were removed.
            os.sync()
            return self._asked(runner, step, arguments)
        except Fault as fault:
            return PoolFinding(fault.outcome, str(fault))
        except OSError as error:
            return PoolFinding(of_os_error(error), f"The file {place.data} cannot be read: {error.strerror}.")

    def _asked(self, runner: Runner, step: StoreStep, arguments: Mapping[str, object]) -> PoolFinding:
        count = self.settings.count(step, self.fork.objects)
        limit_s = time_limit_s(step, count, self.work.pool.mean_bytes)
        digest = None
        if step.operation != WRITE and has_digest(step.level):
            digest = self.lists.digest(step, self.fork.objects)
        holds = self.settings.keep_objects and step.level == WHOLE_LEVEL
        expected = ExpectedRead(self.work.pool.corpus.manifest, count, self._threads, digest, holds)

        def found() -> PoolFinding:
            return judge_store(ask(runner, _verb(step), arguments, limit_s), step, expected)

        return again_if_damaged(runner, found, lambda finding: finding.outcome == "ok")

    @property
    def _threads(self) -> int:
        return self.settings.threads if self.fork.pin == "parallel" else 1

    def _arguments(self, step: StoreStep, place: StorePlace) -> dict[str, object]:
        arguments = of_pool(self.work.pool) | of_place(place)
        arguments["objects"] = self.settings.count(step, self.fork.objects)
        arguments |= {"threads": self._threads, "direct": int(step.cache == DIRECT)}
        arguments["warmup_ns"] = self.settings.warmup_of(self.fork.codec)
        if step.operation != WRITE:
            arguments |= {"level": step.level, "keep_objects": int(self.settings.keep_objects)}
        if step.operation == "random":
            arguments["ids"] = self.lists.file(self.fork.objects)
        return arguments


def step_words(fork: Fork, step: StoreStep) -> str:
    """``20000 objects core: random cold decode``."""
    how = f"{fork.objects} objects" + ("" if fork.pin == "free" else f" {fork.pin}")
    return f"{how}: {' '.join(word for word in (step.operation, step.cache, step.level) if word)}"


def _verb(step: StoreStep) -> str:
    return WRITE_VERB if step.operation == WRITE else READ_VERB
