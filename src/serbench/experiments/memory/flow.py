"""A run of codecs in memory as the engine drives it: what it asks, and what it measures."""

import contextlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from serbench.builds.runners import USUAL_VARIANT
from serbench.codecs.manifest import AXIS_MARK, CodecManifest
from serbench.corpus.workload import Workload
from serbench.engine.describe import Subject, SubjectKey
from serbench.engine.material import Material, gather_again
from serbench.engine.preparation import subjects_to_resume
from serbench.engine.session import Built
from serbench.engine.work import Measure, Work, measured_by, plan_of
from serbench.experiments.memory.budget import cost_of_fitting
from serbench.experiments.memory.costs import measured_costs
from serbench.experiments.memory.counting import counter_here, with_allocations, with_instructions
from serbench.experiments.memory.execute import History, Measuring
from serbench.experiments.memory.plan import DEFAULT_PRESET, Fork, Plan, estimated_ns
from serbench.experiments.memory.preparation import Request, prepare, preview, record_of, require_time
from serbench.machine.disturbance import Usage, usage_now
from serbench.proof.interop import crossings_of_run
from serbench.record.run_folder import RunFolder
from serbench.schema.access import tenth_share
from serbench.selection.axes import Axes, one_of_each, varied
from serbench.selection.choice import codecs_named
from serbench.terminal.console import Voice


@dataclass(frozen=True, slots=True)
class MemoryWork(Work):
    """A plan and the runner of each codec and workload in it. ``timeout_s`` and ``observe`` are those
    of ``Measuring``."""

    plan: Plan
    subjects: Mapping[SubjectKey, Subject]
    timeout_s: float | None = None
    observe: Callable[[], Usage | None] = usage_now

    def estimated_ns(self, fork: Fork) -> int:
        return estimated_ns(self.plan.preset, [fork])

    @contextlib.contextmanager
    def measuring(self, folder: RunFolder) -> Iterator[Measure]:
        history = History.of(folder.rows)
        yield Measuring(self.plan, self.subjects, history, self.timeout_s, self.observe)


@dataclass(frozen=True, slots=True)
class MemoryFlow:
    """A run: what is asked (``request``) and what is measured (``material``). ``compress`` also asks for
    messages after compressors; ``show`` prints what a folder holds and says whether anything
    failed."""

    request: Request
    material: Material
    patterns: Sequence[str] | None
    out: Path | None
    compress: bool
    voice: Voice
    show: Callable[[RunFolder], bool]

    variant = USUAL_VARIANT
    folders = None

    @property
    def codecs(self) -> tuple[CodecManifest, ...]:
        return self.request.codecs

    @property
    def workloads(self) -> tuple[Workload, ...]:
        return self.material.workloads

    @property
    def axes(self) -> Axes:
        return self.request.axes

    @property
    def max_time_ns(self) -> int | None:
        return self.request.max_time_ns

    def prepared(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> MemoryWork:
        request, material, step = self.request, self.material, self.voice.step
        prepared = prepare(request, built, material.corpora, unavailable, named)
        if cost := cost_of_fitting(request.preset, prepared.plan):
            self.voice.tell(cost)
        subjects = self._counted(prepared.subjects, request.operations)
        alike = one_of_each([codec for codec in request.codecs if codec.name not in unavailable])
        crossings = crossings_of_run(alike, prepared.subjects, step)
        # Compressors take seconds, which quick spends only on request.
        compress = self.compress or request.preset.name != DEFAULT_PRESET
        costs = measured_costs(request.codecs, prepared.subjects, compress, step)
        tenths = {workload.name: tenth_share(workload.schema) for workload in material.workloads}
        recorded = partial(
            record_of, prepared, own=material.own, crossings=crossings, costs=costs, tenths=tenths
        )
        return MemoryWork(prepared.plan, subjects, record=recorded)

    def resumed(self, folder: RunFolder, built: Built) -> MemoryWork:
        plan = plan_of(folder.record, Plan)
        planned = measured_by(plan.forks)
        subjects = subjects_to_resume(folder, built, self.material.corpora, planned=planned)
        return MemoryWork(plan, self._counted(subjects, self.request.operations))

    def preview(self, unavailable: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
        return preview(self.request, self._corpus_bytes, unavailable)

    def require_time(self, lacking: Mapping[str, str]) -> None:
        require_time(self.request, self._corpus_bytes, lacking)

    @property
    def _corpus_bytes(self) -> dict[str, int]:
        return {name: corpus.manifest.bytes for name, corpus in self.material.corpora.items()}

    def _counted(
        self, subjects: Mapping[SubjectKey, Subject], operations: Sequence[str] | None
    ) -> dict[SubjectKey, Subject]:
        """The subjects with what their operations allocate and execute; the latter if the processor counts,
        or on request."""
        counter = counter_here(on_demand=self.request.count, tell=self.voice.tell)
        if counter is not None:
            subjects = with_instructions(subjects, operations, counter, self.voice.step)
        return with_allocations(subjects, operations, self.voice.step)


def flow_again(folder: RunFolder, voice: Voice, show: Callable[[RunFolder], bool]) -> MemoryFlow:
    """The flow of a run that is resumed. Raises KeyError or TypeError where its record does not tell it."""
    record = folder.record
    plan = plan_of(record, Plan)
    names = {runner["codec"] for runner in record["runners"]}
    material = gather_again(record)
    axes = Axes.from_json(record.get("axes", {}))
    selected = codecs_named({name.partition(AXIS_MARK)[0] for name in names})
    operations = record.get("operations")
    request = Request(
        workloads=tuple(record["workloads"]),
        codecs=tuple(codec for codec in varied(selected, axes) if codec.name in names),
        operations=None if operations is None else tuple(operations),
        preset=plan.preset,
        seed=record["seed"],
        axes=axes,
        count=record.get("count", False),
    )
    return MemoryFlow(request, material, None, None, False, voice, show)
