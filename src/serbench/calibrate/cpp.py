"""Builds what cpp/calibration has: Google Benchmark over a codec's page, and a runner that is 3 % slower."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from serbench.build.cpp import rendered_files
from serbench.build.keys import content_key
from serbench.build.lock import locked
from serbench.build.tool import run_tool
from serbench.calibrate.folder import calibration_folder
from serbench.codecs.manifest import CodecManifest
from serbench.corpus.workload import Workload
from serbench.engine.describe import describe
from serbench.errors import SerbenchError
from serbench.locations import cache_directory
from serbench.record.row import Failure
from serbench.render.engine import write_if_changed
from serbench.runner.runner import Runner
from serbench.setup.cpp_probe import cpp_toolchain, generate_command
from serbench.setup.source_recipe import cmake_arguments

_REPETITIONS = 5
_LEAST_S = 0.1


def slowed_runners(
    codecs: Sequence[CodecManifest], runners: Sequence[Runner], workload: Workload
) -> dict[str, Runner]:
    """For each codec the runner that does 3 % more; it says that it is the codec."""
    built = _built(codecs, runners, workload, "slower")
    return {
        runner.codec: Runner(
            (str(built[runner.codec]),), runner.codec, runner.workload, runner.schema, "slower"
        )
        for runner in runners
    }


def benchmarks(
    codecs: Sequence[CodecManifest], runners: Sequence[Runner], workload: Workload
) -> dict[str, Path]:
    """For each codec the executable with Google Benchmark's loop."""
    return _built(codecs, runners, workload, "peer")


def benchmark_ns(executable: Path, corpus: Path, operations: Sequence[str]) -> Mapping[str, float]:
    """One process of Google Benchmark: for each operation the median of its repetitions' CPU times."""
    lines: list[str] = []
    command = [str(executable), str(corpus), "--benchmark_format=json", f"--benchmark_min_time={_LEAST_S}"]
    command += [f"--benchmark_repetitions={_REPETITIONS}", f"--benchmark_filter=^({'|'.join(operations)})$"]
    status = run_tool(command, lines.append)
    text = "".join(lines)
    try:
        found = json.loads(text[text.index("{") :])["benchmarks"]
        return {one["run_name"]: one["cpu_time"] for one in found if one.get("aggregate_name") == "median"}
    except (ValueError, KeyError) as error:
        raise SerbenchError(
            f"{executable.name} under Google Benchmark ended with {status}: {text[-200:]}"
        ) from error


def benchmarks_take_s(operations: int) -> float:
    """How long one process takes, with two repetitions' worth to find the number of iterations."""
    return operations * (_REPETITIONS + 2) * _LEAST_S


def _built(
    codecs: Sequence[CodecManifest], runners: Sequence[Runner], workload: Workload, kind: str
) -> dict[str, Path]:
    project = calibration_folder("cpp").path
    identity = content_key(str(project), workload.schema.sha256(), kind)
    tree = cache_directory() / "build" / f"cpp-calibration-{kind}-{identity[:12]}"
    with locked(tree):
        for codec in codecs:
            for name, text in rendered_files(codec, workload).items():
                write_if_changed(tree / "rendered" / name, text)
        command = [*generate_command(project, tree), *cmake_arguments()]
        command += [f"-DSERBENCH_RENDERED={tree / 'rendered'}", f"-DSERBENCH_KIND={kind}"]
        command += [f"-DSERBENCH_CODECS={';'.join(codec.folder.name for codec in codecs)}"]
        command += [f"-DSERBENCH_WORKLOAD={workload.name}", f"-DSERBENCH_SCHEMA={workload.schema.sha256()}"]
        command += [f"-DSERBENCH_FLAGS={_flags(runners[0])}"]
        _run(command)
        _run([str(cpp_toolchain().tool("cmake").path), "--build", str(tree)])
    return {codec.name: tree / kind / codec.folder.name for codec in codecs}


def _flags(runner: Runner) -> str:
    """Those that the runner says it was compiled with; the language's standard is CMake's to choose."""
    description = describe(runner)
    if isinstance(description, Failure):
        raise SerbenchError(description.detail)
    flags = shlex.split(description.build["flags"])
    return shlex.join(flag for flag in flags if not flag.startswith("-std="))


def _run(command: Sequence[str]) -> None:
    lines: list[str] = []
    if run_tool(command, lines.append) != 0:
        errors = [line.strip() for line in lines if "rror" in line]
        raise SerbenchError(f"cpp/calibration cannot be built: {' '.join(errors[:2] or lines[-2:])}")
