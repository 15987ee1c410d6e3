"""What the engine asks of a run of the store that leaves no large file."""

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload
from serbench.engine import preparation
from serbench.engine.describe import Description, Subject, SubjectKey
from serbench.engine.preparation import describe_all, run_record, subjects_to_resume
from serbench.engine.session import Built
from serbench.engine.twins import choose_twins, with_twins
from serbench.errors import BadInput
from serbench.experiments.store import cache_state, estimate
from serbench.experiments.store.execute import EXPERIMENT, Kept, StoreWork
from serbench.experiments.store.ids import require_same_list
from serbench.experiments.store.plan import LEVELS, RAW_LEVEL, Plan, Settings
from serbench.experiments.store.pool import Pool, PoolMaterial, gather_pool_again
from serbench.locations import cache_directory, results_directory
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder
from serbench.selection.axes import NO_AXES
from serbench.selection.choice import select_codecs
from serbench.terminal.console import Voice

Show = Callable[[RunFolder], bool]
_VERBS = {"store-write", "store-read"}


@dataclass(frozen=True)
class Prepared(preparation.Prepared):
    """A run before its start, with the levels at which each codec is read."""

    levels: Mapping[str, tuple[str, ...]]

    @property
    def by_codec(self) -> dict[str, Subject]:
        return {codec: subject for (codec, _), subject in self.subjects.items()}


@dataclass(frozen=True)
class Asked:
    """What the user asks for. ``out`` is where the run's folder is made, None for the usual place; ``twins``
    how many codecs of each language are measured twice."""

    patterns: Sequence[str] | None
    settings: Settings
    seed: int
    out: Path | None
    max_time_ns: int | None = None
    twins: int = 0


