"""From built runners to a run of the store: at which levels each can be read."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.manifest import Corpus
from serbench.engine import preparation
from serbench.engine.describe import Description
from serbench.engine.preparation import describe_all
from serbench.engine.subject import Subject, SubjectKey
from serbench.engine.twins import choose_twins, with_twins
from serbench.experiments.store.plan import LEVELS, RAW_LEVEL, Settings
from serbench.record.row import Failure

_VERBS = {"store-write", "store-read"}


@dataclass(frozen=True)
class Prepared(preparation.Prepared):
    """A run before its start, with the levels at which each codec is read."""

    levels: Mapping[str, tuple[str, ...]]

    @property
    def by_codec(self) -> dict[str, Subject]:
        return {codec: subject for (codec, _), subject in self.subjects.items()}


def prepare(
    codecs: tuple[CodecManifest, ...],
    corpora: Mapping[str, Corpus],
    built: Sequence[Runner | BuildFailure],
    unavailable: Mapping[str, str],
    named_outright: Collection[str],
    twins_of_each: int,
    seed: int,
) -> Prepared:
    """Asks each runner what it can do (``describe_all``), and has some codecs of each language measured
    twice."""
    described, failures = describe_all(built, corpora, unavailable, named_outright)
    manifests = {codec.name: codec for codec in codecs}
    subjects: dict[SubjectKey, Subject] = {}
    for (codec, workload), subject in described.items():
        if set(subject.description.verbs) >= _VERBS:
            subjects[codec, workload] = subject
        else:
            sentence = f"The runner of {codec} cannot store objects."
            failures.append(Failure(codec, workload, None, "unsupported", sentence))
    ranked = {codec for codec, _ in subjects if not manifests[codec].floor}
    twins = choose_twins(ranked, twins_of_each, seed)
    subjects = with_twins(subjects, twins)
    levels = {
        codec: levels_of(manifests[twins.get(codec, codec)], subject.description)
        for (codec, _), subject in subjects.items()
    }
    return Prepared(codecs, subjects, tuple(failures), unavailable, twins, levels)


def levels_of(codec: CodecManifest, description: Description) -> tuple[str, ...]:
    """How records of a codec can be read: a floor only reads bytes."""
    if codec.floor:
        return (RAW_LEVEL,)
    return tuple(level for level in LEVELS if level in description.sides)


def unread_levels(prepared: Prepared, settings: Settings) -> dict[str, str]:
    """The codecs that lack a requested level, each with a sentence. A floor has no levels, and the usual
    levels are not requested."""
    asked = (settings.levels if settings.orders else None) or ()
    lacking = {
        codec: [level for level in asked if level not in levels]
        for codec, levels in prepared.levels.items()
        if RAW_LEVEL not in levels and codec not in prepared.twins
    }
    return {
        codec: f"{codec} has no level {' or '.join(levels)} and is not read there."
        for codec, levels in lacking.items()
        if levels
    }
