"""What the engine asks of any run over the objects of a pool, whose large files lie in a folder."""

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload
from serbench.engine.asked import AskedFlow, Show
from serbench.engine.describe import Subject, SubjectKey
from serbench.engine.preparation import Prepared, describe_all, run_record
from serbench.engine.session import Built
from serbench.engine.twins import choose_twins, with_twins
from serbench.errors import BadInput
from serbench.locations import cache_directory, results_directory
from serbench.pools.cache_state import possible_caches
from serbench.pools.pool import PoolMaterial, gather_pool_again
from serbench.record.row import Failure
from serbench.terminal.console import Voice


@dataclass(frozen=True)
class PoolFlow(AskedFlow):
    """A run over the objects of ``material``, its files below ``place``. ``variant`` names the runners that
    the experiment needs, and its runs; ``verbs`` are what they must have to ``do`` it."""

    material: PoolMaterial
    codecs: tuple[CodecManifest, ...]
    place: Path
    voice: Voice
    show: Show

    variant: ClassVar[str]
    verbs: ClassVar[frozenset[str]]
    do: ClassVar[str]

    @property
    def workloads(self) -> tuple[Workload, ...]:
        return (self.material.workload,)

    @property
    def folders(self) -> Mapping[str, Path]:
        results = self.asked.out or results_directory()
        return {"results": results, "cache": cache_directory(), self.variant: self.place}

    @property
    def corpora(self) -> dict[str, Corpus]:
        return {self.material.workload.name: self.material.pool.corpus}

    def possible_caches(self, caches: Sequence[str], place: Path) -> tuple[str, ...]:
        """The cache modes without those that files of a folder, or a file, do not support."""
        found, hindrances = possible_caches(caches, place)
        for sentence in hindrances:
            self.voice.tell(sentence)
        return found

    def described(self, built: Built, unavailable: Mapping[str, str], named: Collection[str]) -> Prepared:
        """Asks each runner what it can do (``describe_all``), and has some codecs of each language measured
        twice. Raises BadInput where none can be measured."""
        asked, manifests = self.asked, {codec.name: codec for codec in self.codecs}
        described, failures = describe_all(built, self.corpora, unavailable, named)
        subjects: dict[SubjectKey, Subject] = {}
        for (codec, workload), subject in described.items():
            if set(subject.description.verbs) >= self.verbs:
                subjects[codec, workload] = subject
            else:
                sentence = f"The runner of {codec} cannot {self.do} objects."
                failures.append(Failure(codec, workload, None, "unsupported", sentence))
        if not subjects:
            reasons = [failure.detail for failure in failures] + list(unavailable.values())
            raise BadInput(f"None of these codecs can be measured here: {reasons[0] if reasons else ''}")
        ranked = {codec for codec, _ in subjects if not manifests[codec].floor}
        twins = choose_twins(ranked, asked.twins, asked.seed)
        return Prepared(self.codecs, with_twins(subjects, twins), tuple(failures), unavailable, twins)

    def recorded(
        self, prepared: Prepared, plan: Any, machine: Mapping[str, Any], command: Sequence[str]
    ) -> dict[str, Any]:
        """run.json of a new run."""
        common = run_record(
            self.variant,
            prepared,
            [self.material.workload.name],
            self.corpora,
            plan,
            machine,
            command,
            own=self.material.own,
        )
        return common | {"root": self.material.workload.schema.root.rpartition(".")[2]}


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
