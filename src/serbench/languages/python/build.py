"""Makes Python runners: one folder per codec and workload, kept under a key of its contents."""

import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from serbench.cache.entries import keep
from serbench.cache.keys import content_key
from serbench.cache.products import folder_next_to, note_build_time, product_path
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, BuildProgress, Runner
from serbench.corpus.workload import Workload
from serbench.errors import SerbenchError
from serbench.languages.builder import Command
from serbench.languages.building import generated, runners_of
from serbench.languages.generators import generators_of
from serbench.languages.python.environments import (
    environment_of,
    interpreter_version,
    python_in,
    ready_environment,
)
from serbench.languages.python.pins import requirements_of
from serbench.languages.python.sources import hand_written, harness_files, rendered_files
from serbench.languages.tool import does_not_compile, run_tool
from serbench.locations import cache_directory
from serbench.render.engine import write_if_changed

# Neither the environment's variables nor the packages of the user reach a runner.
FLAGS = "-Es"
# Products never change, so nobody asks whether what was compiled is up to date.
_COMPILE = ("-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash")


@dataclass(frozen=True, slots=True)
class _Target:
    """One runner: its files by path, its environment, and the key of its product."""

    codec: CodecManifest
    key: str
    files: Mapping[str, str]
    environment: Path
    harness: Path

    @property
    def product(self) -> Path:
        return product_path(self.key)

    @property
    def command(self) -> tuple[str, ...]:
        return (str(python_in(self.environment)), FLAGS, str(self.product))


def build_runners(
    codecs: Sequence[CodecManifest], workload: Workload, variant: str, jobs: int, progress: BuildProgress
) -> list[Runner | BuildFailure]:
    """The runners of a workload, which serve every experiment; those in the cache are not made again."""

    def make(codec: CodecManifest) -> tuple[Command, str] | BuildFailure:
        target = _target(codec, workload, progress)
        if not target.product.exists():
            progress(f"Rendering {codec.name} for {workload.name}")
            if failure := _build(target, workload):
                return failure
        return target.command, target.key

    return runners_of(codecs, workload, jobs, make)


def runner_files(codec: CodecManifest, workload: Workload) -> dict[str, str]:
    """All files of a runner by path, but the harness and those that generators write."""
    return {**hand_written(codec), **render_codec(codec, workload)}


def render_codec(codec: CodecManifest, workload: Workload) -> dict[str, str]:
    """The rendered texts of one runner by path."""
    about = {
        "codec": codec.short_name,
        "libraries": requirements_of(codec).libraries,
        "compiler": interpreter_version(),
        "flags": FLAGS,
    }
    return rendered_files(codec, workload, about)


def write_runner(codec: CodecManifest, workload: Workload, folder: Path, log: list[str]) -> bool:
    """Writes a runner's files, without the harness, and runs its generators; false, with what they said,
    where one fails."""
    environment = ready_environment(requirements_of(codec), log.append)
    for name, text in runner_files(codec, workload).items():
        write_if_changed(folder / name, text)
    python = python_in(environment)
    tools = {"python": str(python), "bin": str(python.parent), "serbench": sys.executable}
    return generated(codec, tools, folder, log)


def entries_of(codec: CodecManifest) -> tuple[Path, ...]:
    """The entries of the cache without which no runner of a codec starts."""
    environment = environment_of(requirements_of(codec))
    return (environment, _harness_place(harness_files()))


def _target(codec: CodecManifest, workload: Workload, progress: BuildProgress) -> _Target:
    files = runner_files(codec, workload)
    environment = ready_environment(requirements_of(codec), progress)
    harness = _kept_harness(python_in(environment))
    commands = "\n".join(generators_of(codec).commands)
    key = content_key(str(environment), harness.parent.name, files, commands, FLAGS)
    return _Target(codec, key, files, environment, harness)


def _kept_harness(python: Path) -> Path:
    """The compiled package of the harness, which the runners share."""
    files = harness_files()
    place = _harness_place(files)
    if not place.exists():
        with folder_next_to(place) as making:
            for name, data in files.items():
                write_if_changed(making / "harness" / name, data.decode("utf-8"))
            log: list[str] = []
            if run_tool([str(python), *_COMPILE, str(making)], log.append) != 0:
                raise SerbenchError(f"The harness of Python does not compile: {''.join(log).strip()}")
            keep(making, place)
    return place / "harness"


def _harness_place(files: Mapping[str, bytes]) -> Path:
    return cache_directory() / "python" / f"harness-{content_key(files, interpreter_version())}"


def _build(target: _Target, workload: Workload) -> BuildFailure | None:
    codec, place = target.codec, target.product.parent
    began_s = time.monotonic()
    log: list[str] = []
    with folder_next_to(place) as making:
        done = write_runner(codec, workload, making, log)
        compile_all = [str(python_in(target.environment)), *_COMPILE, str(making)]
        done = done and run_tool(compile_all, log.append) == 0
        if not done:
            text = "".join(log)
            path = cache_directory() / "build" / f"python-{workload.name}-{codec.short_name}.log"
            return does_not_compile(codec, workload, text, _last_line(text), path)
        (making / "harness").symlink_to(target.harness)
        note_build_time(making, round(1000 * (time.monotonic() - began_s)))
        keep(making, place)
    return None


def _last_line(log: str) -> str:
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    return (lines[-1:] or ["no reason was given"])[0]
