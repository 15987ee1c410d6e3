"""A run of codecs in memory: what it asks, and what it measures."""

import contextlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

from serbench.codecs.manifest import AXIS_MARK, CodecManifest
from serbench.engine.against import codec_of, name_against
from serbench.engine.asked import Asked
from serbench.engine.describe import Subject, SubjectKey
from serbench.engine.flow import Built, Flow, Subjects
from serbench.engine.material import Material, gather_again
from serbench.engine.preparation import Prepared
from serbench.engine.twins import choose_twins
from serbench.engine.work import Measure, Work, plan_of
from serbench.errors import BadInput
from serbench.experiments.memory.budget import cost_of_fitting
from serbench.experiments.memory.cells import cells_of, lacking_operations, references_of
from serbench.experiments.memory.costs import measured_costs
from serbench.experiments.memory.counting import counter_here, with_allocations, with_instructions
from serbench.experiments.memory.execute import EXPERIMENT, History, Measuring
from serbench.experiments.memory.integers import long_integers_in
from serbench.experiments.memory.plan import DEFAULT_PRESET, Cell, Fork, Plan, Preset, estimated_ns, make_plan
from serbench.experiments.memory.preview import Preview
from serbench.languages import language_of
from serbench.machine.disturbance import Usage, usage_now
from serbench.machine.pace import Pace
from serbench.operations import FROM_MESSAGES, ranking_among
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder
from serbench.schema.access import tenth_share
from serbench.selection.axes import NO_AXES, Axes, one_of_each, varied
from serbench.selection.choice import codecs_named
from serbench.verification.interop import crossings_of_run

# A codec's operations are known once it is built; most have these, and about as many others.
_USUAL_OPERATIONS = ("encode", "decode", "decode-reuse", "access-all", "roundtrip")
# Long enough for the clock of a core to rise, and for a slow moment to end on one of several.
_LEARN_S = 0.1
# These every codec has.
_CERTAIN_OPERATIONS = frozenset({"encode", "decode"})


@dataclass(frozen=True, slots=True)
class MemoryWork(Work):
    """A plan and the runner of each codec and workload in it. ``timeout_s``, ``observe`` and ``pace`` are
    those of ``Measuring``."""

    plan: Plan
    subjects: Mapping[SubjectKey, Subject]
    timeout_s: float | None = None
    observe: Callable[[], Usage | None] = usage_now
    pace: Pace = field(default_factory=Pace)

    @contextlib.contextmanager
    def measuring(self, folder: RunFolder) -> Iterator[Measure]:
        history = History.of(folder.rows)
        self.pace.learn(_LEARN_S)
        yield Measuring(self.plan, self.subjects, history, self.timeout_s, self.observe, self.pace)


@dataclass(frozen=True, slots=True)
class Request:
    """The request for a run besides its amounts. ``operations`` is None where all are meant.
    ``named_operations`` are the operations named in full, not by a pattern, and None where all were.
    ``count`` asks for the instructions of native operations, ``compress`` for messages after compressors."""

    operations: tuple[str, ...] | None = None
    named_operations: tuple[str, ...] | None = None
    axes: Axes = NO_AXES
    count: bool = False
    compress: bool = False


