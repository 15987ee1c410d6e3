"""A run of evolution as the engine drives it: what it asks, and what it finds."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload
from serbench.engine import fitting
from serbench.engine.asked import Asked, AskedFlow, Show
from serbench.engine.describe import Subject, SubjectKey
from serbench.engine.preparation import Prepared, codecs_again, describe_all, run_record, subjects_to_resume
from serbench.engine.session import Built
from serbench.engine.work import plan_of
from serbench.errors import BadInput
from serbench.experiments.evolution import unknown_fields
from serbench.experiments.evolution.changes import DIRECTIONS, VERSIONS, Change, all_changes, named_changes
from serbench.experiments.evolution.execute import EXPERIMENT, SKIPPED_CHANGE, EvolutionWork
from serbench.experiments.evolution.merged import FAMILY, merged_workload, workload_name, written_corpus
from serbench.experiments.evolution.plan import Plan, make_plan
from serbench.experiments.evolution.unknown_fields import unknown_changes
from serbench.record.run_folder import RunFolder


@dataclass(frozen=True)
class Settings:
    """The changes that are asked for, among ``known`` ones, and the folder for what is written and read, None
    where that is not kept; ``costs``: what unknown fields cost is measured too. Raises BadInput for costs
    without the change that tells which codecs skip fields."""

    known: tuple[Change, ...]
    changes: tuple[Change, ...]
    preserved: Path | None = None
    costs: bool = False

    def __post_init__(self) -> None:
        if self.costs and SKIPPED_CHANGE not in {change.name for change in self.changes}:
            raise BadInput(
                f"What unknown fields cost is measured of codecs that skip one: ask for {SKIPPED_CHANGE} too."
            )

    @property
    def families(self) -> tuple[tuple[str, tuple[Change, ...], tuple[Change, ...]], ...]:
        """What has runners of its own: a name, all changes of the schema, and those that are asked for."""
        own = (FAMILY, self.known, self.changes)
        unknown = unknown_changes()
        return (own, (unknown_fields.FAMILY, unknown, unknown)) if self.costs else (own,)


@dataclass(frozen=True)
class EvolutionFlow(AskedFlow):
    """``show`` prints what a folder holds and says whether anything failed."""

    asked: Asked[Settings]
    codecs: tuple[CodecManifest, ...]
    show: Show

    variant = EXPERIMENT
    folders = None

    @property
    def workloads(self) -> tuple[Workload, ...]:
        return tuple(
            merged_workload(known, version, family)
            for family, known, _ in self.asked.settings.families
            for version in VERSIONS
        )

    def prepared(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> EvolutionWork:
        asked = self.asked
        subjects, failures = describe_all(built, self._corpora, unavailable, named)
        codecs = _with_both_versions(subjects)
        plan = make_plan(codecs, self._names, asked.seed, asked.max_time_ns, asked.settings.costs)
        if not plan.forks and not failures:
            raise BadInput(
                f"None of these codecs can be asked here: {next(iter(unavailable.values()), 'none is built')}"
            )
        prepared = Prepared(self.codecs, subjects, tuple(failures), unavailable, {})
        corpora = self._corpora
        record = partial(run_record, EXPERIMENT, prepared, list(corpora), corpora, plan)
        return self._work(plan, subjects, record)

    def resumed(self, folder: RunFolder, built: Built) -> EvolutionWork:
        plan = plan_of(folder.record, Plan)
        planned = [(fork.codec, workload_name(version)) for fork in plan.forks for version in VERSIONS]
        return self._work(plan, subjects_to_resume(folder, built, self._corpora, planned=planned))

    def preview(self, unavailable: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
        asked = self.asked
        codecs = [codec.name for codec in self.codecs if codec.name not in unavailable]
        plan = make_plan(codecs, self._names, asked.seed, asked.max_time_ns, asked.settings.costs)
        document = {
            "changes": list(self._names),
            "directions": list(DIRECTIONS),
            "costs": plan.costs,
            "codecs": codecs,
            "seed": asked.seed,
        }
        return fitting.preview(document, plan.estimated_ns, asked.max_time_ns, unavailable)

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(change.name for change in self.asked.settings.changes)

    @property
    def _corpora(self) -> dict[str, Corpus]:
        return {
            workload_name(version, family): written_corpus(known, asked, version, family)
            for family, known, asked in self.asked.settings.families
            for version in VERSIONS
        }

    def _work(self, plan: Plan, subjects: Mapping[SubjectKey, Subject], record: Any = None) -> EvolutionWork:
        settings = self.asked.settings
        workloads = {workload.name: workload for workload in self.workloads}
        recording = {} if record is None else {"record": record}
        return EvolutionWork(plan, subjects, workloads, settings.changes, settings.preserved, **recording)


def _with_both_versions(subjects: Mapping[SubjectKey, Subject]) -> list[str]:
    codecs = dict.fromkeys(codec for codec, _ in subjects)
    return [
        codec for codec in codecs if all((codec, workload_name(version)) in subjects for version in VERSIONS)
    ]


def flow_again(folder: RunFolder, show: Show) -> EvolutionFlow:
    """The flow of a run that is resumed. Raises KeyError or TypeError where its record does not tell it."""
    plan = plan_of(folder.record, Plan)
    known = all_changes()
    settings = Settings(known, named_changes(plan.changes, known), costs=plan.costs)
    codecs = codecs_again(folder)
    asked = Asked([codec.name for codec in codecs], settings, plan.seed, folder.path.parent, plan.max_time_ns)
    return EvolutionFlow(asked, codecs, show)
