"""The flow of every run over the objects of a pool, whose large files lie in a folder."""

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from serbench.engine.describe import Subject, SubjectKey
from serbench.engine.flow import Built, Flow
from serbench.engine.preparation import Prepared
from serbench.errors import BadInput
from serbench.locations import cache_directory, results_directory
from serbench.pools.cache_state import certain_caches, possible_caches
from serbench.pools.pool import PoolMaterial, gather_pool_again
from serbench.pools.shelf import Shelf
from serbench.record.row import Failure


@dataclass(frozen=True)
class PoolFlow(Flow):
    """A run over the objects of ``material``, its files below ``place``."""

    material: PoolMaterial
    place: Path

    @property
    def folders(self) -> Mapping[str, Path]:
        results = self.asked.out or results_directory()
        return {"results": results, "cache": cache_directory(), self.experiment: self.place}

    @property
    def workload(self) -> str:
        return self.material.workload.name

    def unsupported(self, reasons: Mapping[str, str], named: Collection[str]) -> list[Failure]:
        """Says why codecs cannot do all that was requested; failures of those that were ``named``."""
        for reason in reasons.values():
            self.voice.tell(reason)
        return [
            Failure(codec, self.workload, None, "unsupported", reason)
            for codec, reason in reasons.items()
            if codec in named
        ]

    @property
    def mean_bytes(self) -> float:
        """The mean size of an object."""
        return self.material.pool.mean_bytes

    def described(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> Prepared:
        """Asks each runner what it can do. Raises BadInput where none can be measured."""
        prepared = super().described(built, unavailable, named)
        if not prepared.subjects:
            reasons = [failure.detail for failure in prepared.failures] + list(unavailable.values())
            raise BadInput(f"None of these codecs can be measured here: {reasons[0] if reasons else ''}")
        return prepared

    def also_recorded(self, ways: Any) -> dict[str, Any]:
        return {"root": self.material.workload.schema.root.rpartition(".")[2]}


@dataclass(frozen=True)
class FilesFlow(PoolFlow):
    """Such a run whose files are stores, read in states of the page cache."""

    def certain_settings(self) -> Any:
        settings = self.asked.settings
        return replace(settings, caches=certain_caches(settings.caches))

    def possible_caches(self, caches: Sequence[str], place: Path) -> tuple[str, ...]:
        """The cache modes without those that files of a folder, or a file, do not support."""
        found, hindrances = possible_caches(caches, place)
        for sentence in hindrances:
            self.voice.tell(sentence)
        return found

    def shelf_in(self, folder: Path) -> Shelf:
        """The stores of all codecs, of the largest number of objects, as they lie in a folder."""
        return Shelf(
            folder.absolute(),
            self.workload,
            self.asked.seed,
            max(self.asked.settings.objects),
            {codec.name: codec.format for codec in self.codecs},
            self.material.own,
            str(self.material.pool.corpus.folder),
        )


def subjects_by_codec(subjects: Mapping[SubjectKey, Subject]) -> dict[str, Subject]:
    """The subjects of a run over one workload."""
    return {codec: subject for (codec, _), subject in subjects.items()}


def material_again(record: Mapping[str, Any]) -> PoolMaterial:
    """The material of a run that is resumed. Raises KeyError or ValueError where its record does not tell."""
    (workload,) = record["workloads"]
    return gather_pool_again(workload, record["seed"], record["own"], record["corpora"][workload]["folder"])


def made_folder(path: Path) -> Path:
    """The folder, created if missing; BadInput if it is not writable."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"The folder {path} cannot be created: {error.strerror}.") from None
    if not os.access(path, os.W_OK | os.X_OK):
        raise BadInput(f"The folder {path} cannot be written.")
    return path
