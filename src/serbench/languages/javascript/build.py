"""Builds JavaScript runners: one folder per codec and workload, kept under a key of its contents."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from serbench.cache.entries import keep
from serbench.cache.keys import content_key
from serbench.cache.products import folder_next_to, note_build_time, product_path
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, BuildProgress, Runner
from serbench.corpus.workload import Workload
from serbench.languages.builder import Command
from serbench.languages.building import generated, runners_of
from serbench.languages.generators import generators_of
from serbench.languages.javascript import LANGUAGE
from serbench.languages.javascript.bundling import CannotBundle, bundle_runner, bundler_place
from serbench.languages.javascript.environments import environment_of, install, tool_environment
from serbench.languages.javascript.node import (
    is_browser,
    node_command,
    node_version,
    node_words,
    page_command,
)
from serbench.languages.javascript.packages import packages_of
from serbench.languages.javascript.runtime import runtime_place
from serbench.languages.javascript.sources import (
    browser_files,
    hand_written,
    harness_files,
    rendered_files,
)
from serbench.languages.tool import does_not_compile, first_error
from serbench.locations import cache_directory
from serbench.render.engine import write_if_changed

_MAIN = "main.js"
_DRIVER, _BUNDLE = "browser/driver.js", "bundle.js"
_MODULES = "node_modules"


@dataclass(frozen=True, slots=True)
class _Target:
    """One runner to build: its files by path in its folder, and the key of its product."""

    codec: CodecManifest
    key: str
    files: Mapping[str, str]

    @property
    def folder(self) -> Path:
        return product_path(self.key).parent


def build_runners(
    codecs: Sequence[CodecManifest], workload: Workload, variant: str, jobs: int, progress: BuildProgress
) -> list[Runner | BuildFailure]:
    """The runners of a workload, which serve every experiment; those in the cache are not built again."""

    def make(codec: CodecManifest) -> tuple[Command, str] | BuildFailure:
        target = _target(codec, workload)
        if target.folder.exists():
            # Runners share their packages, which may be gone by themselves.
            _install_packages(codec, progress)
        elif failure := _build(target, workload, progress):
            return failure
        return _command(target.folder), target.key

    return runners_of(codecs, workload, jobs, make)


def _command(folder: Path) -> Command:
    return page_command(folder / _DRIVER, folder / _BUNDLE) if is_browser() else node_command(folder / _MAIN)


def _install_packages(codec: CodecManifest, progress: BuildProgress) -> None:
    packages = packages_of(codec)
    if packages is not None:
        install(packages, progress)


def shown_code(codec: CodecManifest, workload: Workload) -> dict[str, str]:
    """The rendered texts of one runner by path, without the file that only names its modules: the codec has
    another of that name."""
    return {path: text for path, text in _rendered(codec, workload).items() if path != "package.json"}


def _rendered(codec: CodecManifest, workload: Workload) -> dict[str, str]:
    """The rendered texts of one runner by path."""
    packages = packages_of(codec)
    about = {
        "codec": codec.short_name,
        "workload": workload.name,
        "libraries": [list(library) for library in packages.libraries] if packages else [],
        "compiler": node_words(),
        "flags": "bundled by esbuild, timed by the wall's clock" if is_browser() else "",
    }
    return rendered_files(codec, workload, about)


def runner_files(codec: CodecManifest, workload: Workload) -> dict[str, str]:
    """All files of a runner by path, but those that generators write."""
    return {**harness_files(), **hand_written(codec), **_rendered(codec, workload)}


def write_runner(
    codec: CodecManifest,
    workload: Workload,
    folder: Path,
    log: list[str],
    progress: BuildProgress,
    others: Mapping[str, str] = MappingProxyType({}),
) -> bool:
    """Writes a runner's folder and runs its generators; false, with what they said, where one fails.
    ``others`` are files in the place of its own."""
    for name, text in {**runner_files(codec, workload), **others}.items():
        write_if_changed(folder / name, text)
    packages = packages_of(codec)
    if packages is not None and not (folder / _MODULES).exists():
        (folder / _MODULES).symlink_to(install(packages, progress))
    tools = {name: str(folder / _MODULES / ".bin" / name) for name in generators_of(codec).tools}
    return generated(codec, tools, folder, log, tool_environment())


def entries_of(codec: CodecManifest) -> tuple[Path, ...]:
    """The entries of the cache without which no runner of a codec starts."""
    packages, runtime = packages_of(codec), runtime_place()
    installed = (environment_of(packages),) if packages else ()
    return (*installed, runtime) if runtime and runtime.exists() else installed


@cache
def _harness_key(runtime: str, bundler: str) -> str:
    return content_key({**harness_files(), **(browser_files() if bundler else {})}, runtime, bundler)


def _target(codec: CodecManifest, workload: Workload) -> _Target:
    files = {**hand_written(codec), **_rendered(codec, workload)}
    packages = packages_of(codec)
    environment = str(environment_of(packages)) if packages else ""
    commands = "\n".join(generators_of(codec).commands)
    harness = _harness_key(node_version(), str(bundler_place()) if is_browser() else "")
    return _Target(codec, content_key(harness, files, environment, commands), files)


def _build(target: _Target, workload: Workload, progress: BuildProgress) -> BuildFailure | None:
    codec, log = target.codec, list[str]()
    progress(f"Preparing {codec.name} for {workload.name}")
    began_s = time.monotonic()
    with folder_next_to(target.folder) as making:
        others = browser_files() if is_browser() else {}
        if not write_runner(codec, workload, making, log, progress, others):
            text = "".join(log)
            path = cache_directory() / "build" / f"{LANGUAGE.name}-{workload.name}-{codec.short_name}.log"
            return does_not_compile(codec, workload, text, first_error(text), path)
        if is_browser():
            try:
                bundle_runner(making / _MAIN, making / _BUNDLE)
            except CannotBundle as error:
                detail = f"{codec.name} needs what no browser has: {error}"
                return BuildFailure(codec.name, workload.name, detail, outcome="unsupported")
        note_build_time(making, round(1000 * (time.monotonic() - began_s)))
        keep(making, target.folder)
    return None
