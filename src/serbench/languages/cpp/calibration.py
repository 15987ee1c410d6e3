"""Builds what cpp/calibration has: Google Benchmark over a codec's adapter, and a runner that is 3 %
slower."""

import json
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from serbench.cache.keys import content_key
from serbench.cache.products import locked
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.workload import Workload
from serbench.errors import SerbenchError
from serbench.languages.builder import PeerBench
from serbench.languages.cpp import LANGUAGE
from serbench.languages.cpp.build import rendered_files
from serbench.languages.cpp.probe import cpp_toolchain, generate_command
from serbench.languages.cpp.source_recipe import cmake_arguments
from serbench.languages.tool import run_tool
from serbench.locations import cache_directory
from serbench.render.engine import write_if_changed

_REPETITIONS = 5
_LEAST_S = 0.1


def slowed_runners(
    codecs: Sequence[CodecManifest], runners: Sequence[Runner], workload: Workload, flags: str
) -> dict[str, Runner]:
    """For each codec the runner that does 3 % more; it says that it is the codec. ``flags`` are those that
    the runners were compiled with."""
    built = _built(codecs, workload, flags, "slower")
    return {
        runner.codec: Runner(
            (str(built[runner.codec]),), runner.codec, runner.workload, runner.schema, "slower"
        )
        for runner in runners
    }


def peer(
    codecs: Sequence[CodecManifest], runners: Sequence[Runner], workload: Workload, corpus: Path, flags: str
) -> PeerBench:
    """Google Benchmark's loop over codecs."""
    built = _built(codecs, workload, flags, "peer")
    return PeerBench(
        lambda codec, operations: _benchmark_ns(built[codec], corpus, operations),
        # With two repetitions to find the number of iterations.
        (_REPETITIONS + 2) * _LEAST_S,
        clock="cpu",
    )


def _benchmark_ns(executable: Path, corpus: Path, operations: Sequence[str]) -> Mapping[str, float]:
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


def _built(codecs: Sequence[CodecManifest], workload: Workload, flags: str, kind: str) -> dict[str, Path]:
    project = LANGUAGE.folder / "calibration"
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
        command += [f"-DSERBENCH_FLAGS={_without_standard(flags)}"]
        _run(command)
        _run([str(cpp_toolchain().tool("cmake").path), "--build", str(tree)])
    return {codec.name: tree / kind / codec.folder.name for codec in codecs}


def _without_standard(flags: str) -> str:
    """The flags without the language's standard, which is CMake's to choose."""
    return shlex.join(flag for flag in shlex.split(flags) if not flag.startswith("-std="))


def _run(command: Sequence[str]) -> None:
    lines: list[str] = []
    if run_tool(command, lines.append) != 0:
        errors = [line.strip() for line in lines if "rror" in line]
        raise SerbenchError(f"cpp/calibration cannot be built: {' '.join(errors[:2] or lines[-2:])}")
