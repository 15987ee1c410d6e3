"""What the engine asks of a run of the store that leaves no large file."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from serbench.codecs.manifest import CodecManifest
from serbench.engine import fitting, preparation
from serbench.engine.asked import Asked, Show
from serbench.engine.describe import Description, Subject
from serbench.engine.preparation import codecs_again, subjects_to_resume
from serbench.engine.session import Built
from serbench.engine.work import measured_by, plan_of
from serbench.errors import BadInput
from serbench.experiments.store import estimate
from serbench.experiments.store.execute import EXPERIMENT, Kept, StoreWork
from serbench.experiments.store.ids import require_same_list
from serbench.experiments.store.plan import LEVELS, RAW_LEVEL, WHOLE_LEVEL, Plan, Settings
from serbench.locations import cache_directory
from serbench.pools import resources
from serbench.pools.cache_state import certain_caches
from serbench.pools.flow import PoolFlow, made_folder, material_again, subjects_by_codec
from serbench.pools.requests import READ_VERB, WRITE_VERB
from serbench.record.named_paths import followed
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder
from serbench.terminal.console import Voice


@dataclass(frozen=True)
class Prepared(preparation.Prepared):
    """A run before its start, with the levels at which each codec is read."""

    levels: Mapping[str, tuple[str, ...]]

    @property
    def by_codec(self) -> dict[str, Subject]:
        return subjects_by_codec(self.subjects)


@dataclass(frozen=True)
class StoreFlow(PoolFlow):
    """A run that writes stores and reads them."""

    asked: Asked[Settings]

    variant = EXPERIMENT
    verbs = frozenset({WRITE_VERB, READ_VERB})
    do = "store"
    # Whether stores are written, and whether their run can be resumed later.
    writes = True
    resumable = True

    def prepared(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> StoreWork:
        prepared = self._with_levels(built, unavailable, named)
        place = made_folder(self.place)
        settings = self.possible(self.asked.settings, place)
        self.require_room(settings, prepared.by_codec)
        return self.work(prepared, self.planned(prepared, settings), place, None)

    def resumed(self, folder: RunFolder, built: Built) -> StoreWork:
        plan = plan_of(folder.record, Plan)
        require_same_list(folder.name, plan.settings)
        planned = measured_by(plan.forks)
        subjects = subjects_by_codec(subjects_to_resume(folder, built, self.corpora, planned=planned))
        place = made_folder(self.place)
        self.require_room(plan.settings, subjects)
        return StoreWork(plan, subjects, self.material.pool, place)

    def preview(self, unavailable: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
        asked = self.asked
        return estimate.preview(
            self.material, self.codecs, unavailable, asked.settings, asked.seed, asked.max_time_ns
        )

    def require_time(self, lacking: Mapping[str, str]) -> None:
        """Raises BadInput where writing and reading whole objects takes longer than --max-time."""
        asked = self.asked
        levels = {
            codec.name: (RAW_LEVEL,) if codec.floor else (WHOLE_LEVEL,)
            for codec in self.codecs
            if codec.name not in lacking
        }
        settings = replace(asked.settings, caches=certain_caches(asked.settings.caches))
        workload, mean_bytes = self.material.workload.name, self.material.pool.mean_bytes
        estimate.fitted(levels, workload, settings, asked.seed, asked.max_time_ns, mean_bytes, self.writes)

    def possible(self, settings: Settings, place: Path) -> Settings:
        """The settings without the cache modes that files of a folder, or a file, do not support."""
        return replace(settings, caches=self.possible_caches(settings.caches, place))

    def require_room(self, settings: Settings, subjects: Mapping[str, Subject]) -> None:
        """Raises BadInput where a store or a runner would not fit."""
        pool = self.material.pool
        sizes = resources.known_sizes(subjects, pool)
        estimate.require_disk(settings, pool, sizes, self.place, resources.free_disk(self.place))
        estimate.require_memory(settings, pool, list(subjects), resources.free_memory())

    def planned(self, prepared: Prepared, settings: Settings) -> Plan:
        """The plan, fitted into the time limit if there is one."""
        material, asked = self.material, self.asked
        plan = estimate.fitted(
            prepared.levels,
            material.workload.name,
            settings,
            asked.seed,
            asked.max_time_ns,
            material.pool.mean_bytes,
            self.writes,
        )
        if cost := fitting.cost_of_fitting(settings.repetitions, plan.settings.repetitions):
            self.voice.tell(cost)
        return plan

    def work(self, prepared: Prepared, plan: Plan, directory: Path, kept: Kept | None) -> StoreWork:
        """What a new run measures, its large files below ``directory`` except those that are kept."""
        recorded = partial(self._record, prepared, plan)
        return StoreWork(plan, prepared.by_codec, self.material.pool, directory, kept, record=recorded)

    def _record(
        self, prepared: Prepared, plan: Plan, machine: Mapping[str, Any], command: Sequence[str]
    ) -> dict[str, Any]:
        directory = str(self.place.absolute()) if self.resumable else None
        return self.recorded(prepared, plan, machine, command) | {"directory": directory}

    def _with_levels(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> Prepared:
        """The runners of the run (``described``) with their levels."""
        found = self.described(built, unavailable, named)
        manifests, failures = {codec.name: codec for codec in self.codecs}, list(found.failures)
        levels = {
            codec: levels_of(manifests[found.twins.get(codec, codec)], subject.description)
            for (codec, _), subject in found.subjects.items()
        }
        for codec, reason in unread_levels(levels, found.twins, self.asked.settings).items():
            self.voice.tell(reason)
            if codec in named:
                failures.append(Failure(codec, self.material.workload.name, None, "unsupported", reason))
        common = {each.name: getattr(found, each.name) for each in fields(found)}
        return Prepared(**{**common, "failures": tuple(failures)}, levels=levels)


def flow_again(folder: RunFolder, voice: Voice, show: Show) -> StoreFlow:
    """The flow of a run that is resumed. Raises KeyError, TypeError or ValueError where its record does not
    tell it, BadInput for one of stores that are kept."""
    record = folder.record
    plan = plan_of(record, Plan)
    if plan.settings.ids is not None:
        followed(folder.name, plan.settings.ids, "--ids")
    material = material_again(record)
    if record.get("directory") is None:
        raise BadInput(
            f"Run {folder.name} belongs to kept stores and cannot be resumed; start a new `store read`."
        )
    asked = Asked(None, plan.settings, plan.seed)
    place = followed(folder.name, record["directory"], "--dir", usual_directory())
    return StoreFlow(asked, material, codecs_again(folder), place, voice, show)


def usual_directory() -> Path:
    return cache_directory() / "store"


def levels_of(codec: CodecManifest, description: Description) -> tuple[str, ...]:
    """How records of a codec can be read: a floor only reads bytes."""
    if codec.floor:
        return (RAW_LEVEL,)
    return tuple(level for level in LEVELS if level in description.sides)


def unread_levels(
    levels_of: Mapping[str, Sequence[str]], twins: Collection[str], settings: Settings
) -> dict[str, str]:
    """The codecs that lack a requested level, each with a sentence. A floor has no levels, and the usual
    levels are not requested."""
    asked = (settings.levels if settings.orders else None) or ()
    return {
        codec: f"{codec} has no level {' or '.join(lacking)} and is not read there."
        for codec, levels in levels_of.items()
        if RAW_LEVEL not in levels and codec not in twins
        if (lacking := [level for level in asked if level not in levels])
    }
