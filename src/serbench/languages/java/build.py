"""Builds Java runners: the classes of one codec and workload, kept under a key of their contents."""

import os
import re
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from serbench.cache.entries import keep
from serbench.cache.keys import content_key, folder_contents
from serbench.cache.products import folder_next_to, note_build_time
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, BuildProgress, Runner
from serbench.corpus.workload import Workload
from serbench.languages.builder import Command
from serbench.languages.building import runners_of
from serbench.languages.java import LANGUAGE
from serbench.languages.java.generators import Generator, generate
from serbench.languages.java.jvm import JVM_FLAGS, flags_of_jvm, flags_of_library, java_program, untimed
from serbench.languages.java.probe import class_path, generator_of
from serbench.languages.java.sources import (
    PROTOCOL,
    codec_sources,
    harness_sources,
    processor_flags,
    rendered_sources,
    resource_folders,
)
from serbench.languages.tool import captured, does_not_compile
from serbench.locations import cache_directory
from serbench.render.engine import render_folder, write_if_changed

MAIN_CLASS = "serbench.Runner"
COMPILER_FLAGS = ("--release", "17", "-g", "-encoding", "UTF-8", "-Xlint:all", "-Xlint:-options")

# javac ends before the optimising JIT compiler has paid off.
COMPILER_JVM_FLAGS = ("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC")


@dataclass(frozen=True, slots=True)
class _Target:
    """One runner to build: its sources, by path below a source folder, the flags to compile them with, and
    where its classes lie."""

    codec: CodecManifest
    key: str
    jars: tuple[Path, ...]
    sources: dict[str, str]
    flags: tuple[str, ...]
    generator: Generator | None

    @property
    def product(self) -> Path:
        return cache_directory() / "runners" / self.key / "classes"


def build_runners(
    codecs: Sequence[CodecManifest], workload: Workload, variant: str, jobs: int, progress: BuildProgress
) -> list[Runner | BuildFailure]:
    """The runners of a workload, which serve every experiment; those in the cache are not built again."""
    shared = harness_sources(workload)

    def make(codec: CodecManifest) -> tuple[Command, str] | BuildFailure:
        target = _target(codec, workload, shared)
        if not target.product.exists():
            progress(f"Compiling {codec.name} for {workload.name}")
            if failure := _compile(target, workload):
                return failure
        command = _command(target)
        # An experiment of its own also tells how much memory its runners hold.
        only_proves = workload.conformance and not variant
        return untimed(command) if only_proves else command, target.key

    return runners_of(codecs, workload, jobs, make)


def _target(codec: CodecManifest, workload: Workload, shared: dict[str, str]) -> _Target:
    compiler = LANGUAGE.tools().tool("compiler").version
    flags = (*COMPILER_FLAGS, *processor_flags(codec))
    facts: dict[str, object] = {
        "codec": codec.short_name,
        "workload": workload.name,
        "schema_sha256": workload.schema.sha256(),
        "compiler": compiler,
        "flags": " ".join(flags),
    }
    build = render_folder(PROTOCOL, facts)
    sources = shared | {f"serbench/rendered/{name}": text for name, text in build.items()}
    sources |= codec_sources(codec) | rendered_sources(codec, workload)
    resources = [folder_contents(folder) for folder in resource_folders(codec)]
    jars = class_path(codec)
    generator = generator_of(codec)
    generated = generator.key if generator else ""
    names = "\n".join(str(jar) for jar in jars)
    flag_words = " ".join((*flags, *JVM_FLAGS, *flags_of_library(codec)))
    key = content_key(codec.name, compiler, flag_words, names, generated, sources, *resources)
    return _Target(codec, key, jars, sources, flags, generator)


def _command(target: _Target) -> tuple[str, ...]:
    java = java_program()
    classes = os.pathsep.join(str(path) for path in (target.product, *target.jars))
    flags = (*flags_of_library(target.codec), *flags_of_jvm(target.codec.flags.runtime))
    return (str(java), *flags, "-cp", classes, MAIN_CLASS)


def _compile(target: _Target, workload: Workload) -> BuildFailure | None:
    place = target.product.parent
    began_s = time.monotonic()
    with folder_next_to(place) as making:
        for name, text in target.sources.items():
            write_if_changed(making / "sources" / name, text)
        files = [making / "sources" / name for name in target.sources if name.endswith(".java")]
        if target.generator is not None:
            files += generate(target.generator, making / "sources" / "codec", making / "generated")
        log = _javac(target, making, files)
        if log is not None:
            path = cache_directory() / "build" / f"java-{workload.name}-{target.codec.short_name}.log"
            return does_not_compile(target.codec, workload, log, first_error(log), path)
        for resources in resource_folders(target.codec):
            if resources.is_dir():
                shutil.copytree(resources, making / "classes", dirs_exist_ok=True)
        note_build_time(making, round(1000 * (time.monotonic() - began_s)))
        keep(making, place)
    return None


def _javac(target: _Target, folder: Path, sources: Sequence[Path]) -> str | None:
    """One javac for everything; its message when it fails, else None."""
    classes, files = folder / "classes", folder / "files"
    classes.mkdir()
    files.write_text("".join(f'"{name}"\n' for name in sorted(sources)), encoding="utf-8")
    command = [*LANGUAGE.tools().tool("compiler").command, *COMPILER_JVM_FLAGS, *target.flags]
    command += ["-d", str(classes)]
    command += ["-cp", os.pathsep.join(map(str, (classes, *target.jars))), f"@{files}"]
    done = captured(command)
    log = done.stdout + done.stderr
    (folder / "javac.log").write_text(log, encoding="utf-8")
    return log if done.returncode != 0 else None


def first_error(log: str) -> str:
    """javac's first error with its file and line, without the folder; else the last line it said."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    for line in lines:
        match = re.fullmatch(r"(?:.*/)?([^/]+\.java:\d+: error: .*|error: .*)", line)
        if match:
            return match[1]
    return (lines or ["no reason was given"])[-1]
