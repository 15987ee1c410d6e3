"""``store write`` and ``store read``: the two steps separately, with stores that are kept between them."""

import contextlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from serbench.codecs.sets import FLOW
from serbench.engine.asked import Asked, Show
from serbench.engine.describe import Subject
from serbench.engine.session import Built
from serbench.errors import BadInput
from serbench.experiments.store import estimate
from serbench.experiments.store.execute import Kept, StoreWork
from serbench.experiments.store.flow import StoreFlow, usual_directory
from serbench.experiments.store.ids import with_length_of_list
from serbench.experiments.store.plan import Settings
from serbench.pools import resources
from serbench.pools.flow import made_folder
from serbench.pools.pool import PoolMaterial, gather_pool_again
from serbench.pools.readers import readers_of
from serbench.pools.shelf import Shelf, ShelfKeeper, replaced_by
from serbench.record.row import Failure
from serbench.selection.choice import select_codecs
from serbench.terminal.console import Voice


@dataclass(frozen=True)
class WriteFlow(StoreFlow):
    """Writes a store for each codec, next to existing ones of the same objects. The list of the
    stores is kept by ``stack`` until the run ends."""

    stack: contextlib.ExitStack

    resumable = False

    def prepared(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> StoreWork:
        prepared = self._with_levels(built, unavailable, named)
        self.require_room(self.asked.settings, prepared.by_codec)
        plan = self.planned(prepared, self.asked.settings)
        shelf = self.shelf.without(self.shelf.formats.keys() - prepared.by_codec.keys())
        keeper = self.stack.enter_context(ShelfKeeper(shelf))
        kept = Kept(
            {codec: shelf.place(codec) for codec in shelf.formats},
            begun=lambda fork: keeper.begin(fork.codec),
            ended=lambda fork: keeper.end(fork.codec),
        )
        return self.work(prepared, plan, self.place, kept)

    @property
    def shelf(self) -> Shelf:
        """The stores of all codecs that are to be written."""
        return Shelf(
            self.place.absolute(),
            self.material.workload.name,
            self.asked.seed,
            max(self.asked.settings.objects),
            {codec.name: codec.format for codec in self.codecs},
            self.material.own,
            str(self.material.pool.corpus.folder),
        )

    def require_room(self, settings: Settings, subjects: Mapping[str, Subject]) -> None:
        """All stores exist at once; those that are written again are replaced."""
        shelf, pool = self.shelf.without(self.shelf.formats.keys() - subjects.keys()), self.material.pool
        replaced = replaced_by(shelf, shelf.beside())
        free = resources.free_disk(shelf.folder) + sum(shelf.place(codec).disk_bytes for codec in replaced)
        estimate.require_disk(
            settings, pool, resources.known_sizes(subjects, pool), shelf.folder, free // len(subjects)
        )
        estimate.require_memory(settings, pool, list(subjects), resources.free_memory())


@dataclass(frozen=True)
class ReadFlow(StoreFlow):
    """Reads what ``store write`` has stored. ``without`` are the codecs that were named and cannot."""

    shelf: Shelf
    without: tuple[Failure, ...]

    writes = False
    resumable = False

    def prepared(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> StoreWork:
        prepared = self._with_levels(built, unavailable, named)
        prepared = replace(prepared, failures=prepared.failures + self.without)
        settings = self.asked.settings
        estimate.require_memory(
            settings, self.material.pool, list(prepared.by_codec), resources.free_memory()
        )
        places = {
            codec.name: place for codec in self.codecs if (place := self.shelf.place_for(codec)) is not None
        }
        plan = self.planned(prepared, self.possible(settings, next(iter(places.values())).data))
        if not plan.forks and not prepared.failures:
            raise BadInput("None of these codecs can be read at the levels that were requested.")
        # Stores may be in a read-only place.
        scratch = made_folder(usual_directory())
        return self.work(prepared, plan, scratch, Kept(places, self.shelf.objects))


def write_flow(
    asked: Asked[Settings],
    material: PoolMaterial,
    directory: Path,
    voice: Voice,
    show: Show,
    stack: contextlib.ExitStack,
) -> WriteFlow:
    """Raises BadInput for a folder of other stores before anything is built."""
    codecs = select_codecs(asked.patterns, usual=FLOW)
    flow = WriteFlow(asked, material, codecs, made_folder(directory), voice, show, stack)
    flow.shelf.beside()
    return flow


def read_flow(
    asked: Asked[Settings],
    directory: Path,
    objects_given: bool,
    random_reads_given: bool,
    voice: Voice,
    show: Show,
) -> ReadFlow:
    """Raises BadInput where nothing there can be read, or less than requested."""
    shelf = Shelf.load(directory)
    material = gather_pool_again(shelf.workload, shelf.seed, shelf.own, shelf.pool)
    codecs, without = readers_of(asked.patterns, shelf, voice.tell)
    settings = _settings_for(shelf, asked.settings, objects_given, random_reads_given)
    asked = replace(asked, settings=settings, seed=shelf.seed)
    return ReadFlow(asked, material, codecs, shelf.folder, voice, show, shelf, without)


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
