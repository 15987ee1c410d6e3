"""Measures the forks of a run of the sort, and believes no runner."""

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from serbench.codecs.naming import short_name
from serbench.engine.attempts import unmeasured
from serbench.engine.describe import Subject
from serbench.engine.row import columns_of_phases, row_of, started_now
from serbench.engine.work import Measure, Work
from serbench.engine.work import Step as Tell
from serbench.errors import Fault, SerbenchError
from serbench.experiments.sort.budget import with_heap
from serbench.experiments.sort.checking import Disproved, Proved, proved
from serbench.experiments.sort.expected import Expectations, ExpectedSort
from serbench.experiments.sort.input import Input, Inputs
from serbench.experiments.sort.judging import SortRequest, judge_sort
from serbench.experiments.sort.keeping import Keeping
from serbench.experiments.sort.lines import sort_lines
from serbench.experiments.sort.plan import DIRECT, LINES, OBJECTS, RAW, Fork, Plan, Settings, SortStep
from serbench.machine.disturbance import Usage, interference_between, usage_of_programs
from serbench.outcomes import of_os_error
from serbench.pools.index import UnsoundStore, content_hashes
from serbench.pools.judging import PoolFinding, asked_in_state
from serbench.pools.numbers import write_for_runner
from serbench.pools.pool import Pool
from serbench.pools.requests import limit_s, of_place, pinned
from serbench.pools.shelf import StorePlace
from serbench.pools.sizes import size_text
from serbench.record.row import Row, marked
from serbench.record.run_folder import RunFolder
from serbench.runner.process import ask, request_words
from serbench.runner.reply import Unfit
from serbench.schema.model import Schema
from serbench.scratch import scratch_folder

EXPERIMENT = "sort"
VERB = "sort"
# Each object is read and written when chunks are made, and again by each merge.
_WAYS = 6


@dataclass(frozen=True, slots=True)
class SortWork(Work):
    """A plan, and the runner of each codec in it. The files lie in a folder of their own below ``directory``
    and are gone at the end in any case. ``kept_for`` gives the store that a codec sorts where stores are
    kept, and ``keeping`` is where sorted ones stay."""

    plan: Plan
    subjects: Mapping[str, Subject]
    pool: Pool
    schema: Schema
    directory: Path
    kept_for: Callable[[str], StorePlace] | None = None
    keeping: Keeping | None = None
    observe: Callable[[], Usage | None] = usage_of_programs

    noun: ClassVar[str] = "repetitions"

    @property
    def left_behind(self) -> str:
        kept = f", sorted stores stay in {self.keeping.shelf.folder}" if self.keeping else ""
        return f"{kept}, the large files are removed"

    def remark(self) -> str | None:
        if self.keeping is None:
            return None
        return f"Sorted stores: ./serbench store read --dir {self.keeping.shelf.folder}"

    @contextlib.contextmanager
    def measuring(self, folder: RunFolder) -> Iterator[Measure]:
        settings = self.plan.settings
        expectations = Expectations(
            self.pool, self.schema, settings.key, settings.distinct, settings.arrangement, self.plan.seed
        )
        left = {fork.codec for fork in unmeasured(self.plan.forks, folder.rows)}
        with contextlib.ExitStack() as stack:
            keep = stack.enter_context(self.keeping.of(left)) if self.keeping else None
            scratch = stack.enter_context(scratch_folder("files", self.directory))
            inputs = Inputs(self.pool, scratch, self.kept_for)

            def measure(fork: Fork, tell: Tell) -> list[Row]:
                return ForkMeasurement(self, fork, scratch, inputs, expectations, tell, keep).rows()

            yield measure


