"""Runners for codecs and workloads: from the cache, or built now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from serbench.codecs.flags import Flags
from serbench.codecs.manifest import CodecManifest
from serbench.corpus.workload import Workload
from serbench.errors import SerbenchError
from serbench.languages.cpp import build as cpp
from serbench.languages.java import build as java
from serbench.languages.rust import build as rust
from serbench.runner.runner import BuildFailure, Runner
from serbench.setup.allocators import preload_of
from serbench.toolchain.progress import BuildProgress, silent

LanguageBuilder = Callable[
    [Sequence[CodecManifest], Workload, int, BuildProgress], list[Runner | BuildFailure]
]
_Builders = Mapping[str, LanguageBuilder]
_BUILDERS: _Builders = {
    "cpp": cpp.build_runners,
    "java": java.build_runners,
    "rust": rust.build_runners,
}
# In Java and Rust a runner serves all experiments.
_STORE_BUILDERS: _Builders = {**_BUILDERS, "cpp": cpp.build_store_runners}


def build_runners(
    codecs: Sequence[CodecManifest],
    workloads: Sequence[Workload],
    *,
    jobs: int,
    progress: BuildProgress = silent,
    store: bool = False,
) -> list[Runner | BuildFailure]:
    """A runner, or the reason why there is none, for each codec and workload.

    Products whose key is in the cache are taken as they are; ``jobs`` compilers work at once. Variants of a
    workload share what is built. A codec that declares that it cannot be built for a workload's schema is not
    tried. ``store``: for the experiment of that name in place of those in memory.
    """
    builders = _STORE_BUILDERS if store else _BUILDERS
    made: dict[str, list[Runner | BuildFailure]] = {}
    for shared in {workload.built_as.name: workload.built_as for workload in workloads}.values():
        made[shared.name] = _build_along_axes(codecs, shared, builders, jobs, progress)
    return [_for_variant(item, workload) for workload in workloads for item in made[workload.built_as.name]]


def _build_along_axes(
    codecs: Sequence[CodecManifest],
    workload: Workload,
    builders: _Builders,
    jobs: int,
    progress: BuildProgress,
) -> list[Runner | BuildFailure]:
    """Codecs that stand beside themselves share what is built with the same flags."""
    found: dict[str, Runner | BuildFailure] = {}
    for flags in dict.fromkeys(_built_with(codec) for codec in codecs):
        alike = [codec for codec in codecs if _built_with(codec) == flags]
        shared = {codec.built_name: replace(codec, name=codec.built_name, flags=flags) for codec in alike}
        items = _build(tuple(shared.values()), workload, builders, jobs, progress)
        by_name = {item.codec: item for item in items}
        found |= {codec.name: _along_axis(by_name[codec.built_name], codec) for codec in alike}
    return [found[codec.name] for codec in codecs]


def _built_with(codec: CodecManifest) -> Flags:
    """The flags that make a product, or the command that starts it, another one."""
    return replace(codec.flags.built, jvm=codec.flags.jvm)


def _along_axis(item: Runner | BuildFailure, codec: CodecManifest) -> Runner | BuildFailure:
    if isinstance(item, BuildFailure):
        return replace(item, codec=codec.name)
    try:
        preloaded = preload_of(codec.flags.allocator)
    except SerbenchError as error:
        return BuildFailure(codec.name, item.workload, str(error))
    return replace(
        item,
        codec=codec.name,
        built_name=codec.built_name,
        preloaded=preloaded,
        parameters=codec.flags.parameters,
    )


def _for_variant(item: Runner | BuildFailure, workload: Workload) -> Runner | BuildFailure:
    if isinstance(item, BuildFailure):
        return replace(item, workload=workload.name)
    return replace(item, workload=workload.name, built_for=item.workload)


def _build(
    codecs: Sequence[CodecManifest],
    workload: Workload,
    builders: _Builders,
    jobs: int,
    progress: BuildProgress,
) -> list[Runner | BuildFailure]:
    hindered = {codec.name: codec.hindrance(workload.schema) for codec in codecs}
    built: list[Runner | BuildFailure] = [
        BuildFailure(name, workload.name, reason, outcome="unsupported")
        for name, reason in hindered.items()
        if reason
    ]
    for language, build in builders.items():
        of_language = [codec for codec in codecs if codec.language == language and not hindered[codec.name]]
        if of_language:
            built.extend(build(of_language, workload, jobs, progress))
    return built
