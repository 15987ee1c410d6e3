"""A run of torture: what it asks, and what it finds."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from serbench.codecs.runner import Runner
from serbench.corpus.variant import parse_name
from serbench.corpus.workload import Workload
from serbench.engine.asked import Asked
from serbench.engine.describe import SubjectKey
from serbench.engine.flow import Built, OnceFlow, Subjects
from serbench.engine.material import Material, gather, gather_again
from serbench.engine.resuming import codecs_again
from serbench.engine.work import Fork, Work, plan_of
from serbench.experiments.torture.building import sanitized
from serbench.experiments.torture.execute import EXPERIMENT, VERB, Target, TortureWork
from serbench.experiments.torture.plan import Plan, make_plan
from serbench.experiments.torture.preparing import Other
from serbench.record.named_paths import kept_again, kept_record
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
class TortureFlow(OnceFlow):
    """``other`` is the workload of another schema, whose messages are cases too."""

    asked: Asked[Settings]
    material: Material
    other: Material

    experiment = variant = EXPERIMENT
    plan_kind = Plan
    verbs = frozenset({VERB})
    without_verbs = "Its runner does not have the verb torture."
    done = "tried"

    @classmethod
    def again(cls, folder: RunFolder) -> Self:
        plan, material = plan_of(folder.record, Plan), gather_again(folder.record)
        kept = kept_again(folder)
        asked = Asked(None, Settings(plan.cases, plan.sanitizers, kept), plan.seed)
        codecs = sanitized(codecs_again(folder), plan.sanitizers)
        return cls(asked, material, codecs, of_another_schema(material, plan.seed))

    @property
    def workloads(self) -> tuple[Workload, ...]:
        return (*self.material.workloads, *self.other.workloads)

    @property
    def named_paths(self) -> Sequence[Path | None]:
        return (self.asked.settings.kept,)

    def prepared(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> Work:
        return self._with_others(super().prepared(self._without_others(built), unavailable, named), built)

    def resumed(self, folder: RunFolder, built: Built) -> Work:
        return self._with_others(super().resumed(folder, self._without_others(built)), built)

    def plan(self, ways: Sequence[SubjectKey], settings: Settings) -> Plan:
        return make_plan(ways, settings.cases, self.asked.seed, settings.sanitizers, order=self.asked.order)

    def fork_ns(self, plan: Plan, fork: Fork) -> int:
        objects = self.corpora[fork.workload].manifest
        return plan.of_fork_ns(fork, objects.bytes // max(1, objects.objects))

    def work(self, plan: Plan, subjects: Subjects, twins: Mapping[str, str]) -> TortureWork:
        return TortureWork(
            plan,
            subjects,
            {workload.name: workload for workload in self.material.workloads},
            {codec.name: Target(codec.format, codec.promises) for codec in self.codecs},
            kept=self.asked.settings.kept,
            own=self.material.own,
        )

    def also_recorded(self, ways: Sequence[SubjectKey]) -> dict[str, Any]:
        promises = {codec.name: codec.promises for codec in self.codecs if codec.promises}
        return {"promises": promises, **kept_record(self.asked.settings.kept)}

    def document(self, plan: Plan, codecs: Sequence[str]) -> dict[str, Any]:
        return {
            "workloads": [workload.name for workload in self.material.workloads],
            "codecs": list(codecs),
            "cases": plan.cases,
            "sanitizers": list(plan.sanitizers),
            "seed": plan.seed,
        }

    def _without_others(self, built: Built) -> Built:
        """Without the runners of the other schema."""
        return [one for one in built if one.workload in self.material.corpora]

    def _with_others(self, work: Work, built: Built) -> Work:
        assert isinstance(work, TortureWork)
        others = {
            one.codec: Other(one, self.other.corpora[one.workload])
            for one in built
            if isinstance(one, Runner) and one.workload in self.other.corpora
        }
        return replace(work, others=others)


def of_another_schema(material: Material, seed: int) -> Material:
    """The workload whose messages are malformed input to all of a run; empty where there is no other."""
    families = {parse_name(workload.name).family for workload in material.workloads}
    name = next((name for name in _OTHER_SCHEMAS if parse_name(name).family not in families), None)
    return Material((), {}) if name is None else gather((name,), None, seed, lambda _: None)
