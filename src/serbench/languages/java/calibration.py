"""Builds what java/calibration has: JMH over a codec's adapter."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

from serbench.cache.entries import keep
from serbench.cache.keys import content_key, folder_contents
from serbench.cache.products import folder_next_to
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.workload import Workload
from serbench.errors import SerbenchError
from serbench.languages.builder import PeerBench
from serbench.languages.java import LANGUAGE
from serbench.languages.java.probe import artifacts_of
from serbench.languages.tool import run_tool
from serbench.locations import cache_directory
from serbench.scratch import scratch_folder

# As long as ours in `standard`: some codecs reach full speed only in the third second.
_WARMUPS, _WARMUP_S = 4, 1.0
_ITERATIONS, _ITERATION_S = 5, 0.25
_START_S = 1.0
_MAIN = "org.openjdk.jmh.Main"
_BENCHMARK = "serbench.JmhBenchmark"


def peer(
    codecs: Sequence[CodecManifest], runners: Sequence[Runner], workload: Workload, corpus: Path, flags: str
) -> PeerBench:
    """JMH's loop over codecs, by the flags of the runners' own commands."""
    commands = {runner.codec: _benchmark_command(runner) for runner in runners}
    return PeerBench(
        lambda codec, operations: _benchmark_ns(commands[codec], corpus, operations),
        _START_S + _WARMUPS * _WARMUP_S + _ITERATIONS * _ITERATION_S,
        # JMH reads the wall clock of the one thread that it measures.
        clock="wall",
        # A JVM warms up for seconds on both sides, and the compiled code differs between JVMs.
        rounds=5,
    )


def _benchmark_command(runner: Runner) -> tuple[str, ...]:
    """The command of a runner with JMH instead of our main class, built unless it is cached."""
    folder = LANGUAGE.folder / "calibration"
    jars = artifacts_of(folder / "pom.xml", "java/calibration", "runtime")
    *flags, option, class_path, _ = runner.command
    if option != "-cp":
        raise SerbenchError(f"The command of {runner.codec} is not that of a Java runner: {runner.command}.")
    classes = cache_directory() / "calibration" / content_key(runner.product_key, folder_contents(folder))
    whole = os.pathsep.join((str(classes), class_path, *map(str, jars)))
    if not classes.exists():
        _compile(folder / "JmhBenchmark.java", whole, classes)
    return (*flags, option, whole, _MAIN)


def _compile(source: Path, class_path: str, classes: Path) -> None:
    compiler = LANGUAGE.tools().tool("compiler").command
    with folder_next_to(classes) as making:
        command = [*compiler, "-d", str(making), "-cp", class_path, str(source)]
        lines: list[str] = []
        if run_tool(command, lines.append) != 0:
            raise SerbenchError(f"java/calibration cannot be compiled: {' '.join(lines[:2]).strip()}")
        keep(making, classes)


def _benchmark_ns(command: Sequence[str], corpus: Path, operations: Sequence[str]) -> Mapping[str, float]:
    """A JVM of JMH for each operation: the median of its iterations' wall times for one operation."""
    with scratch_folder("jmh") as folder:
        result = folder / "result.json"
        words = [*command, f"{_BENCHMARK}.({'|'.join(operations)})$", "-p", f"corpus={corpus}", "-f", "1"]
        words += ["-wi", str(_WARMUPS), "-w", f"{_WARMUP_S * 1000:.0f}ms"]
        words += ["-i", str(_ITERATIONS), "-r", f"{_ITERATION_S * 1000:.0f}ms"]
        lines: list[str] = []
        status = run_tool([*words, "-rf", "json", "-rff", str(result)], lines.append)
        try:
            found = json.loads(result.read_text(encoding="utf-8"))
            return {
                one["benchmark"].removeprefix(f"{_BENCHMARK}."): median(one["primaryMetric"]["rawData"][0])
                for one in found
            }
        except (OSError, ValueError, KeyError) as error:
            last = " ".join(line.strip() for line in lines[-2:])
            raise SerbenchError(f"JMH ended with {status}: {last}") from error
