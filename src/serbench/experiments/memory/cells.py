"""The cells of a run in memory: what runners can do of what is asked. Pure."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from serbench.codecs.manifest import CodecManifest
from serbench.engine.describe import Subject, SubjectKey
from serbench.experiments.memory.plan import Cell, Preset
from serbench.operations import ranking_among
from serbench.record.row import Failure

_ACCESS = "access-"
NO_LIMITS: Mapping[str, int] = MappingProxyType({})


def references_of(codecs: Sequence[CodecManifest]) -> frozenset[str]:
    """The codecs that have no rank: floors and hand-written code."""
    return frozenset(codec.name for codec in codecs if codec.reference)


def cells_of(
    subjects: Mapping[SubjectKey, Subject],
    operations: Sequence[str] | None,
    preset: Preset,
    most_forks: Mapping[str, int] = NO_LIMITS,
    twins: Collection[str] = (),
) -> list[Cell]:
    """The cells to measure: of each runner the operations that it has and that are requested, or that the
    preset measures by default.

    A codec without a requested access shows its decode there, so its decode is measured then. ``twins`` tell
    how noisy what ranks is, so they have only that. ``most_forks`` are those of codecs that have fewer.
    """
    cells: list[Cell] = []
    for (codec, workload), subject in subjects.items():
        own = list(subject.description.sides)
        wanted = set(operations or preset.usual_operations(codec) or own)
        if any(name.startswith(_ACCESS) and name not in own for name in wanted):
            wanted.add("decode")
        corpus_bytes = subject.corpus.manifest.bytes
        names = [name for name in own if name in wanted]
        names = [*ranking_among(names)] if codec in twins else names
        cells += [Cell(codec, workload, name, corpus_bytes, most_forks.get(codec)) for name in names]
    return cells


def lacking_operations(
    subjects: Mapping[SubjectKey, Subject], operations: Sequence[str], codecs: Collection[str]
) -> list[Failure]:
    """The failures of operations that a codec lacks, where the request names both codec and operation. A
    pattern asks for what exists, and an access that a codec lacks is shown by its decode."""
    return [
        Failure(codec, workload, operation, "unsupported", f"{codec} has no operation {operation}.")
        for (codec, workload), subject in subjects.items()
        if codec in codecs
        for operation in operations
        if not operation.startswith(_ACCESS) and operation not in subject.description.sides
    ]