@dataclass(frozen=True, slots=True)
class ForkMeasurement:
    """One fork of a work: a process for its input and one for each of its steps, each told of before it
    begins. ``keep`` takes a sorted store of a codec."""

    work: SortWork
    fork: Fork
    scratch: Path
    inputs: Inputs
    expectations: Expectations
    tell: Tell
    keep: Callable[[str, StorePlace], object] | None = None
    # Why the input can no longer be sorted.
    _spoilt: list[Unfit] = field(default_factory=list)

    @property
    def settings(self) -> Settings:
        return self.work.plan.settings

    @property
    def subject(self) -> Subject:
        return self.work.subjects[self.fork.codec]

    @property
    def expected(self) -> ExpectedSort:
        return self.expectations.of(self.fork.objects, self.subject.description.unit)

    def rows(self) -> list[Row]:
        rows: list[Row] = []
        is_floor = any(step.mode == RAW for step in self.fork.steps)
        self.tell(f"{self.fork.objects} objects: the input")
        with self.inputs.of(self.subject, self.expected, is_floor) as given:
            for step in self.fork.steps:
                self.tell(step_words(self.fork, step))
                before = self.work.observe()
                row = self._row(step, self._spoilt[0] if self._spoilt else given)
                rows.append(marked(row, interference_between(before, self.work.observe())))
        return rows

    def _row(self, step: SortStep, given: Input | Unfit) -> Row:
        started_at = started_now()
        command: tuple[str, ...] = ()
        if isinstance(given, Unfit):
            finding = PoolFinding(given.outcome, f"There is no input to sort: {given.detail}")
        else:
            with emptied_folder(self.scratch / "step") as folder:
                command, finding = self._measured(step, given, folder)
        return row_of(
            EXPERIMENT,
            self.fork,
            self.subject.runner,
            step.mode,
            fork_rows=len(self.fork.steps),
            command=command,
            started_at=started_at,
            parameters=self._parameters(step),
            **columns_of_phases(finding, self.fork.objects),
        )

    def _parameters(self, step: SortStep) -> dict[str, Any]:
        settings = self.settings
        return {
            "objects": self.fork.objects,
            "memory_bytes": step.memory_bytes,
            "pin": step.pin,
            "threads": settings.threads_of(step),
            "cache": step.cache,
            "fan_in": settings.fan_in,
            "key": settings.key,
            "distinct": settings.distinct,
            "arrangement": settings.arrangement,
            "repetition": self.fork.repetition,
        }

    def _measured(self, step: SortStep, given: Input, folder: Path) -> tuple[tuple[str, ...], PoolFinding]:
        """The command, and what it has shown, proved."""
        settings, count = self.settings, self.fork.objects
        limit = limit_s(_WAYS * count, self.work.pool.mean_bytes)
        if step.mode == LINES:
            return sort_lines(given.place, self.expected, step, folder, limit)
        sorted_place, chunks = StorePlace.of(folder), folder / "chunks"
        try:
            chunks.mkdir()
            arguments = self._arguments(step, given.place, sorted_place, chunks)
        except OSError as error:
            return (), PoolFinding(
                of_os_error(error), f"No file can be written to {folder}: {error.strerror}."
            )
        runner = pinned(with_heap(self.subject.runner, step.memory_bytes, count), step.pin)
        command = request_words(runner, VERB, arguments)
        asked = SortRequest(step.mode, settings.key, count, settings.threads_of(step), settings.fan_in)
        # Otherwise this sort waits for what earlier files left: their pages, and the discarding of those that
        # were removed.
        os.sync()
        try:
            finding = asked_in_state(
                step.cache, given.place.data, lambda: judge_sort(ask(runner, VERB, arguments, limit), asked)
            )
            return command, self._proved(finding, step, given, sorted_place, chunks)
        except (Disproved, Fault) as error:
            return command, PoolFinding(error.outcome, str(error))

    def _arguments(
        self, step: SortStep, place: StorePlace, sorted_place: StorePlace, chunks: Path
    ) -> dict[str, object]:
        settings = self.settings
        arguments: dict[str, object] = dict(of_place(place))
        arguments |= {"sorted_data": sorted_place.data, "sorted_index": sorted_place.index}
        arguments |= {"scratch": chunks, "mode": step.mode}
        if step.mode == RAW:
            arguments["keys"] = chunks.with_name("keys")
            write_for_runner(self.expected.keys, chunks.with_name("keys"))
        arguments |= {"key": settings.key, "distinct": settings.distinct, "memory_bytes": step.memory_bytes}
        arguments |= {"fan_in": settings.fan_in, "threads": settings.threads_of(step)}
        arguments |= {"direct": int(step.cache == DIRECT)}
        return arguments | {"warmup_ns": settings.warmup_of(self.fork.codec)}

    def _proved(
        self, finding: PoolFinding, step: SortStep, given: Input, sorted_place: StorePlace, chunks: Path
    ) -> PoolFinding:
        """The finding with the digest of what was proved. Raises Disproved with the first fault."""
        self._require_input_unchanged(given)
        if finding.outcome != "ok":
            return finding
        if left := len(list(chunks.iterdir())):
            raise Disproved(f"The runner left {left} files in its scratch folder.")
        runner, expected = self.subject.runner, self.expected
        codec = short_name(runner.built_name or runner.codec)
        found = proved(sorted_place, given.place, expected.order, codec)
        _require_sizes(finding, found)
        if found.altered:
            self._require_same_values(step, found, sorted_place)
        if self.keep is not None:
            self.keep(self.fork.codec, sorted_place)
        return replace(finding, digest=expected.digest)

    def _require_input_unchanged(self, given: Input) -> None:
        try:
            unchanged = content_hashes(given.place) == given.hashes
        except UnsoundStore:
            unchanged = False
        if not unchanged:
            sentence = "The runner changed the store that it sorted."
            self._spoilt.append(Unfit("wrong", "an earlier sort changed it."))
            raise Disproved(sentence)

    def _require_same_values(self, step: SortStep, found: Proved, sorted_place: StorePlace) -> None:
        """Bytes may differ only where objects were encoded again, and their values may not."""
        number = found.altered[0]
        if step.mode != OBJECTS:
            raise Disproved(f"Object {number} has other bytes in the sorted store than in its input.")
        ids = self.scratch / "ids"
        try:
            write_for_runner(self.expected.order, ids)
            runner = self.subject.runner
            unfit = self.inputs.disproved(runner, sorted_place, self.expected, "decode", ids)
        except OSError as error:
            detail = f"The file {ids} cannot be written: {error.strerror}."
            raise Disproved(detail, of_os_error(error)) from None
        finally:
            ids.unlink(missing_ok=True)
        if unfit is not None:
            raise Disproved(
                f"The sorted store has other bytes, first of object {number}: {unfit.detail}", unfit.outcome
            )


def _require_sizes(finding: PoolFinding, found: Proved) -> None:
    for name, said, right in (
        ("bytes", finding.size_bytes, sum(found.index.sizes)),
        ("data_bytes", finding.figures["data_bytes"], found.index.data_bytes),
    ):
        if said != right:
            raise Disproved(f"The runner reports {name}={said} where the sorted store has {right}.")


@contextlib.contextmanager
def emptied_folder(path: Path) -> Iterator[Path]:
    """A new folder that is removed in any case."""
    try:
        path.mkdir()
    except OSError as error:
        raise SerbenchError(f"The folder {path} cannot be created: {error.strerror}.") from error
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def step_words(fork: Fork, step: SortStep) -> str:
    """``20000 objects core: bytes cold 64 MiB``."""
    how = f"{fork.objects} objects" + ("" if step.pin == "free" else f" {step.pin}")
    return f"{how}: {step.mode} {step.cache} {size_text(step.memory_bytes)}"
