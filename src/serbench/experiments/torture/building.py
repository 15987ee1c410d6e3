"""How runners are built and started for torture: with sanitizers, or with a library that counts what they
allocate."""

from collections.abc import Sequence
from dataclasses import replace

from serbench.builds.runners import counting_library
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.errors import SerbenchError
from serbench.languages import language_of


def counting(runner: Runner, sanitizers: Sequence[str]) -> Runner:
    """The runner with a library preloaded that counts what it allocates, where it is native and the library
    can be built; with sanitizers, which replace the allocator too, as it is."""
    if sanitizers or not language_of(runner.codec).native:
        return runner
    try:
        library = counting_library("allocations")
    except SerbenchError:
        return runner
    # Libraries that replace malloc cannot be chained.
    return replace(runner, preloaded="").counting_with(library)


def sanitized(codecs: Sequence[CodecManifest], sanitizers: Sequence[str]) -> tuple[CodecManifest, ...]:
    """The codecs of languages that have these sanitizers, as they are built with them."""
    if not sanitizers:
        return tuple(codecs)
    return tuple(
        replace(codec, flags=replace(codec.flags, sanitize=",".join(sanitizers)))
        for codec in codecs
        if not set(sanitizers) - {*language_of(codec.name).sanitizers}
    )