@dataclass(frozen=True)
class MemoryFlow(Flow):
    """A run in memory. The codecs are already expanded along the axes of the ``request``."""

    asked: Asked[Preset]
    material: Material
    request: Request = Request()

    experiment = EXPERIMENT
    plan_kind = Plan
    fewer = "codecs, workloads or operations"

    @classmethod
    def again(cls, folder: RunFolder) -> Self:
        record = folder.record
        plan, axes = plan_of(record, Plan), Axes.from_json(record.get("axes", {}))
        names = {runner["codec"] for runner in record["runners"]}
        selected = codecs_named({name.partition(AXIS_MARK)[0] for name in names})
        codecs = tuple(codec for codec in varied(selected, axes) if codec.name in names)
        operations = record.get("operations")
        request = Request(
            None if operations is None else tuple(operations), axes=axes, count=record.get("count", False)
        )
        asked = Asked(None, plan.preset, record["seed"])
        return cls(asked, gather_again(record), codecs, request)

    @property
    def axes(self) -> Axes:
        return self.request.axes

    def twins(self, codecs: Collection[str]) -> dict[str, str]:
        """Such as have a rank, or of hand-written code where nothing else was asked for."""
        preset, floors = self.asked.settings, {codec.name for codec in self.codecs if codec.floor}
        ranked = set(codecs) - references_of(self.codecs) or set(codecs) - floors
        return choose_twins(preset.twinned(ranked, self.asked.order), preset.twins, self.asked.order)

    def _most_forks(self, twins: Collection[str]) -> dict[str, int]:
        """The most forks of references and twins, where they have fewer than others; of a second set of
        executables as many."""
        preset = self.asked.settings
        few = {name: preset.most_forks_of(name, is_reference=False) for name in twins}
        few |= {name: preset.most_forks_of(name, is_reference=True) for name in references_of(self.codecs)}
        found = {name: most for name, most in few.items() if most is not None}
        return found | {name_against(name): most for name, most in found.items()}

    def ways(self, prepared: Prepared, named: Collection[str]) -> tuple[list[Cell], list[Failure]]:
        request, subjects = self.request, prepared.subjects
        most_forks = self._most_forks(prepared.twins)
        cells = cells_of(subjects, request.operations, self.asked.settings, most_forks, prepared.twins)
        if not cells and not prepared.failures:
            raise BadInput(self.nothing(prepared.unavailable))
        operations = request.operations if request.named_operations is None else request.named_operations
        return cells, lacking_operations(subjects, operations or (), named)

    def expected_ways(self, codecs: Sequence[CodecManifest], *, certain: bool) -> list[Cell]:
        names = [codec.name for codec in codecs]
        available = replace(self, codecs=tuple(codecs))
        twins = available.twins(names)
        most_forks = available._most_forks(twins)
        second = map(name_against, names if self.asked.against else ())
        sizes = {name: corpus.manifest.bytes for name, corpus in self.corpora.items()}
        return [
            Cell(codec, workload, operation, size_bytes, most_forks.get(codec))
            for codec in (*names, *twins, *second)
            for workload, size_bytes in sizes.items()
            for operation in self._expected_operations(codec, twins)
            if not certain or operation in _CERTAIN_OPERATIONS
        ]

    def _expected_operations(self, codec: str, twins: Mapping[str, str]) -> tuple[str, ...]:
        """The operations that a codec or a twin most likely has of those that are asked for."""
        asked = self.request.operations or self.asked.settings.usual_operations(codec) or _USUAL_OPERATIONS
        name = codec_of(twins.get(codec, codec))
        manifest = next(one for one in self.codecs if one.name == name)
        has_messages = manifest.idl or (language_of(name).converts and not references_of([manifest]))
        own = tuple(one for one in asked if has_messages or one not in FROM_MESSAGES)
        return ranking_among(own) if codec in twins else own

    def plan(self, ways: Sequence[Cell], settings: Preset) -> Plan:
        return make_plan(ways, settings, self.asked.seed, order=self.asked.order)

    def fork_ns(self, plan: Plan, fork: Fork) -> int:
        return estimated_ns(plan.preset, [fork])

    def cost_of(self, plan: Plan) -> str | None:
        return cost_of_fitting(self.asked.settings, plan)

    def prepared(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> Work:
        work = super().prepared(built, unavailable, named)
        assert isinstance(work, MemoryWork)
        step, subjects = self.voice.step, work.subjects
        counted = self._counted(subjects)
        alike = one_of_each(self.codecs_without(unavailable))
        crossings = crossings_of_run(alike, subjects, step)
        # Compressors take seconds, which quick spends only on request.
        compress = self.request.compress or self.asked.settings.name != DEFAULT_PRESET
        costs = measured_costs(self.codecs, subjects, compress, step)

        def record(machine: Mapping[str, Any], command: Sequence[str]) -> dict[str, Any]:
            return work.record(machine, command) | {
                "interop": [asdict(crossing) for crossing in crossings],
                "costs": [of.to_record() for of in costs],
                "access_tenth": {one.name: list(tenth_share(one.schema)) for one in self.workloads},
                "long_integers": long_integers_in(self.workloads, self.corpora, self.codecs),
            }

        return replace(work, subjects=counted, record=record)

    def work(self, plan: Plan, subjects: Subjects, twins: Mapping[str, str]) -> MemoryWork:
        return MemoryWork(plan, subjects)

    def resumed(self, folder: RunFolder, built: Built) -> Work:
        work = super().resumed(folder, built)
        assert isinstance(work, MemoryWork)
        return replace(work, subjects=self._counted(work.subjects))

    def also_recorded(self, ways: Sequence[Cell]) -> dict[str, Any]:
        request = self.request
        return {
            "axes": request.axes.to_json(),
            "count": request.count,
            "operations": None if request.operations is None else list(request.operations),
            "interop": [],
            "costs": [],
            "access_tenth": {},
            "long_integers": {},
        }

    def preview(self, unavailable: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
        codecs = self.codecs_without(unavailable)
        plan = self.in_blocks(self.fitted(self.expected_ways(codecs, certain=False), self.asked.settings))
        workloads, names = list(self.corpora), [codec.name for codec in codecs]
        shown = Preview(workloads, names, self.request.operations, self.asked.settings, plan)
        return {**shown.document(), "unavailable": dict(unavailable)}, shown.lines()

    def nothing(self, unavailable: Mapping[str, str]) -> str:
        if self.request.operations is not None:
            return f"None of these codecs has {' or '.join(self.request.operations)}."
        return "There is nothing to measure."

    def _counted(self, subjects: Subjects) -> dict[SubjectKey, Subject]:
        """The subjects with what their operations allocate and execute; the latter if the processor counts,
        or on request."""
        operations = self.request.operations
        counter = counter_here(on_demand=self.request.count, tell=self.voice.tell)
        if counter is not None:
            subjects = with_instructions(subjects, operations, counter, self.voice.step)
        return with_allocations(subjects, operations, self.voice.step)
