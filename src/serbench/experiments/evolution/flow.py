"""A run of evolution: what it asks, and what it finds."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload
from serbench.engine.asked import Asked
from serbench.engine.describe import SubjectKey
from serbench.engine.flow import OnceFlow, Subjects
from serbench.engine.preparation import Prepared
from serbench.engine.resuming import codecs_again
from serbench.engine.work import plan_of
from serbench.errors import BadInput
from serbench.experiments.evolution import unknown_fields
from serbench.experiments.evolution.changes import DIRECTIONS, VERSIONS, Change, all_changes, named_changes
from serbench.experiments.evolution.derived.recorded import KEY
from serbench.experiments.evolution.derived.source import Source, source_again
from serbench.experiments.evolution.execute import EXPERIMENT, SKIPPED_CHANGE, EvolutionWork
from serbench.experiments.evolution.merged import FAMILY, merged_workload, workload_name, written_corpus
from serbench.experiments.evolution.plan import Fork, Plan, estimated_ns, make_plan
from serbench.experiments.evolution.unknown_fields import unknown_changes
from serbench.record.named_paths import kept_again, kept_record
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder


@dataclass(frozen=True)
class Settings:
    """The changes that are asked for, among ``known`` ones, and the folder for what is written and read, None
    where that is not kept; ``costs``: what unknown fields cost is measured too. The known ones are derived of
    a ``source``, the user's data, where there is one. Raises BadInput for costs without the change that tells
    which codecs skip fields."""

    known: tuple[Change, ...]
    changes: tuple[Change, ...]
    preserved: Path | None = None
    costs: bool = False
    source: Source | None = None

    def __post_init__(self) -> None:
        if self.costs and SKIPPED_CHANGE not in {change.name for change in self.changes}:
            raise BadInput(
                f"--costs measures codecs that skip an unknown field: name the change {SKIPPED_CHANGE} too."
            )

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(change.name for change in self.changes)

    @property
    def families(self) -> tuple[tuple[str, tuple[Change, ...], tuple[Change, ...]], ...]:
        """The families with runners of their own: a name, all changes of the schema, and those asked for."""
        own = (FAMILY, self.known, self.changes)
        unknown = unknown_changes()
        return (own, (unknown_fields.FAMILY, unknown, unknown)) if self.costs else (own,)


def settings_of(
    names: Sequence[str], source: Source | None, preserved: Path | None = None, costs: bool = False
) -> Settings:
    """The settings with the named changes of the project, or of those that are derived of a source. Raises
    BadInput for a name that is not among them."""
    if source is not None:
        return Settings(source.found.changes, source.named(names), preserved, costs, source)
    known = all_changes()
    return Settings(known, named_changes(names, known), preserved, costs)


@dataclass(frozen=True)
class Versions:
    """The versions of the schemas as workloads, each with what is written in it."""

    settings: Settings

    @property
    def own(self) -> Mapping[str, Any] | None:
        source = self.settings.source
        return None if source is None else source.material.own

    @property
    def workloads(self) -> tuple[Workload, ...]:
        return tuple(
            merged_workload(known, version, family)
            for family, known, _ in self.settings.families
            for version in VERSIONS
        )

    @property
    def corpora(self) -> dict[str, Corpus]:
        return {
            workload_name(version, family): written_corpus(known, asked, version, family)
            for family, known, asked in self.settings.families
            for version in VERSIONS
        }


@dataclass(frozen=True)
class EvolutionFlow(OnceFlow):
    """A run that asks codecs for the versions of schemas."""

    asked: Asked[Settings]
    material: Versions

    experiment = variant = EXPERIMENT
    plan_kind = Plan
    done = "asked"

    @classmethod
    def again(cls, folder: RunFolder) -> Self:
        plan = plan_of(folder.record, Plan)
        source = source_again(folder.record, plan.seed)
        settings = settings_of(plan.changes, source, kept_again(folder), plan.costs)
        return cls(Asked(None, settings, plan.seed), Versions(settings), codecs_again(folder))

    @property
    def named_paths(self) -> Sequence[Path | None]:
        return (self.asked.settings.preserved,)

    def ways(self, prepared: Prepared, named: Collection[str]) -> tuple[list[str], list[Failure]]:
        return _with_both_versions(prepared.subjects), []

    def expected_ways(self, codecs: Sequence[CodecManifest], *, certain: bool) -> list[str]:
        return [codec.name for codec in codecs]

    def plan(self, ways: Sequence[str], settings: Settings) -> Plan:
        return make_plan(ways, settings.names, self.asked.seed, settings.costs, order=self.asked.order)

    def fork_ns(self, plan: Plan, fork: Fork) -> int:
        return estimated_ns(fork, plan.costs)

    def work(self, plan: Plan, subjects: Subjects, twins: Mapping[str, str]) -> EvolutionWork:
        settings = self.asked.settings
        workloads = {workload.name: workload for workload in self.workloads}
        own = self.material.own
        return EvolutionWork(plan, subjects, workloads, settings.changes, settings.preserved, own)

    def planned_of(self, plan: Plan) -> list[SubjectKey]:
        return [(fork.codec, workload_name(version)) for fork in plan.forks for version in VERSIONS]

    def also_recorded(self, ways: Sequence[str]) -> dict[str, Any]:
        settings = self.asked.settings
        derived = {} if settings.source is None else {KEY: settings.source.record(settings.changes)}
        return derived | kept_record(settings.preserved)

    def document(self, plan: Plan, codecs: Sequence[str]) -> dict[str, Any]:
        return {
            "changes": list(plan.changes),
            "directions": list(DIRECTIONS),
            "costs": plan.costs,
            "codecs": list(codecs),
            "seed": plan.seed,
        }


def _with_both_versions(subjects: Subjects) -> list[str]:
    codecs = dict.fromkeys(codec for codec, _ in subjects)
    return [
        codec for codec in codecs if all((codec, workload_name(version)) in subjects for version in VERSIONS)
    ]
