"""What the engine asks of a run of the sort."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.workload import Workload
from serbench.engine import fitting
from serbench.engine.asked import Asked, Show
from serbench.engine.describe import Description, Subject
from serbench.engine.preparation import Prepared, codecs_again, subjects_to_resume
from serbench.engine.session import Built
from serbench.engine.work import measured_by, plan_of
from serbench.errors import BadInput
from serbench.experiments.sort import budget
from serbench.experiments.sort.execute import EXPERIMENT, VERB, SortWork
from serbench.experiments.sort.expected import ACCESS, STUDY
from serbench.experiments.sort.keeping import Keeping
from serbench.experiments.sort.lines import codec_of_lines
from serbench.experiments.sort.plan import BYTES, LAZY, LINES, MODES, OBJECTS, RAW, Plan, Settings
from serbench.locations import cache_directory
from serbench.pools import resources
from serbench.pools.cache_state import certain_caches
from serbench.pools.flow import PoolFlow, made_folder, material_again, subjects_by_codec
from serbench.pools.requests import READ_VERB, WRITE_VERB
from serbench.pools.shelf import Shelf, StorePlace
from serbench.record.named_paths import followed
from serbench.record.row import Failure
from serbench.record.run_folder import RunFolder
from serbench.schema.study_key import study_fields
from serbench.terminal.console import Voice

_ACCESS = "access-one"


@dataclass(frozen=True)
class SortFlow(PoolFlow):
    """A run that sorts stores: its own, or those on ``shelf``, where it is given. ``keep`` is the folder in
    which sorted stores stay. ``without`` are codecs that were named and cannot take part."""

    asked: Asked[Settings]
    shelf: Shelf | None = None
    keep: Path | None = None
    without: tuple[Failure, ...] = ()

    variant = EXPERIMENT
    verbs = frozenset({WRITE_VERB, READ_VERB, VERB})
    do = "sort"

    def prepared(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> SortWork:
        prepared = self.described(built, unavailable, named)
        modes = self._modes(prepared)
        lacking = self._lacking(modes, prepared.twins, named)
        prepared = replace(prepared, failures=(*prepared.failures, *self.without, *lacking))
        place = self._made_folders()
        settings = replace(
            self.asked.settings, caches=self.possible_caches(self.asked.settings.caches, place)
        )
        lines_of, missing = self._lines(
            {
                codec
                for codec, available in modes.items()
                if not set(available).isdisjoint(self.asked.settings.modes)
            }
        )
        self._require_room(settings, subjects_by_codec(prepared.subjects), lines_of is not None)
        plan = self._planned(modes, settings, lines_of)
        ranked = {codec for codec, available in modes.items() if RAW not in available}
        if ranked and ranked.isdisjoint(fork.codec for fork in plan.forks):
            raise BadInput("None of these codecs has a mode that was requested.")
        recorded = partial(self._record, prepared, plan, missing)
        return self._work(plan, subjects_by_codec(prepared.subjects), place, recorded)

    def resumed(self, folder: RunFolder, built: Built) -> SortWork:
        plan = plan_of(folder.record, Plan)
        planned = measured_by(plan.forks)
        subjects = subjects_by_codec(subjects_to_resume(folder, built, self.corpora, planned=planned))
        place = self._made_folders()
        has_lines = any(step.mode == LINES for fork in plan.forks for step in fork.steps)
        self._require_room(plan.settings, subjects, has_lines)
        return self._work(plan, subjects, place)

    def preview(self, unavailable: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
        asked = self.asked
        lines_of, _ = self._lines({codec.name for codec in self.codecs if codec.name not in unavailable})
        return budget.preview(
            self.material, self.codecs, unavailable, asked.settings, asked.seed, asked.max_time_ns, lines_of
        )

    def require_time(self, lacking: Mapping[str, str]) -> None:
        """Raises BadInput where the modes that every codec has take longer than --max-time."""
        asked = self.asked
        modes = {
            codec.name: (RAW,) if codec.floor else (OBJECTS, BYTES)
            for codec in self.codecs
            if codec.name not in lacking
        }
        settings = replace(asked.settings, caches=certain_caches(asked.settings.caches))
        workload, mean_bytes = self.material.workload.name, self.material.pool.mean_bytes
        budget.fitted(modes, workload, settings, asked.seed, asked.max_time_ns, mean_bytes, None)

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
        return Shelf(
            self.keep.absolute(),
            self.material.workload.name,
            self.asked.seed,
            max(self.asked.settings.objects),
            {codec.name: codec.format for codec in self.codecs},
            self.material.own,
            str(self.material.pool.corpus.folder),
        )

    def _work(
        self,
        plan: Plan,
        subjects: Mapping[str, Subject],
        place: Path,
        record: Callable[..., dict[str, Any]] | None = None,
    ) -> SortWork:
        material = self.material
        work = SortWork(
            plan,
            subjects,
            material.pool,
            material.workload.schema,
            place,
            None if self.shelf is None else self._kept_for,
            self.keeping,
        )
        return work if record is None else replace(work, record=record)

    def _kept_for(self, codec: str) -> StorePlace:
        """The store that a codec sorts."""
        assert self.shelf is not None
        (manifest,) = (one for one in self.codecs if one.name == codec)
        place = self.shelf.place_for(manifest)
        assert place is not None, "only readers of the shelf are measured"
        return place

    def _planned(self, modes: Mapping[str, Sequence[str]], settings: Settings, lines_of: str | None) -> Plan:
        """The plan, fitted into the time limit if there is one."""
        material, asked = self.material, self.asked
        plan = budget.fitted(
            modes,
            material.workload.name,
            settings,
            asked.seed,
            asked.max_time_ns,
            material.pool.mean_bytes,
            lines_of,
        )
        if cost := fitting.cost_of_fitting(settings.repetitions, plan.settings.repetitions):
            self.voice.tell(cost)
        return plan

    def _made_folders(self) -> Path:
        """The folder of the large files; that of sorted stores is there too."""
        if self.keep is not None:
            made_folder(self.keep)
        return made_folder(self.place)

    def _require_room(self, settings: Settings, subjects: Mapping[str, Subject], has_lines: bool) -> None:
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

    def _modes(self, prepared: Prepared) -> dict[str, tuple[str, ...]]:
        manifests = {codec.name: codec for codec in self.codecs}
        return {
            codec: modes_of(
                manifests[prepared.twins.get(codec, codec)], subject.description, self.asked.settings.key
            )
            for (codec, _), subject in prepared.subjects.items()
        }

    def _lacking(
        self, modes: Mapping[str, Sequence[str]], twins: Collection[str], named: Collection[str]
    ) -> list[Failure]:
        """Says which codecs lack a requested mode; failures of those that were named."""
        asked, failures = self.asked.settings.modes, []
        for codec, available in modes.items():
            lacking = [mode for mode in asked if mode not in available]
            if not lacking or RAW in available or codec in twins:
                continue
            reason = f"{codec} has no mode {' or '.join(lacking)} and is not measured by it."
            self.voice.tell(reason)
            if codec in named:
                failures.append(Failure(codec, self.material.workload.name, None, "unsupported", reason))
        return failures

    def _lines(self, codecs: Collection[str]) -> tuple[str | None, str]:
        return codec_of_lines([codec for codec in self.codecs if codec.name in codecs])

    def _record(
        self,
        prepared: Prepared,
        plan: Plan,
        missing: str,
        machine: Mapping[str, Any],
        command: Sequence[str],
    ) -> dict[str, Any]:
        return self.recorded(prepared, plan, machine, command) | {
            "directory": str(self.place.absolute()),
            "is_shelf": self.shelf is not None,
            "keep": None if self.keep is None else str(self.keep.absolute()),
            "lines_missing": missing,
        }


def flow_again(folder: RunFolder, voice: Voice, show: Show) -> SortFlow:
    """The flow of a run that is resumed. Raises KeyError, TypeError or ValueError where its record does not
    tell it, BadInput where the stores that it sorts are others now."""
    record = folder.record
    plan, material = plan_of(record, Plan), material_again(record)
    directory = followed(folder.name, record["directory"], "--dir", usual_directory())
    keep = followed(folder.name, record["keep"], "--keep") if record["keep"] else None
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
            raise BadInput(f"Run {folder.name} cannot be resumed: the stores in {directory} are others now.")
    asked = Asked(None, plan.settings, plan.seed)
    return SortFlow(asked, material, codecs, directory, voice, show, shelf, keep)


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
