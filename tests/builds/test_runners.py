"""Runners for codecs of all languages, and what is never tried."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from fakes.tiny import codec

from serbench.builds import runners
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, BuildProgress, Runner
from serbench.corpus.workload import Workload, find_workloads
from serbench.languages.building import runners_of
from serbench.selection.axes import Axes, varied
from serbench.setup.toolchains import NamedToolchain
from serbench.toolchain.chosen import program_of


def test_a_codec_is_not_built_for_a_schema_that_it_declares_it_cannot_hold() -> None:
    tried: list[tuple[str, str]] = []

    def build(
        codecs: Sequence[CodecManifest], workload: Workload, variant: str, jobs: int, progress: BuildProgress
    ) -> list[Runner | BuildFailure]:
        tried.extend((codec.name, workload.name) for codec in codecs)
        return [BuildFailure(codec.name, workload.name, "This compiler makes nothing.") for codec in codecs]

    flat = replace(codec("flat"), cannot_build={"recursion": "It has no pointers."})
    workloads = find_workloads(["record", "tour-recursive"])
    built = runners.build_runners(
        [codec("honest"), flat], workloads, jobs=1, builder_of=lambda language: build
    )
    assert tried == [("cpp/honest", "record"), ("cpp/flat", "record"), ("cpp/honest", "tour-recursive")]
    assert len(built) == 4
    refused = BuildFailure("cpp/flat", "tour-recursive", "It has no pointers.", outcome="unsupported")
    assert refused in built
    assert {item.outcome for item in built if isinstance(item, BuildFailure) and item != refused} == {"build"}


def test_codecs_along_an_axis_share_what_is_built_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[tuple[str, str]] = []

    def build(
        codecs: Sequence[CodecManifest], workload: Workload, variant: str, jobs: int, progress: BuildProgress
    ) -> list[Runner | BuildFailure]:
        built.extend((codec.name, codec.flags.optimization) for codec in codecs)
        return [
            Runner((f"/{codec.flags.optimization}",), codec.name, workload.name, "5" * 64, "key")
            for codec in codecs
        ]

    monkeypatch.setattr(runners, "preload_of", lambda name: "/lib/je.so" if name == "jemalloc" else "")
    codecs = varied([codec("a")], Axes(("O0", "O3"), ("malloc", "jemalloc")))
    found = runners.build_runners(
        codecs, find_workloads(["record"]), jobs=1, builder_of=lambda language: build
    )
    # O3 is what is built anyway, and no allocator is built in.
    assert built == [("cpp/a", "O0"), ("cpp/a", "")]
    assert [item.codec for item in found] == [one.name for one in codecs]
    runner = found[1]
    assert isinstance(runner, Runner)
    assert runner.codec == "cpp/a:opt=O0,allocator=jemalloc"
    assert runner.parameters == {"opt": "O0", "allocator": "jemalloc"}
    assert runner.words == ("env", "LD_PRELOAD=/lib/je.so", "/O0")
    assert runner.built_name == "cpp/a"


def test_a_builder_finds_the_toolchain_of_the_codecs_that_it_builds_in_its_threads_too() -> None:
    seen: dict[str, str] = {}

    def build(
        codecs: Sequence[CodecManifest], workload: Workload, variant: str, jobs: int, progress: BuildProgress
    ) -> list[Runner | BuildFailure]:
        def make(codec: CodecManifest) -> tuple[tuple[str, ...], str]:
            program = program_of(codec.language)
            seen[f"{codec.name} {codec.flags.toolchain}"] = program
            return (program,), "key"

        return runners_of(codecs, workload, jobs, make)

    named = (
        NamedToolchain("cpp", "g++", "/usr/bin/g++", ""),
        NamedToolchain("cpp", "/opt/own/g++-own", "/opt/own/g++-own", ""),
    )
    codecs = varied([codec("a"), replace(codec("b"), name="java/b")], Axes(toolchains=named))
    found = runners.build_runners(
        codecs, find_workloads(["record"]), jobs=2, builder_of=lambda language: build
    )
    assert seen == {
        "cpp/a g++": "/usr/bin/g++",
        "cpp/a g++-own": "/opt/own/g++-own",
        "java/b ": "",
    }
    assert [(item.codec, item.parameters) for item in found if isinstance(item, Runner)] == [
        ("cpp/a:toolchain=g++", {"toolchain": "g++"}),
        ("cpp/a:toolchain=g++-own", {"toolchain": "g++-own"}),
        ("java/b", {}),
    ]
    assert program_of("cpp") == ""


def test_each_experiment_may_have_runners_of_its_own() -> None:
    def build(
        codecs: Sequence[CodecManifest], workload: Workload, variant: str, jobs: int, progress: BuildProgress
    ) -> list[Runner | BuildFailure]:
        return [Runner((f"/{variant}",), one.name, workload.name, "5" * 64, "key") for one in codecs]

    commands = [
        item.command
        for variant in ("memory", "store")
        for item in runners.build_runners(
            [codec("a")],
            find_workloads(["record"]),
            jobs=1,
            variant=variant,
            builder_of=lambda language: build,
        )
        if isinstance(item, Runner)
    ]
    assert commands == [("/memory",), ("/store",)]
