"""Runners for codecs and workloads: from the cache, or built now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

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

    Products whose key is in the cache are taken as they are; ``jobs`` compilers work at once. Variants of a
    workload share what is built. A codec that declares that it cannot be built for a workload's schema is not
    tried.
    """
    built: dict[str, list[Runner | BuildFailure]] = {}
    for shared in {workload.built_as.name: workload.built_as for workload in workloads}.values():
        built[shared.name] = _build(codecs, shared, jobs, progress)
    return [_for_variant(item, workload) for workload in workloads for item in built[workload.built_as.name]]


def _for_variant(item: Runner | BuildFailure, workload: Workload) -> Runner | BuildFailure:
    if isinstance(item, BuildFailure):
        return replace(item, workload=workload.name)
    return replace(item, workload=workload.name, built_for=item.workload)


def _build(
    codecs: Sequence[CodecManifest], workload: Workload, jobs: int, progress: BuildProgress
) -> list[Runner | BuildFailure]:
    hindered = {codec.name: codec.hindrance(workload.schema) for codec in codecs}
    built: list[Runner | BuildFailure] = [
        BuildFailure(name, workload.name, reason, outcome="unsupported")
        for name, reason in hindered.items()
        if reason
    ]
    for language, build in _BUILDERS.items():
        of_language = [codec for codec in codecs if codec.language == language and not hindered[codec.name]]
        if of_language:
            built.extend(build(of_language, workload, jobs, progress))
    return built
