"""Builds Go runners: one module per codec and workload, kept under a key of its contents."""

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from serbench.cache.keys import content_key, folder_contents
from serbench.cache.products import keep_product, locked, product_path
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, BuildProgress, Runner
from serbench.corpus.workload import Workload
from serbench.languages.builder import Command
from serbench.languages.building import generated, runners_of
from serbench.languages.generators import generators_of
from serbench.languages.go import LANGUAGE
from serbench.languages.go.modules import HARNESS, module_of
from serbench.languages.go.probe import compiler_version
from serbench.languages.go.sources import hand_written, rendered_files
from serbench.languages.tool import does_not_compile, run_tool
from serbench.locations import cache_directory
from serbench.render.engine import write_if_changed

# Paths are trimmed, so what was compiled for one folder serves the others; without DWARF a link takes half
# the time.
FLAGS = "-trimpath -ldflags=-w"
# The linker places functions in another order; nothing is compiled again
# (docs/decisions/0035-noise-floor.md).
_ANOTHER_LAYOUT = "-ldflags=-w -randlayout=1"
# The baseline of the architecture, as distributed programs are built, and no C.
_VARIABLES = {"CGO_ENABLED": "0", "GOAMD64": "v1", "GOTOOLCHAIN": "local", "GOWORK": "off"}
_READONLY = "-mod=readonly -modcacherw -buildvcs=false"


@dataclass(frozen=True, slots=True)
class _Target:
    """One executable to build: its files by path in the module, and the key of its product."""

    codec: CodecManifest
    key: str
    files: Mapping[str, str]

    @property
    def product(self) -> Path:
        return product_path(self.key)


def build_runners(
    codecs: Sequence[CodecManifest], workload: Workload, variant: str, jobs: int, progress: BuildProgress
) -> list[Runner | BuildFailure]:
    """The runners of a workload, which serve every experiment; those in the cache are not built again."""
    cold = not _compiled().exists()

    def make(codec: CodecManifest) -> tuple[Command, str] | BuildFailure:
        target = _target(codec, workload)
        if not target.product.exists():
            progress(f"Compiling {codec.name} for {workload.name}")
            if failure := _build(target, workload, progress):
                return failure
        return (str(target.product),), target.key

    # The first build compiles the standard library for all others.
    first = runners_of(codecs[: int(cold)], workload, 1, make)
    return [*first, *runners_of(codecs[len(first) :], workload, jobs, make)]


def build_tree() -> Path:
    """The folder of all builds by one compiler."""
    return cache_directory() / "build" / f"go-{content_key(compiler_version())[:12]}"


def go_environment() -> dict[str, str]:
    """The variables with which every module is built; what is compiled and fetched stays in the cache."""
    return {
        **_VARIABLES,
        "GOFLAGS": f"{_READONLY} {FLAGS}",
        "GOCACHE": str(_compiled()),
        "GOMODCACHE": str(cache_directory() / "build" / "go-modules"),
    }


def module_files(codec: CodecManifest, workload: Workload) -> dict[str, str]:
    """All files of a runner's module by path, but those that generators write."""
    return {**hand_written(codec), **render_codec(codec, workload)}


def render_codec(codec: CodecManifest, workload: Workload) -> dict[str, str]:
    """The rendered texts of one executable by path."""
    return rendered_files(codec, workload, _about(codec, workload))


def write_module(
    codec: CodecManifest,
    workload: Workload,
    folder: Path,
    log: list[str],
    others: Mapping[str, str] = MappingProxyType({}),
) -> bool:
    """Writes a runner's module and runs its generators; false, with what they said, where one fails. What
    does not belong to the module is gone afterwards. ``others`` are files in the place of its own."""
    files = {**module_files(codec, workload), **others}
    for name in folder_contents(folder) if folder.exists() else ():
        if name not in files and name != "lock":
            (folder / name).unlink()
    for name, text in files.items():
        write_if_changed(folder / name, text)
    return _generate(codec, folder, log)


def _generate(codec: CodecManifest, folder: Path, log: list[str]) -> bool:
    tools: dict[str, str] = {}
    for name in generators_of(codec).tools:
        printed: list[str] = []
        found = go(["tool", "-n", name], folder, printed) == 0
        log += printed
        if not found:
            return False
        tools[name] = printed[-1].strip()
    return generated(codec, tools, folder, log, go_environment())


def go(words: Sequence[str], folder: Path, log: list[str]) -> int:
    """Runs go in a folder; its exit status. What it prints is added to the log."""
    program = LANGUAGE.tools().tool("compiler").command
    return run_tool([*program, *words], log.append, folder=folder, extra=go_environment())


def _compiled() -> Path:
    return build_tree() / "compiled"


def _about(codec: CodecManifest, workload: Workload) -> dict[str, object]:
    """The runner's identity as literals."""
    libraries = tuple(
        (go_text(name), go_text(version.removeprefix("v"))) for name, version in module_of(codec).libraries
    )
    set_words = " ".join(
        f"{name}={value}" for name, value in _VARIABLES.items() if name.startswith(("GOA", "CGO"))
    )
    return {
        "codec": go_text(codec.short_name),
        "workload": go_text(workload.name),
        "libraries": libraries,
        "compiler": go_text(compiler_version()),
        "flags": go_text(" ".join((set_words, FLAGS, *_layout(codec)))),
    }


def go_text(text: str) -> str:
    """A Go string literal."""
    escaped = "".join(
        character if character.isprintable() and character not in '\\"' else f"\\U{ord(character):08x}"
        for character in text
    )
    return f'"{escaped}"'


def _layout(codec: CodecManifest) -> tuple[str, ...]:
    """The flags of the link, in the place of the usual; none for the usual layout."""
    return (_ANOTHER_LAYOUT,) if codec.flags.another_layout else ()


def _target(codec: CodecManifest, workload: Workload) -> _Target:
    files = module_files(codec, workload)
    generators = generators_of(codec)
    # The place of the checkout is no part of what is compiled.
    contents = {name: text.replace(str(HARNESS), "harness") for name, text in files.items()}
    key = content_key(_shared_content(), contents, "\n".join(generators.commands), *_layout(codec))
    return _Target(codec, key, files)


def _shared_content() -> str:
    """The key of everything that all executables are made of."""
    return _shared_content_by(compiler_version())


@cache
def _shared_content_by(compiler: str) -> str:
    sources = {
        name: data for name, data in folder_contents(HARNESS).items() if not name.startswith("templates/")
    }
    return content_key(sources, compiler, FLAGS, _VARIABLES)


def _build(target: _Target, workload: Workload, progress: BuildProgress) -> BuildFailure | None:
    codec = target.codec
    folder = build_tree() / "modules" / f"{workload.name}-{codec.short_name}"
    log: list[str] = []
    with locked(folder):
        began_s = time.monotonic()
        done = write_module(codec, workload, folder, log)
        executable = folder / "runner.bin"
        done = done and go(["build", *_layout(codec), "-o", str(executable), "."], folder, log) == 0
        if not done:
            text = "".join(log)
            path = build_tree() / f"{workload.name}-{codec.short_name}.log"
            return does_not_compile(codec, workload, text, _first_error(text), path)
        keep_product(executable, target.product, round(1000 * (time.monotonic() - began_s)))
        executable.unlink()
    return None


def _first_error(log: str) -> str:
    """The first line that names a place in the sources, else the first that is no title or download."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    said = [line for line in lines if not line.startswith(("#", "go: downloading", "go: finding"))]
    places = [line for line in said if re.match(r"\S+\.go:\d+", line)]
    return (places or said or ["no reason was given"])[0]
