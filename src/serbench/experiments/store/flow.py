"""A run of the store that leaves no large file."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from serbench.codecs.manifest import CodecManifest
from serbench.engine.asked import Asked
from serbench.engine.describe import Description, Subject
from serbench.engine.flow import Subjects
from serbench.engine.preparation import Prepared
from serbench.engine.resuming import codecs_again
from serbench.engine.work import plan_of
from serbench.errors import BadInput
from serbench.experiments.store import estimate
from serbench.experiments.store.execute import EXPERIMENT, StoreWork
from serbench.experiments.store.ids import require_same_list
from serbench.experiments.store.plan import (
    LEVELS,
    RAW_LEVEL,
    WHOLE_LEVEL,
    Fork,
    Plan,
    Settings,
    make_plan,
)
from serbench.locations import cache_directory
from serbench.pools import resources
from serbench.pools.flow import FilesFlow, made_folder, material_again, subjects_by_codec
from serbench.pools.requests import READ_VERB, WRITE_VERB
from serbench.record.named_paths import followed
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder

# The levels at which each codec is read.
Levels = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class StoreFlow(FilesFlow):
    """A run that writes stores and reads them."""

    asked: Asked[Settings]

    experiment = variant = EXPERIMENT
    plan_kind = Plan
    verbs = frozenset({WRITE_VERB, READ_VERB})
    without_verbs = "The runner of {codec} cannot store objects."
    fewer = "codecs, objects, cache modes or levels"
    unsaid = "by order"
    # Whether stores are written, and whether their run can be resumed later.
    writes = True
    resumable = True

    @classmethod
    def again(cls, folder: RunFolder) -> Self:
        """Raises BadInput for a run of stores that are kept."""
        record = folder.record
        plan, material = plan_of(record, Plan), material_again(record)
        if plan.settings.ids is not None:
            followed(folder.name, plan.settings.ids, "--ids")
        if record.get("directory") is None:
            raise BadInput(
                f"Run {folder.name} belongs to kept stores and cannot be resumed; start a new `store read`."
            )
        require_same_list(folder.name, plan.settings)
        asked = Asked(None, plan.settings, plan.seed)
        place = followed(folder.name, record["directory"], "--dir", usual_directory())
        return cls(asked, material, codecs_again(folder), place)

    @property
    def named_paths(self) -> Sequence[Path | None]:
        ids = self.asked.settings.ids
        return (self.place, Path(ids) if ids else None)

    def ways(self, prepared: Prepared, named: Collection[str]) -> tuple[Levels, list[Failure]]:
        levels = {
            codec: levels_of(prepared.manifest(codec), subject.description)
            for (codec, _), subject in prepared.subjects.items()
        }
        reasons = unread_levels(levels, prepared.twins, self.asked.settings)
        return levels, self.unsupported(reasons, named)

    def expected_ways(self, codecs: Sequence[CodecManifest], *, certain: bool) -> Levels:
        usual = (WHOLE_LEVEL,) if certain else LEVELS
        return {codec.name: (RAW_LEVEL,) if codec.floor else usual for codec in codecs}

    def possible(self, subjects: Subjects, ways: Levels) -> Settings:
        settings = self.supported(made_folder(self.place))
        self.require_free(settings, subjects_by_codec(subjects))
        return settings

    def supported(self, place: Path) -> Settings:
        """The settings without the cache modes that files of a folder, or a file, do not support."""
        settings = self.asked.settings
        return replace(settings, caches=self.possible_caches(settings.caches, place))

    def require_room(self, plan: Plan, subjects: Subjects) -> None:
        made_folder(self.place)
        self.require_free(plan.settings, subjects_by_codec(subjects))

    def require_free(self, settings: Settings, subjects: Mapping[str, Subject]) -> None:
        """Raises BadInput where a store or a runner would not fit."""
        pool = self.material.pool
        sizes = resources.known_sizes(subjects, pool)
        estimate.require_disk(settings, pool, sizes, self.place, resources.free_disk(self.place))
        estimate.require_memory(settings, pool, list(subjects), resources.free_memory())

    def plan(self, ways: Levels, settings: Settings) -> Plan:
        seed, order = self.asked.seed, self.asked.order
        return make_plan(ways, self.workload, settings, seed, writes=self.writes, order=order)

    def fork_ns(self, plan: Plan, fork: Fork) -> int:
        return estimate.estimated_ns(plan.settings, fork, self.mean_bytes)

    def work(self, plan: Plan, subjects: Subjects, twins: Mapping[str, str]) -> StoreWork:
        return StoreWork(plan, subjects_by_codec(subjects), self.material.pool, self.place)

    def also_recorded(self, ways: Levels) -> dict[str, Any]:
        directory = str(self.place.absolute()) if self.resumable else None
        return super().also_recorded(ways) | {"directory": directory}

    def document(self, plan: Plan, codecs: Sequence[str]) -> dict[str, Any]:
        settings = plan.settings
        return {
            "workload": self.workload,
            "codecs": list(codecs),
            "objects": list(settings.objects),
            "reads": list(settings.orders),
            "random_reads": settings.random_reads,
            "cache": list(settings.caches),
            "level": None if settings.levels is None else list(settings.levels),
            "pin": list(settings.pins),
            "repetitions": settings.repetitions,
            "seed": plan.seed,
        }


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
