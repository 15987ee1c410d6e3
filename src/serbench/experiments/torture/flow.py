"""A run of torture as the engine drives it: what it asks, and what it finds."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.manifest import Corpus
from serbench.corpus.variant import parse_name
from serbench.corpus.workload import Workload
from serbench.engine import fitting
from serbench.engine.asked import Asked, AskedFlow, Show
from serbench.engine.describe import Subject, SubjectKey
from serbench.engine.material import Material, gather, gather_again
from serbench.engine.preparation import Prepared, codecs_again, describe_all, run_record, subjects_to_resume
from serbench.engine.session import Built
from serbench.engine.work import measured_by, plan_of
from serbench.errors import BadInput
from serbench.experiments.torture.building import sanitized
from serbench.experiments.torture.execute import EXPERIMENT, Target, TortureWork
from serbench.experiments.torture.plan import Plan, make_plan
from serbench.experiments.torture.preparing import Other
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder

DEFAULT_WORKLOAD = "media"
# Valid messages of the first of them that is not asked for are malformed input to every other schema.
_OTHER_SCHEMAS = ("tuples:tuples=1", "record")


@dataclass(frozen=True)
class Settings:
    """How many cases a codec has, what its runner is built with, and the folder for every finding, None where
    only the worst are kept."""

    cases: int
    sanitizers: tuple[str, ...] = ()
    kept: Path | None = None


@dataclass(frozen=True)
class TortureFlow(AskedFlow):
    """``other`` is the workload of another schema, whose messages are cases too; ``show`` prints what a
    folder holds and says whether anything failed."""

    asked: Asked[Settings]
    material: Material
    other: Material
    codecs: tuple[CodecManifest, ...]
    show: Show

    variant = EXPERIMENT
    folders = None

    @property
    def workloads(self) -> tuple[Workload, ...]:
        """All for which runners are built."""
        return (*self.material.workloads, *self.other.workloads)

    def prepared(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> TortureWork:
        subjects, failures = describe_all(self._asked_of(built), self._corpora, unavailable, named)
        subjects, more = with_the_verb(subjects)
        failures += more
        asked, settings = self.asked, self.asked.settings
        plan = make_plan([*subjects], settings.cases, asked.seed, settings.sanitizers, asked.max_time_ns)
        if not plan.forks and not failures:
            raise BadInput(
                f"None of these codecs can be tried here: {next(iter(unavailable.values()), 'none is built')}"
            )
        prepared = Prepared(self.codecs, subjects, tuple(failures), unavailable, {})
        return self._work(plan, subjects, built, partial(self._record, prepared, plan))

    def resumed(self, folder: RunFolder, built: Built) -> TortureWork:
        plan = plan_of(folder.record, Plan)
        planned = measured_by(plan.forks)
        subjects = subjects_to_resume(folder, self._asked_of(built), self._corpora, planned=planned)
        return self._work(plan, subjects, built)

    def preview(self, unavailable: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
        asked, settings = self.asked, self.asked.settings
        codecs = [codec.name for codec in self.codecs if codec.name not in unavailable]
        subjects = [(codec, workload.name) for codec in codecs for workload in self.material.workloads]
        plan = make_plan(subjects, settings.cases, asked.seed, settings.sanitizers, asked.max_time_ns)
        document = {
            "workloads": [workload.name for workload in self.material.workloads],
            "codecs": codecs,
            "cases": settings.cases,
            "sanitizers": list(settings.sanitizers),
            "seed": asked.seed,
        }
        return fitting.preview(document, plan.estimated_ns, asked.max_time_ns, unavailable)

    @property
    def _corpora(self) -> dict[str, Corpus]:
        return dict(self.material.corpora)

    def _asked_of(self, built: Built) -> Built:
        """Without the runners of the other schema."""
        return [one for one in built if one.workload in self.material.corpora]

    def _work(
        self, plan: Plan, subjects: Mapping[SubjectKey, Subject], built: Built, record: Any = None
    ) -> TortureWork:
        recording = {} if record is None else {"record": record}
        return TortureWork(
            plan,
            subjects,
            {workload.name: workload for workload in self.material.workloads},
            {codec.name: Target(codec.format, codec.promises) for codec in self.codecs},
            {
                one.codec: Other(one, self.other.corpora[one.workload])
                for one in built
                if isinstance(one, Runner) and one.workload in self.other.corpora
            },
            self.asked.settings.kept,
            **recording,
        )

    def _record(
        self, prepared: Prepared, plan: Plan, machine: Mapping[str, Any], command: Sequence[str]
    ) -> dict[str, Any]:
        names = [workload.name for workload in self.material.workloads]
        record = run_record(EXPERIMENT, prepared, names, self._corpora, plan, machine, command)
        return record | {"promises": {codec.name: codec.promises for codec in self.codecs if codec.promises}}


def with_the_verb(
    subjects: Mapping[SubjectKey, Subject],
) -> tuple[dict[SubjectKey, Subject], list[Failure]]:
    """The subjects whose runners take malformed input, and a failure of each other."""
    taken, failures = {}, []
    for key, subject in subjects.items():
        if EXPERIMENT in subject.description.verbs:
            taken[key] = subject
        else:
            detail = "Its runner does not have the verb torture."
            failures.append(Failure(*key, None, "unsupported", detail))
    return taken, failures


def flow_again(folder: RunFolder, show: Show) -> TortureFlow:
    """The flow of a run that is resumed. Raises KeyError or TypeError where its record does not tell it."""
    plan = plan_of(folder.record, Plan)
    codecs = codecs_again(folder)
    settings = Settings(plan.cases, plan.sanitizers)
    asked = Asked([codec.name for codec in codecs], settings, plan.seed, folder.path.parent, plan.max_time_ns)
    material = gather_again(folder.record)
    other = of_another_schema(material, plan.seed)
    return TortureFlow(asked, material, other, sanitized(codecs, plan.sanitizers), show)


def of_another_schema(material: Material, seed: int) -> Material:
    """The workload whose messages are malformed input to all of a run; empty where there is no other."""
    families = {parse_name(workload.name).family for workload in material.workloads}
    name = next((name for name in _OTHER_SCHEMAS if parse_name(name).family not in families), None)
    return Material((), {}) if name is None else gather((name,), None, seed, lambda _: None)
