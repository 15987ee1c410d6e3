"""Makes damaged entries of the cache again, before a codec is blamed for them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from serbench.cache.entries import damage, discard_damaged, tell_made_again
from serbench.cache.products import locked, product_path
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner, silent
from serbench.errors import SerbenchError
from serbench.languages import language_named
from serbench.locations import cache_directory
from serbench.outcomes import CACHE
from serbench.setup.readiness import make_ready
from serbench.toolchain.chosen import using

BuildOne = Callable[[CodecManifest], Runner | BuildFailure]


def healing(built: Runner | BuildFailure, codec: CodecManifest, build: BuildOne) -> Runner | BuildFailure:
    """The runner with what it takes to make its entries of the cache again. What could not be built from
    damaged entries is built once more, from entries that have been made again."""
    if isinstance(built, Runner):
        return _healable(built, codec, build)
    if built.outcome != "build":
        return built
    with locked(cache_directory() / "healing"):
        damaged = discard_damaged(_entries_of(codec))
        if not damaged:
            return built
        again = _built_again(built, codec, build)
    for entry, what in damaged.items():
        if damage(entry) is not None and isinstance(again, BuildFailure):
            detail = f"The cache entry {entry} was damaged and could not be built again: {again.detail}"
            return replace(again, outcome=CACHE, detail=detail)
        tell_made_again(entry, what)
    return _healable(again, codec, build) if isinstance(again, Runner) else again


def _built_again(built: BuildFailure, codec: CodecManifest, build: BuildOne) -> Runner | BuildFailure:
    try:
        _ready_again(codec)
        return build(codec)
    except SerbenchError as error:
        return BuildFailure.of(codec.name, built.workload, error)


def _healable(runner: Runner, codec: CodecManifest, build: BuildOne) -> Runner:
    def remake() -> None:
        _ready_again(codec)
        again = build(codec)
        if isinstance(again, BuildFailure):
            raise SerbenchError(again.detail)

    parts = (product_path(runner.product_key).parent, *_entries_of(codec))
    # A runner that is not in the cache is nothing that could be made again.
    return replace(runner, parts=tuple(part for part in parts if part.exists()), remake=remake)


def _entries_of(codec: CodecManifest) -> tuple[Path, ...]:
    try:
        with using(codec.language, codec.flags.program):
            return language_named(codec.language).builder.entries_of(codec)
    except SerbenchError:
        # Its build has said what is wrong.
        return ()


def _ready_again(codec: CodecManifest) -> None:
    """Builds the libraries that are missing of those that a codec takes from the cache."""
    latest = language_named(codec.language).builder.latest
    if codec.library_path is not None and latest is not None and latest.known(codec):
        latest.build(codec, silent)
    make_ready([codec], tell=silent)
