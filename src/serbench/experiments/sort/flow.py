"""A run of the sort."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.workload import Workload
from serbench.engine.asked import Asked
from serbench.engine.describe import Description, Subject
from serbench.engine.flow import Subjects
from serbench.engine.preparation import Prepared
from serbench.engine.resuming import codecs_again
from serbench.engine.work import plan_of
from serbench.errors import BadInput
from serbench.experiments.sort import budget
from serbench.experiments.sort.execute import EXPERIMENT, VERB, SortWork
from serbench.experiments.sort.expected import ACCESS, STUDY
from serbench.experiments.sort.keeping import Keeping
from serbench.experiments.sort.lines import codec_of_lines
from serbench.experiments.sort.plan import (
    BYTES,
    LAZY,
    LINES,
    MODES,
    OBJECTS,
    RAW,
    Fork,
    Plan,
    Settings,
    make_plan,
)
from serbench.locations import cache_directory
from serbench.pools import resources
from serbench.pools.flow import FilesFlow, made_folder, material_again, subjects_by_codec
from serbench.pools.requests import READ_VERB, WRITE_VERB
from serbench.pools.shelf import Shelf, StorePlace
from serbench.pools.sizes import size_text
from serbench.record.named_paths import followed, kept_again, kept_record
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder
from serbench.schema.study_key import study_fields

_ACCESS = "access-one"


@dataclass(frozen=True)
class Ways:
    """The modes of each codec, and the codec whose lines GNU sort gets too, None with the reason why it
    gets none."""

    modes: Mapping[str, Sequence[str]]
    lines_of: str | None
    lines_missing: str = ""


@dataclass(frozen=True)
class SortFlow(FilesFlow):
    """A run that sorts stores: its own, or those on ``shelf``, where it is given. ``keep`` is the folder in
    which sorted stores stay. ``without`` are codecs that were named and cannot take part."""

    asked: Asked[Settings]
    shelf: Shelf | None = None
    keep: Path | None = None
    without: tuple[Failure, ...] = ()

    experiment = variant = EXPERIMENT
    plan_kind = Plan
    verbs = frozenset({WRITE_VERB, READ_VERB, VERB})
    without_verbs = "The runner of {codec} cannot sort objects."
    fewer = "codecs, objects, modes or memory sizes"
    unsaid = "-"

    @classmethod
    def again(cls, folder: RunFolder) -> Self:
        """Raises BadInput where the stores that it sorts are others now."""
        record = folder.record
        plan, material = plan_of(record, Plan), material_again(record)
        directory = followed(folder.name, record["directory"], "--dir", usual_directory())
        shelf = Shelf.load(directory) if record["is_shelf"] else None
        codecs = codecs_again(folder)
        if shelf is not None:
            now = (shelf.workload, shelf.objects, shelf.seed, shelf.pool)
            then = (
                material.workload.name,
                max(plan.settings.objects),
                plan.seed,
                str(material.pool.corpus.folder),
            )
            if now != then or any(shelf.place_for(codec) is None for codec in codecs):
                raise BadInput(
                    f"Run {folder.name} cannot be resumed: the stores in {directory} have changed."
                )
        asked = Asked(None, plan.settings, plan.seed)
        return cls(asked, material, codecs, directory, shelf, kept_again(folder))

    @property
    def named_paths(self) -> Sequence[Path | None]:
        return (self.place, self.keep)

    def ways(self, prepared: Prepared, named: Collection[str]) -> tuple[Ways, list[Failure]]:
        settings = self.asked.settings
        modes = {
            codec: modes_of(prepared.manifest(codec), subject.description, settings.key)
            for (codec, _), subject in prepared.subjects.items()
        }
        failures = [*self.without, *self._lacking(modes, prepared.twins, named)]
        sorting = {
            codec for codec, available in modes.items() if not set(available).isdisjoint(settings.modes)
        }
        return Ways(modes, *self._lines(sorting)), failures

    def expected_ways(self, codecs: Sequence[CodecManifest], *, certain: bool) -> Ways:
        usual = (OBJECTS, BYTES) if certain else MODES
        modes = {codec.name: (RAW,) if codec.floor else usual for codec in codecs}
        return Ways(modes, None if certain else self._lines(modes.keys())[0])

    def possible(self, subjects: Subjects, ways: Ways) -> Settings:
        caches = self.possible_caches(self.asked.settings.caches, self._made_folders())
        settings = replace(self.asked.settings, caches=caches)
        self._require_free(settings, subjects_by_codec(subjects), ways.lines_of is not None)
        return settings

    def require_some(self, plan: Plan, prepared: Prepared) -> None:
        floors = {codec.name for codec in self.codecs if codec.floor}
        ranked = {codec for codec, _ in prepared.subjects} - floors
        if ranked and ranked.isdisjoint(fork.codec for fork in plan.forks):
            raise BadInput("None of these codecs has a mode that was requested.")

    def require_room(self, plan: Plan, subjects: Subjects) -> None:
        self._made_folders()
        has_lines = any(step.mode == LINES for fork in plan.forks for step in fork.steps)
        self._require_free(plan.settings, subjects_by_codec(subjects), has_lines)

    def plan(self, ways: Ways, settings: Settings) -> Plan:
        seed, order = self.asked.seed, self.asked.order
        return make_plan(ways.modes, self.workload, settings, seed, ways.lines_of, order=order)

    def fork_ns(self, plan: Plan, fork: Fork) -> int:
        return budget.estimated_ns(plan.settings, fork, self.mean_bytes)

    def work(self, plan: Plan, subjects: Subjects, twins: Mapping[str, str]) -> SortWork:
        return SortWork(
            plan,
            subjects_by_codec(subjects),
            self.material.pool,
            self.material.workload.schema,
            self.place,
            None if self.shelf is None else self._kept_for,
            self.keeping,
        )

    def also_recorded(self, ways: Ways) -> dict[str, Any]:
        return super().also_recorded(ways) | {
            "directory": str(self.place.absolute()),
            "is_shelf": self.shelf is not None,
            "lines_missing": ways.lines_missing,
            **kept_record(self.keep),
        }

    def document(self, plan: Plan, codecs: Sequence[str]) -> dict[str, Any]:
        settings = plan.settings
        return {
            "workload": self.workload,
            "codecs": list(codecs),
            "objects": list(settings.objects),
            "memory_sizes": [size_text(size) for size in settings.memory_bytes],
            "modes": list(settings.modes),
            "fan_in": settings.fan_in,
            "pin": list(settings.pins),
            "cache": list(settings.caches),
            "key": settings.key,
            "distinct": settings.distinct or None,
            "arrangement": settings.arrangement,
            "lines": self._lines(codecs)[0],
            "repetitions": settings.repetitions,
            "seed": plan.seed,
        }

    def require_possible(self) -> None:
        """Raises BadInput before anything is built where the objects lack the key, the budget holds no block,
        or the folder for sorted stores has others."""
        require_key(self.asked.settings, self.material.workload)
        budget.require_block(self.asked.settings, {})
        if self.keep is not None and self.keep.exists():
            self._sorted_shelf.beside()

    @property
    def keeping(self) -> Keeping | None:
        return None if self.keep is None else Keeping(self._sorted_shelf)

    @property
    def _sorted_shelf(self) -> Shelf:
        """The sorted stores of all codecs."""
        assert self.keep is not None
        return self.shelf_in(self.keep)

    def _kept_for(self, codec: str) -> StorePlace:
        """The store that a codec sorts."""
        assert self.shelf is not None
        (manifest,) = (one for one in self.codecs if one.name == codec)
        place = self.shelf.place_for(manifest)
        assert place is not None, "only readers of the shelf are measured"
        return place

    def _made_folders(self) -> Path:
        """The folder of the large files; that of sorted stores is there too."""
        if self.keep is not None:
            made_folder(self.keep)
        return made_folder(self.place)

    def _require_free(self, settings: Settings, subjects: Mapping[str, Subject], has_lines: bool) -> None:
        """Raises BadInput where budget, files or a runner would not fit."""
        pool = self.material.pool
        sizes = resources.known_sizes(subjects, pool)
        budget.require_block(settings, sizes)
        files, free = budget.files_of(has_lines), resources.free_disk(self.place)
        if self.keep is not None and resources.are_on_one_disk(self.keep, self.place):
            files += len(subjects)
        elif self.keep is not None:
            free_to_keep = resources.free_disk(self.keep)
            budget.require_disk(settings, pool, sizes, len(subjects), free_to_keep, "--keep")
        budget.require_disk(settings, pool, sizes, files, free)
        budget.require_memory(settings, pool, list(subjects), resources.free_memory())

    def _lacking(
        self, modes: Mapping[str, Sequence[str]], twins: Collection[str], named: Collection[str]
    ) -> list[Failure]:
        """Says which codecs lack a requested mode; failures of those that were named."""
        reasons = {}
        for codec, available in modes.items():
            lacking = [mode for mode in self.asked.settings.modes if mode not in available]
            if lacking and RAW not in available and codec not in twins:
                reasons[codec] = f"{codec} has no mode {' or '.join(lacking)} and is not measured by it."
        return self.unsupported(reasons, named)

    def _lines(self, codecs: Collection[str]) -> tuple[str | None, str]:
        return codec_of_lines([codec for codec in self.codecs if codec.name in codecs])


def modes_of(codec: CodecManifest, description: Description, key: str) -> tuple[str, ...]:
    """The modes that a codec has: a floor sorts bytes, and only one key is read by access."""
    if codec.floor:
        return (RAW,)
    return MODES if key == ACCESS and _ACCESS in description.sides else (OBJECTS, BYTES)


def require_key(settings: Settings, workload: Workload) -> None:
    """Raises BadInput where objects cannot be sorted by the key, or not by a mode."""
    if settings.key != STUDY:
        return
    if study_fields(workload.schema) is None:
        raise BadInput(
            f"The objects of {workload.name} have no key for --key study: it sums up text, quoted_status.text"
            " and retweeted_status.retweet_count."
        )
    if LAZY in settings.modes:
        raise BadInput(
            "No codec reads the key of the study by access, so --key study has no mode lazy; name others"
            " with --mode."
        )


def usual_directory() -> Path:
    return cache_directory() / "sort"
