"""Runners by another compiler or runtime than the usual: here the usual one under another name."""

from dataclasses import replace
from pathlib import Path

import pytest

from serbench.builds.runners import build_runners
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.workload import Workload, find_workloads
from serbench.engine.describe import Description, describe
from serbench.languages import language_named
from serbench.selection.discovery import find_adapters
from serbench.setup.readiness import availability
from serbench.setup.toolchains import toolchains_named


def hand_written(language: str) -> CodecManifest:
    return next(codec for codec in find_adapters([language]) if codec.short_name == "handcoded")


def by(codec: CodecManifest, program: Path) -> CodecManifest:
    (chosen,) = toolchains_named([f"{codec.language}={program}"])
    flags = replace(codec.flags, toolchain=chosen.name, program=chosen.program)
    return replace(codec, name=f"{codec.name}:{flags.suffix}", flags=flags)


def built(codec: CodecManifest, workload: Workload) -> tuple[Runner, Description]:
    (runner,) = build_runners([codec], [workload], jobs=2)
    assert isinstance(runner, Runner), runner
    described = describe(runner)
    assert isinstance(described, Description), described
    return runner, described


@pytest.mark.slow
def test_a_runtime_under_another_name_runs_what_the_usual_one_runs(tmp_path: Path) -> None:
    (record,) = find_workloads(["record"])
    codec = hand_written("javascript")
    usual, as_usual = built(codec, record)
    link = tmp_path / "own-node"
    link.symlink_to(language_named("javascript").tools().tool("runtime").path)
    runner, described = built(by(codec, link), record)
    assert runner.codec == "javascript/handcoded:toolchain=own-node"
    assert runner.command[0] == str(link) != usual.command[0]
    assert runner.command[1:-1] == usual.command[1:-1]
    assert described.sides == as_usual.sides
    assert described.build["v8_version"] == as_usual.build["v8_version"]


def test_a_compiler_that_compiles_nothing_costs_its_rows_alone(tmp_path: Path) -> None:
    script = tmp_path / "own-g++"
    script.write_text("#!/bin/sh\necho 'g++ (Fake) 13.1.0'\n[ $1 = --version ]\n", encoding="utf-8")
    script.chmod(0o755)
    usual = hand_written("cpp")
    found = availability([usual, by(usual, script)])
    assert found["cpp/handcoded"].available
    reason = found["cpp/handcoded:toolchain=own-g++"].reason
    assert reason.startswith("CMake could not search for C++ libraries")
