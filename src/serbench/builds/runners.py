"""Runners for codecs and workloads: from the cache, or built now."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path

from serbench.builds.healing import healing
from serbench.codecs.flags import Flags
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, BuildProgress, Runner, silent
from serbench.corpus.workload import Workload
from serbench.errors import SerbenchError
from serbench.languages import language_named, languages
from serbench.languages.builder import Build, Counted
from serbench.languages.tool import side_by_side
from serbench.setup.allocators import preload_of
from serbench.setup.readiness import make_ready, require_some_ready
from serbench.terminal.console import Voice
from serbench.toolchain.chosen import using

BuilderOf = Callable[[str], Build]
# What ./serbench run, build and verify ask for.
USUAL_VARIANT = ""
# A language that compiles one codec after the other leaves cores to another language.
_LANGUAGES_AT_ONCE = 2

_Built = Runner | BuildFailure
_BuildLanguage = Callable[[str, Sequence[CodecManifest], Workload], list[_Built]]


def usual_builder_of(language: str) -> Build:
    """The function that builds the runners of a language."""
    return language_named(language).builder.build


def ready_and_built(
    codecs: Sequence[CodecManifest],
    workloads: Sequence[Workload],
    jobs: int,
    voice: Voice,
    named: Collection[str] | None = None,
) -> tuple[dict[str, str], list[_Built]]:
    """Readies codecs and builds their runners; first the reason for each codec that is unavailable. Where the
    codecs are known that a user ``named`` in full, raises BadInput if there is nothing to build."""
    with voice.phase("Toolchains and libraries"):
        unavailable = make_ready(codecs, tell=voice.tell, step=voice.step)
    if named is not None:
        require_some_ready(codecs, unavailable, named)
    ready = [codec for codec in codecs if codec.name not in unavailable]
    with voice.phase(f"Compiling {len(ready)} codecs"):
        built = build_runners(ready, workloads, jobs=jobs, progress=voice.step)
    return unavailable, built


def build_runners(
    codecs: Sequence[CodecManifest],
    workloads: Sequence[Workload],
    *,
    jobs: int,
    progress: BuildProgress = silent,
    variant: str = USUAL_VARIANT,
    builder_of: BuilderOf = usual_builder_of,
) -> list[_Built]:
    """A runner, or the reason why there is none, for each codec and workload.

    Products whose key is in the cache are taken as they are; ``jobs`` compilers of a language work at once,
    and with more than one, two languages do. Variants of a workload share what is built. A codec that
    declares that it cannot be built for a workload's schema is not tried. ``variant`` names the experiment
    that the runners are for, where it does not take the usual ones.
    """

    def build(language: str, codecs: Sequence[CodecManifest], workload: Workload) -> list[_Built]:
        def build_alike(codecs: Sequence[CodecManifest]) -> list[_Built]:
            with using(language, codecs[0].flags.program):
                return builder_of(language)(codecs, workload, variant, jobs, progress)

        try:
            made = build_alike(codecs)
        except SerbenchError as error:
            # What hinders all of a language hinders no other.
            made = [BuildFailure.of(codec.name, workload.name, error) for codec in codecs]
        by_name = {codec.name: codec for codec in codecs}
        return [healing(item, by_name[item.codec], lambda codec: build_alike([codec])[0]) for item in made]

    made: dict[str, list[_Built]] = {}
    for shared in {workload.built_as.name: workload.built_as for workload in workloads}.values():
        made[shared.name] = _build_along_axes(codecs, shared, build, min(jobs, _LANGUAGES_AT_ONCE))
    return [_for_variant(item, workload) for workload in workloads for item in made[workload.built_as.name]]


def _build_along_axes(
    codecs: Sequence[CodecManifest], workload: Workload, build: _BuildLanguage, at_once: int
) -> list[_Built]:
    """Codecs that are measured several times share what is built with the same flags."""
    found: dict[str, _Built] = {}
    for flags in dict.fromkeys(_built_with(codec) for codec in codecs):
        alike = [codec for codec in codecs if _built_with(codec) == flags]
        shared = {codec.built_name: replace(codec, name=codec.built_name, flags=flags) for codec in alike}
        items = _build(tuple(shared.values()), workload, build, at_once)
        by_name = {item.codec: item for item in items}
        found |= {codec.name: _along_axis(by_name[codec.built_name], codec) for codec in alike}
    return [found[codec.name] for codec in codecs]


def _built_with(codec: CodecManifest) -> Flags:
    """The flags that change a product or the command that starts it."""
    return replace(codec.flags, allocator="", optimization=codec.flags.built.optimization)


def _along_axis(item: _Built, codec: CodecManifest) -> _Built:
    if isinstance(item, BuildFailure):
        return replace(item, codec=codec.name)
    try:
        preloaded = preload_of(codec.flags.allocator)
    except SerbenchError as error:
        return BuildFailure.of(codec.name, item.workload, error)
    return replace(
        item,
        codec=codec.name,
        built_name=codec.built_name,
        preloaded=preloaded,
        parameters=codec.flags.parameters,
    )


def _for_variant(item: _Built, workload: Workload) -> _Built:
    if isinstance(item, BuildFailure):
        return replace(item, workload=workload.name)
    return replace(item, workload=workload.name, built_for=item.workload)


def _build(
    codecs: Sequence[CodecManifest], workload: Workload, build: _BuildLanguage, at_once: int
) -> list[_Built]:
    hindered = {codec.name: codec.hindrance(workload.schema) for codec in codecs}
    built: list[_Built] = [
        BuildFailure(name, workload.name, reason, outcome="unsupported")
        for name, reason in hindered.items()
        if reason
    ]
    of_languages: dict[str, list[CodecManifest]] = {}
    for codec in sorted(codecs, key=lambda codec: codec.language):
        if not hindered[codec.name]:
            of_languages.setdefault(codec.language, []).append(codec)
    made = side_by_side(lambda pair: build(*pair, workload), of_languages.items(), at_once)
    return built + [item for items in made for item in items]


def counting_library(counted: Counted) -> Path:
    """The library that counts when it is preloaded into a native runner, built now where the cache does not
    have it, by the language that has its sources. SerbenchError where it cannot be built."""
    for language in languages():
        build = language.builder.counting_library
        if build is not None:
            return build(counted)
    raise SerbenchError(f"No language has a library that counts {counted}.")


def build_program(name: str) -> Path:
    """The executable of a native program of the project that is no codec, built now where the cache does not
    have it, by the language that has its sources. BadInput where its toolchain is missing,
    SerbenchError where the program does not compile."""
    for language in languages():
        build = language.builder.build_program
        if build is not None:
            return build(name)
    raise SerbenchError(f"No language compiles the program {name}.")
