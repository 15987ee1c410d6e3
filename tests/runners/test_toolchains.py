"""Runners by another compiler or runtime than the usual: here the usual one under another name."""

import shutil
from dataclasses import replace
from pathlib import Path

from runners.conftest import RunnerOf

from serbench.builds.runners import build_runners
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.workload import Workload
from serbench.engine.describe import Description, describe
from serbench.languages import language_named
from serbench.setup.readiness import availability
from serbench.setup.toolchains import toolchains_named


def by(codec: CodecManifest, program: Path) -> CodecManifest:
    (chosen,) = toolchains_named([f"{codec.language}={program}"])
    flags = replace(codec.flags, toolchain=chosen.name, program=chosen.program)
    return replace(codec, name=f"{codec.name}:{flags.suffix}", flags=flags)


def test_a_runtime_under_another_name_runs_what_the_usual_one_runs(
    runner_of: RunnerOf,
    ready_codecs: dict[str, CodecManifest],
    workloads: dict[str, Workload],
    tmp_path: Path,
) -> None:
    link = tmp_path / "own-node"
    link.symlink_to(language_named("javascript").tools().tool("runtime").path)
    (built,) = build_runners([by(ready_codecs["javascript/handcoded"], link)], [workloads["record"]], jobs=1)
    assert isinstance(built, Runner)
    assert built.codec == "javascript/handcoded:toolchain=own-node"
    usual = runner_of("javascript/handcoded", "record")
    assert built.command[0] == str(link) != usual.command[0]
    assert built.command[1:-1] == usual.command[1:-1]
    described, as_usual = describe(built), describe(usual)
    assert isinstance(described, Description) and isinstance(as_usual, Description)
    assert described.sides == as_usual.sides
    assert described.build["v8_version"] == as_usual.build["v8_version"]


def test_a_compiler_under_another_name_has_products_of_its_own(
    runner_of: RunnerOf,
    ready_codecs: dict[str, CodecManifest],
    workloads: dict[str, Workload],
    tmp_path: Path,
) -> None:
    usual = shutil.which(language_named("cpp").tools().tool("compiler").command[0])
    script = tmp_path / "own-g++"
    script.write_text(f'#!/bin/sh\nexec {usual} "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    codec = by(ready_codecs["cpp/handcoded"], script)
    (built,) = build_runners([codec], [workloads["tour-oneof"]], jobs=2)
    assert isinstance(built, Runner), built
    assert built.product_key != runner_of("cpp/handcoded", "tour-oneof").product_key
    assert built.parameters == {"toolchain": "own-g++"}
    assert isinstance(describe(built), Description)


def test_a_compiler_that_compiles_nothing_costs_its_rows_alone(
    ready_codecs: dict[str, CodecManifest], tmp_path: Path
) -> None:
    script = tmp_path / "own-g++"
    script.write_text("#!/bin/sh\necho 'g++ (Fake) 13.1.0'\n[ $1 = --version ]\n", encoding="utf-8")
    script.chmod(0o755)
    usual = ready_codecs["cpp/handcoded"]
    found = availability([usual, by(usual, script)])
    assert found["cpp/handcoded"].available
    assert found["cpp/handcoded:toolchain=own-g++"].reason.startswith(
        "CMake could not search for C++ libraries"
    )
