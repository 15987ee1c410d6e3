"""Runners for codecs and workloads: from the cache, or built now."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from serbench.build import cpp, java, rust
from serbench.build.progress import BuildProgress, silent
from serbench.codecs.manifest import CodecManifest
from serbench.corpus.workload import Workload
from serbench.runner.runner import BuildFailure, Runner

LanguageBuilder = Callable[
    [Sequence[CodecManifest], Workload, int, BuildProgress], list[Runner | BuildFailure]
]
_BUILDERS: dict[str, LanguageBuilder] = {
    "cpp": cpp.build_runners,
    "java": java.build_runners,
    "rust": rust.build_runners,
}


def build_runners(
    codecs: Sequence[CodecManifest],
    workloads: Sequence[Workload],
    *,
    jobs: int,
    progress: BuildProgress = silent,
) -> list[Runner | BuildFailure]:
    """A runner, or the reason why there is none, for each codec and workload.

    Products whose key is in the cache are taken as they are; ``jobs`` compilers work at once.
    """
    built: list[Runner | BuildFailure] = []
    for workload in workloads:
        for language, build in _BUILDERS.items():
            of_language = [codec for codec in codecs if codec.language == language]
            if of_language:
                built.extend(build(of_language, workload, jobs, progress))
    return built
