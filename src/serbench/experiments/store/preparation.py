"""From built runners to a run of the store: at which levels each can be read."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.manifest import Corpus
from serbench.engine.describe import Description
from serbench.engine.preparation import describe_all
from serbench.engine.subject import Subject, SubjectKey
from serbench.experiments.store.execute import StoreSubject
from serbench.experiments.store.plan import LEVELS, RAW_LEVEL, Settings
from serbench.record.row import Failure

_VERBS = {"store-write", "store-read"}


@dataclass(frozen=True, slots=True)
class Prepared:
    """The runners to measure, with the twins among them, and why others are not among them."""

    codecs: tuple[CodecManifest, ...]
    subjects: Mapping[SubjectKey, StoreSubject]
    failures: tuple[Failure, ...]
    unavailable: Mapping[str, str]
    twins: Mapping[str, str] = field(default_factory=dict)

    @property
    def levels(self) -> dict[str, tuple[str, ...]]:
        """Of each codec those at which it is read."""
        return {codec: subject.levels for (codec, _), subject in self.subjects.items()}

    @property
    def by_codec(self) -> dict[str, StoreSubject]:
        return {codec: subject for (codec, _), subject in self.subjects.items()}


def prepare(
    codecs: Sequence[CodecManifest],
    corpora: Mapping[str, Corpus],
    built: Sequence[Runner | BuildFailure],
    unavailable: Mapping[str, str],
    named_outright: Collection[str],
) -> Prepared:
    """Asks each runner what it can do (``describe_all``)."""
    described, failures = describe_all(built, corpora, unavailable, named_outright)
    subjects: dict[SubjectKey, StoreSubject] = {}
    for (codec, workload), subject in described.items():
        if set(subject.description.verbs) >= _VERBS:
            subjects[codec, workload] = with_levels(subject, codecs)
        else:
            sentence = f"The runner of {codec} cannot store objects."
            failures.append(Failure(codec, workload, None, "unsupported", sentence))
    return Prepared(tuple(codecs), subjects, tuple(failures), unavailable)


def with_levels(subject: Subject, codecs: Sequence[CodecManifest]) -> StoreSubject:
    """The subject of one of these codecs with the levels at which it can be read."""
    manifest = next(codec for codec in codecs if codec.name == subject.runner.codec)
    levels = levels_of(manifest, subject.description)
    return StoreSubject(subject.runner, subject.description, subject.corpus, levels=levels)


def levels_of(codec: CodecManifest, description: Description) -> tuple[str, ...]:
    """How records of a codec can be read: a floor only reads bytes."""
    if codec.floor:
        return (RAW_LEVEL,)
    return tuple(level for level in LEVELS if level in description.sides)


def unread_levels(subjects: Mapping[str, StoreSubject], settings: Settings) -> dict[str, str]:
    """The codecs that lack a requested level, each with a sentence. A floor has no levels,
    and the usual levels are not requested."""
    asked = settings.levels if settings.orders else None
    lacking = {
        codec: [level for level in asked or () if level not in subject.levels]
        for codec, subject in subjects.items()
        if RAW_LEVEL not in subject.levels
    }
    return {
        codec: f"{codec} has no level {' or '.join(levels)} and is not read there."
        for codec, levels in lacking.items()
        if levels
    }
