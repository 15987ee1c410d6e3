"""A runner that can be measured, and what was counted of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from serbench.codecs.runner import Runner
from serbench.corpus.manifest import Corpus
from serbench.engine.describe import Description
from serbench.runner.reply import Reply


@dataclass(frozen=True, slots=True)
class Allocated:
    """The allocations of one run of an operation over all objects of a corpus, and the bytes requested."""

    allocations: int
    bytes: int


def allocated_in(replies: Iterable[Reply]) -> dict[str, Allocated]:
    """What a reply to ``measure`` says about each operation."""
    return {
        reply.text("operation"): Allocated(reply.count("allocations"), reply.count("bytes"))
        for reply in replies
        if reply.tag == "allocated"
    }


# A codec and a workload.
SubjectKey = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Subject:
    """A runner, its description, the corpus it works on, and what its operations allocate and execute
    where that was counted separately, the latter by ``instructions_by``."""

    runner: Runner
    description: Description
    corpus: Corpus
    allocated: Mapping[str, Allocated] = field(default_factory=dict)
    instructions: Mapping[str, int] = field(default_factory=dict)
    instructions_by: str = ""
