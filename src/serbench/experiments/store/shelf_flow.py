"""``store write`` and ``store read``: the two steps separately, with stores that are kept between them."""

import contextlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.cache import kept_corpus
from serbench.corpus.sampled import sampled_of
from serbench.engine.asked import Asked
from serbench.engine.describe import Subject
from serbench.engine.flow import Subjects
from serbench.engine.preparation import Prepared
from serbench.errors import BadInput
from serbench.experiments.store import estimate
from serbench.experiments.store.execute import Kept, StoreWork
from serbench.experiments.store.flow import Levels, StoreFlow, usual_directory
from serbench.experiments.store.ids import with_length_of_list
from serbench.experiments.store.plan import Plan, Settings
from serbench.pools import resources
from serbench.pools.flow import made_folder, subjects_by_codec
from serbench.pools.pool import PoolMaterial, gather_pool_again
from serbench.pools.readers import readers_of
from serbench.pools.shelf import Shelf, ShelfKeeper, StorePlace, replaced_by
from serbench.record.row import Failure


@dataclass(frozen=True)
class WriteFlow(StoreFlow):
    """Writes a store for each codec, next to existing ones of the same objects. The list of the
    stores is kept by ``stack`` until the run ends."""

    stack: contextlib.ExitStack

    resumable = False

    def possible(self, subjects: Subjects, ways: Levels) -> Settings:
        self.require_free(self.asked.settings, subjects_by_codec(subjects))
        return self.asked.settings

    def work(self, plan: Plan, subjects: Subjects, twins: Mapping[str, str]) -> StoreWork:
        by_codec = subjects_by_codec(subjects)
        shelf = self.shelf.without(self.shelf.formats.keys() - by_codec.keys())
        keeper = self.stack.enter_context(ShelfKeeper(shelf))
        kept = Kept(
            {codec: shelf.place(codec) for codec in shelf.formats},
            begun=lambda fork: keeper.begin(fork.codec),
            ended=lambda fork: keeper.end(fork.codec),
        )
        return StoreWork(plan, by_codec, self.material.pool, self.place, kept)

    @property
    def shelf(self) -> Shelf:
        """The stores of all codecs that are to be written."""
        return self.shelf_in(self.place)

    def require_free(self, settings: Settings, subjects: Mapping[str, Subject]) -> None:
        """All stores exist at once; those that are written again are replaced."""
        shelf, pool = self.shelf.without(self.shelf.formats.keys() - subjects.keys()), self.material.pool
        replaced = replaced_by(shelf, shelf.beside())
        free = resources.free_disk(shelf.folder) + sum(shelf.place(codec).disk_bytes for codec in replaced)
        estimate.require_disk(
            settings, pool, resources.known_sizes(subjects, pool), shelf.folder, free, len(subjects)
        )
        estimate.require_memory(settings, pool, list(subjects), resources.free_memory())


@dataclass(frozen=True)
class ReadFlow(StoreFlow):
    """Reads what ``store write`` has stored. ``without`` are the codecs that were named and cannot."""

    shelf: Shelf
    without: tuple[Failure, ...]

    writes = False
    resumable = False

    def ways(self, prepared: Prepared, named: Collection[str]) -> tuple[Levels, list[Failure]]:
        levels, failures = super().ways(prepared, named)
        return levels, [*failures, *self.without]

    def possible(self, subjects: Subjects, ways: Levels) -> Settings:
        codecs = list(subjects_by_codec(subjects))
        estimate.require_memory(self.asked.settings, self.material.pool, codecs, resources.free_memory())
        return self.supported(next(iter(self._places.values())).data)

    def work(self, plan: Plan, subjects: Subjects, twins: Mapping[str, str]) -> StoreWork:
        # Stores may be in a read-only place.
        scratch, kept = made_folder(usual_directory()), Kept(self._places, self.shelf.objects)
        return StoreWork(plan, subjects_by_codec(subjects), self.material.pool, scratch, kept)

    def nothing(self, unavailable: Mapping[str, str]) -> str:
        return "None of these codecs can be read at the levels that were requested."

    @property
    def _places(self) -> dict[str, StorePlace]:
        return {
            codec.name: place for codec in self.codecs if (place := self.shelf.place_for(codec)) is not None
        }


def as_in_stores(
    material: PoolMaterial, directory: Path, tell: Callable[[str], object]
) -> PoolMaterial | None:
    """The user's objects as the stores in a folder have them, where these are of the same data: all stores of
    a folder hold the same objects, whatever other codecs lose. None where there are no such stores."""
    shelf, (workload,), corpus = Shelf.found(directory), material.workloads, material.pool.corpus
    if material.own is None or shelf is None or not shelf.formats or shelf.workload != workload.name:
        return None
    try:
        stored = kept_corpus(shelf.pool, workload)
    except BadInput:
        # The shelf refuses objects that it does not hold, with what to do.
        return None
    if corpus.manifest.sha256 not in (stored.manifest.sha256, sampled_of(stored).left_out_of):
        return None
    sentence = (
        f"The stores in {directory} hold {stored.manifest.objects} of the {corpus.manifest.objects} objects,"
        " and further ones hold the same: codecs that lose one of their values have failed rows."
    )
    tell(sentence)
    own = {**material.own, "notes": [*material.own["notes"], sentence]}
    return material.with_corpora({workload.name: stored}, own)


def write_flow(
    asked: Asked[Settings],
    material: PoolMaterial,
    codecs: tuple[CodecManifest, ...],
    directory: Path,
    stack: contextlib.ExitStack,
) -> WriteFlow:
    """Raises BadInput for a folder of other stores before anything is built."""
    flow = WriteFlow(asked, material, codecs, made_folder(directory), stack)
    flow.shelf.beside()
    return flow


def read_flow(
    asked: Asked[Settings],
    directory: Path,
    objects_given: bool,
    random_reads_given: bool,
    tell: Callable[[str], object],
) -> ReadFlow:
    """Raises BadInput where nothing there can be read, or less than requested."""
    shelf = Shelf.load(directory)
    material = gather_pool_again(shelf.workload, shelf.seed, shelf.own, shelf.pool)
    codecs, without = readers_of(asked.patterns, shelf, tell)
    settings = _settings_for(shelf, asked.settings, objects_given, random_reads_given)
    asked = replace(asked, settings=settings, seed=shelf.seed)
    return ReadFlow(asked, material, codecs, shelf.folder, shelf, without)


def _settings_for(
    shelf: Shelf, settings: Settings, objects_given: bool, random_reads_given: bool
) -> Settings:
    """The settings for the stores of a shelf, whose number of objects need not be given. Raises
    BadInput where they have fewer than requested."""
    if not objects_given:
        settings = replace(settings, objects=(shelf.objects,))
    most = max(settings.objects)
    if most > shelf.objects:
        raise BadInput(f"The stores in {shelf.folder} have {shelf.objects} objects, fewer than {most}.")
    if not random_reads_given:
        settings = replace(settings, random_reads=min(settings.random_reads, most))
    return with_length_of_list(settings, shelf.objects)
