"""The facts about a runner that are known before it starts, and the progress and failure of its build."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self, TypeAlias

from serbench.codecs.naming import language_name
from serbench.errors import Fault, SerbenchError

# Receives what a build does, one short sentence at a time: for example the current step of a compiler.
BuildProgress: TypeAlias = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Runner:
    """One codec for one workload; ``command`` starts it (PROTOCOL.md).

    ``codec`` is qualified by its language (``cpp/cereal``). ``product_key`` names the build product, so that
    a resumed run never mixes samples of different executables. Variants of a workload share an executable,
    which calls itself by ``built_for``; where that is empty, by ``workload``. In the same way codecs along an
    axis share one, which calls itself ``built_name``; ``parameters`` distinguishes them. ``preloaded`` is a
    library that replaces a part of the C library in the process, before what the user's environment has
    preloaded; empty where there is none. ``environment`` are further variables that the process needs.
    ``parts`` are the entries of the cache from which it starts, and ``remake`` makes those again, at the same
    paths, that are missing there; it raises SerbenchError where it cannot.
    """

    command: tuple[str, ...]
    codec: str
    workload: str
    schema: str
    product_key: str
    built_for: str = ""
    built_name: str = ""
    preloaded: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)
    parts: tuple[Path, ...] = ()
    remake: Callable[[], object] | None = field(default=None, compare=False, repr=False)
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @property
    def words(self) -> tuple[str, ...]:
        """The words before the verb of a request, in the form in which a user pastes them."""
        preload = {"LD_PRELOAD": self.preloaded} if self.preloaded else {}
        variables = [f"{name}={value}" for name, value in {**preload, **self.environment}.items()]
        return (*(("env", *variables) if variables else ()), *self.command)

    @property
    def preloaded_library(self) -> str:
        """The library of ``preloaded`` without what the user's environment adds."""
        return self.preloaded.partition(os.pathsep)[0]

    @property
    def language(self) -> str:
        return language_name(self.codec)

    def counting_with(self, library: Path) -> Self:
        """The runner with a library preloaded that counts, before those that are there."""
        preloaded = (str(library), self.preloaded, os.environ.get("LD_PRELOAD", ""))
        return replace(self, preloaded=os.pathsep.join(filter(None, preloaded)))


@dataclass(frozen=True, slots=True)
class BuildFailure:
    """Why there is no runner for a codec and a workload; ``log`` holds the compiler's own words.

    ``outcome`` is ``build``, or ``unsupported`` where the codec's manifest declares that it cannot be built
    for such a schema, or that of a fault which is not the codec's (serbench.outcomes).
    """

    codec: str
    workload: str
    detail: str
    log: str = ""
    outcome: str = "build"

    @classmethod
    def of(cls, codec: str, workload: str, error: SerbenchError) -> Self:
        """The failure for an error of a build."""
        outcome = error.outcome if isinstance(error, Fault) else "build"
        return cls(codec, workload, str(error), outcome=outcome)


def silent(_message: str) -> None:
    """A progress that shows nothing."""
