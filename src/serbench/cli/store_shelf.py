"""``store write`` and ``store read``: the two steps apart, with stores that are kept between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from serbench.cli.material import gather_pool_again
from serbench.cli.options import named_outright
from serbench.cli.store_work import (
    Asked,
    StoreWork,
    known_sizes,
    levels_by_codec,
    made_folder,
    usual_directory,
)
from serbench.codecs.manifest import CodecManifest
from serbench.errors import BadInput
from serbench.experiments.store.estimate import free_disk, require_disk
from serbench.experiments.store.execute import Kept, StoreSubject
from serbench.experiments.store.expectation import with_length_of_list
from serbench.experiments.store.plan import Settings, make_plan
from serbench.experiments.store.pool import Pool
from serbench.experiments.store.shelf import Shelf, ShelfKeeper, replaced_by
from serbench.record.row import Failure
from serbench.selection.choice import select_codecs


class ShelfSession:
    """Runs on stores that stay."""

    def __init__(self, work: StoreWork) -> None:
        self._work = work

    def write(self, asked: Asked, directory: Path) -> int:
        """Leaves a store for each codec, beside those of the same objects that lie there already."""
        work = self._work
        codecs = select_codecs(asked.patterns)
        stored = work.gathered(asked)
        place = made_folder(directory)
        shelf = Shelf(
            place.absolute(),
            stored.workload.name,
            asked.seed,
            max(asked.settings.objects),
            {codec.name: codec.format for codec in codecs},
            stored.own,
            str(stored.pool.corpus.folder),
        )
        # A folder of other stores is refused before anything is built.
        shelf.beside()
        prepared = work.prepared(codecs, stored.workload, asked)
        shelf = shelf.without(shelf.formats.keys() - prepared.subjects.keys())
        self._require_room(asked.settings, stored.pool, prepared.subjects, shelf)
        plan = make_plan(levels_by_codec(prepared.subjects), stored.workload.name, asked.settings, asked.seed)
        with ShelfKeeper(shelf) as keeper:
            kept = Kept(
                {codec: shelf.place(codec) for codec in shelf.formats},
                begun=lambda fork: keeper.begin(fork.codec),
                ended=lambda fork: keeper.end(fork.codec),
            )
            folder = work.begin(prepared, plan, stored, asked, place)
            return work.measured(folder, plan, prepared.subjects, stored, place, kept)

    def read(self, asked: Asked, directory: Path, objects_given: bool, random_reads_given: bool) -> int:
        """Reads what ``write`` has left."""
        work = self._work
        shelf = Shelf.load(directory)
        stored = gather_pool_again(shelf.workload, shelf.seed, shelf.own, shelf.pool)
        codecs, without = self._readers(asked.patterns, shelf)
        settings = _settings_for(shelf, asked.settings, objects_given, random_reads_given)
        prepared = work.prepared(codecs, stored.workload, replace(asked, seed=shelf.seed))
        prepared = replace(prepared, failures=prepared.failures + without)
        work.require_memory(settings, stored.pool, prepared.subjects)
        places = {codec.name: place for codec in codecs if (place := shelf.place_for(codec)) is not None}
        settings = work.possible(settings, next(iter(places.values())).data)
        levels = levels_by_codec(prepared.subjects)
        plan = make_plan(levels, stored.workload.name, settings, shelf.seed, writes=False)
        if not plan.forks and not prepared.failures:
            raise BadInput("None of these codecs can be read at the levels that were asked for.")
        folder = work.begin(prepared, plan, stored, asked, shelf.folder)
        # Stores may lie where nothing can be written.
        scratch = made_folder(usual_directory())
        kept = Kept(places, shelf.objects)
        return work.measured(folder, plan, prepared.subjects, stored, scratch, kept)

    def _readers(
        self, patterns: Sequence[str] | None, shelf: Shelf
    ) -> tuple[tuple[CodecManifest, ...], tuple[Failure, ...]]:
        """The codecs that wrote, or those asked for that can read what lies there; and failures of those that
        were named and cannot."""
        codecs = select_codecs(patterns if patterns is not None else sorted(shelf.formats))
        readers = tuple(codec for codec in codecs if shelf.place_for(codec) is not None)
        if all(codec.floor for codec in readers) and not all(codec.floor for codec in codecs):
            raise BadInput(f"None of these codecs reads what lies in {shelf.folder}.")
        failures: list[Failure] = []
        named = named_outright(codecs, patterns)
        for codec in codecs:
            if codec not in readers:
                reason = f"No store in {shelf.folder} is of the format {codec.format}."
                self._work.tell(f"{codec.name} is not measured: {reason}")
                if codec.name in named:
                    failures.append(Failure(codec.name, shelf.workload, None, "unsupported", reason))
        return readers, tuple(failures)

    def _require_room(
        self, settings: Settings, pool: Pool, subjects: Mapping[str, StoreSubject], shelf: Shelf
    ) -> None:
        """All stores lie there at once, in place of those that are written again."""
        replaced = replaced_by(shelf, shelf.beside())
        free = free_disk(shelf.folder) + sum(shelf.place(codec).disk_bytes for codec in replaced)
        sizes = known_sizes(subjects, pool)
        require_disk(settings, pool, sizes, shelf.folder, free // len(subjects))
        self._work.require_memory(settings, pool, subjects)


def _settings_for(
    shelf: Shelf, settings: Settings, objects_given: bool, random_reads_given: bool
) -> Settings:
    """The settings for the stores of a shelf, of which nobody need know how many objects they have. Raises
    BadInput where they have fewer than are asked for."""
    if not objects_given:
        settings = replace(settings, objects=(shelf.objects,))
    most = max(settings.objects)
    if most > shelf.objects:
        raise BadInput(f"The stores in {shelf.folder} have {shelf.objects} objects, fewer than {most}.")
    if not random_reads_given:
        settings = replace(settings, random_reads=min(settings.random_reads, most))
    return with_length_of_list(settings, shelf.objects)
