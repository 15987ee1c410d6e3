"""What the orchestrator knows of a runner before it starts it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Runner:
    """One codec for one workload: the words before the verb of every request (PROTOCOL.md).

    ``codec`` is qualified by its language (``cpp/cereal``). ``product_key`` names the build product, so that
    a resumed run never mixes samples of different executables. Variants of a workload share an executable,
    which calls itself by ``built_for``; where that is empty, by ``workload``.
    """

    command: tuple[str, ...]
    codec: str
    workload: str
    schema: str
    product_key: str
    built_for: str = ""

    @property
    def language(self) -> str:
        return self.codec.partition("/")[0]


@dataclass(frozen=True, slots=True)
class BuildFailure:
    """Why there is no runner for a codec and a workload; ``log`` holds the compiler's own words.

    ``outcome`` is ``build``, or ``unsupported`` where the codec's manifest declares that it cannot be built
    for such a schema.
    """

    codec: str
    workload: str
    detail: str
    log: str = ""
    outcome: str = "build"
