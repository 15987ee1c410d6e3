"""A runner that can be measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from serbench.codecs.runner import Runner
from serbench.corpus.manifest import Corpus
from serbench.engine.allocated import Allocated
from serbench.engine.describe import Description

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