@dataclass(frozen=True)
class StoreFlow:
    """A run over the objects of ``material``, its files below ``place``, None for the usual folder."""

    asked: Asked
    material: PoolMaterial
    codecs: tuple[CodecManifest, ...]
    place: Path
    voice: Voice
    show: Show

    variant = EXPERIMENT
    axes = NO_AXES
    # Whether stores are written, and whether their run can be resumed later.
    writes = True
    resumable = True

    @property
    def patterns(self) -> Sequence[str] | None:
        return self.asked.patterns

    @property
    def workloads(self) -> tuple[Workload, ...]:
        return (self.material.workload,)

    @property
    def out(self) -> Path | None:
        return self.asked.out

    @property
    def folders(self) -> Mapping[str, Path]:
        results = self.asked.out or results_directory()
        return {"results": results, "cache": cache_directory(), "store": self.place}

    @property
    def corpora(self) -> dict[str, Corpus]:
        return {self.material.workload.name: self.material.pool.corpus}

    def prepared(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> StoreWork:
        prepared = self._described(built, unavailable, named)
        place = made_folder(self.place)
        settings = self.possible(self.asked.settings, place)
        self.require_room(settings, prepared.by_codec)
        return self.work(prepared, self.planned(prepared, settings), place, None)

    def resumed(self, folder: RunFolder, built: Built) -> StoreWork:
        plan = Plan.from_json(folder.record["plan"])
        require_same_list(folder.name, plan.settings)
        found = subjects_to_resume(folder, built, self.corpora)
        subjects = {codec: subject for (codec, _), subject in found.items()}
        place = made_folder(self.place)
        self.require_room(plan.settings, subjects)
        return StoreWork(plan, subjects, self.material.pool, place)

    def preview(self, unavailable: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
        asked = self.asked
        return estimate.preview(
            self.material, self.codecs, unavailable, asked.settings, asked.seed, asked.max_time_ns
        )

    def possible(self, settings: Settings, place: Path) -> Settings:
        """The settings without the cache modes that files of a folder, or a file, do not support."""
        caches, hindrances = cache_state.possible_caches(settings.caches, place)
        for sentence in hindrances:
            self.voice.tell(sentence)
        return replace(settings, caches=caches)

    def require_room(self, settings: Settings, subjects: Mapping[str, Subject]) -> None:
        """Raises BadInput where a store or a runner would not fit."""
        pool = self.material.pool
        estimate.require_disk(
            settings, pool, known_sizes(subjects, pool), self.place, estimate.free_disk(self.place)
        )
        estimate.require_memory(settings, pool, list(subjects), estimate.free_memory())

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
        if cost := estimate.cost_of_fitting(settings, plan):
            self.voice.tell(cost)
        return plan

    def work(self, prepared: Prepared, plan: Plan, directory: Path, kept: Kept | None) -> StoreWork:
        """What a new run measures, its large files below ``directory`` except those that are kept."""
        recorded = partial(self._record, prepared, plan)
        return StoreWork(plan, prepared.by_codec, self.material.pool, directory, kept, record=recorded)

    def _record(
        self, prepared: Prepared, plan: Plan, machine: Mapping[str, Any], command: Sequence[str]
    ) -> dict[str, Any]:
        common = run_record(
            EXPERIMENT,
            prepared,
            [self.material.workload.name],
            self.corpora,
            seed=plan.seed,
            plan=asdict(plan),
            machine=machine,
            command=command,
            own=self.material.own,
        )
        return common | {
            "directory": str(self.place.absolute()) if self.resumable else None,
            "root": self.material.workload.schema.root.rpartition(".")[2],
        }

    def _described(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> Prepared:
        """Asks each runner what it can do (``describe_all``), and has some codecs of each language measured
        twice. Raises BadInput where none can be measured."""
        asked, manifests = self.asked, {codec.name: codec for codec in self.codecs}
        described, failures = describe_all(built, self.corpora, unavailable, named)
        subjects: dict[SubjectKey, Subject] = {}
        for (codec, workload), subject in described.items():
            if set(subject.description.verbs) >= _VERBS:
                subjects[codec, workload] = subject
            else:
                sentence = f"The runner of {codec} cannot store objects."
                failures.append(Failure(codec, workload, None, "unsupported", sentence))
        ranked = {codec for codec, _ in subjects if not manifests[codec].floor}
        twins = choose_twins(ranked, asked.twins, asked.seed)
        subjects = with_twins(subjects, twins)
        levels = {
            codec: levels_of(manifests[twins.get(codec, codec)], subject.description)
            for (codec, _), subject in subjects.items()
        }
        for codec, reason in unread_levels(levels, twins, asked.settings).items():
            self.voice.tell(reason)
            if codec in named:
                failures.append(Failure(codec, self.material.workload.name, None, "unsupported", reason))
        if not subjects:
            reasons = [failure.detail for failure in failures] + list(unavailable.values())
            raise BadInput(f"None of these codecs can be measured here: {reasons[0] if reasons else ''}")
        return Prepared(self.codecs, subjects, tuple(failures), unavailable, twins, levels)


def flow_again(folder: RunFolder, voice: Voice, show: Show) -> StoreFlow:
    """The flow of a run that is resumed. Raises KeyError, TypeError or ValueError where its record does not
    tell it, BadInput for one of stores that are kept."""
    record = folder.record
    plan = Plan.from_json(record["plan"])
    names = {runner["codec"] for runner in record["runners"]}
    (workload,) = record["workloads"]
    material = gather_pool_again(
        workload, record["seed"], record["own"], record["corpora"][workload]["folder"]
    )
    if record.get("directory") is None:
        raise BadInput(
            f"Run {folder.name} belongs to kept stores and cannot be resumed; start a new `store read`."
        )
    codecs = tuple(codec for codec in select_codecs(sorted(names)) if codec.name in names)
    asked = Asked(None, plan.settings, plan.seed, None)
    return StoreFlow(asked, material, codecs, Path(record["directory"]), voice, show)


def known_sizes(subjects: Mapping[str, Subject], pool: Pool) -> dict[str, float]:
    """The mean message size of each codec that can report it."""
    sizes = ((codec, estimate.message_bytes(subject, pool)) for codec, subject in subjects.items())
    return {codec: size for codec, size in sizes if size is not None}


def usual_directory() -> Path:
    return cache_directory() / "store"


def made_folder(path: Path) -> Path:
    """The folder, created if missing; BadInput if it is not writable."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"The folder {path} cannot be created: {error.strerror}.") from None
    if not os.access(path, os.W_OK | os.X_OK):
        raise BadInput(f"The folder {path} cannot be written.")
    return path


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
