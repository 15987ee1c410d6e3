"""Starts what python/calibration has: the loop of pyperf over a runner's adapter."""

from collections.abc import Sequence
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.workload import Workload
from serbench.languages.builder import PeerBench
from serbench.languages.python import LANGUAGE
from serbench.languages.python.build import FLAGS
from serbench.languages.python.environments import python_in, ready_environment
from serbench.languages.python.pins import parse_requirements, requirements_of
from serbench.languages.tool import benchmark_ns

# Three values and a warm-up of 0.1 to 0.2 s, after it has found out how many loops that takes; twice, because
# the empty loop is timed as well.
_OPERATION_S = 1.6
_FOLDER = LANGUAGE.folder / "calibration"


def peer(
    codecs: Sequence[CodecManifest], runners: Sequence[Runner], workload: Workload, corpus: Path, flags: str
) -> PeerBench:
    """The loop of pyperf over the adapters of runners."""
    products = {runner.codec: str(Path(runner.command[-1]).parent) for runner in runners}
    commands = {
        codec.name: (
            str(interpreter_with_pyperf(codec)),
            FLAGS,
            str(_FOLDER / "peer.py"),
            products[codec.name],
        )
        for codec in codecs
    }
    return PeerBench(
        lambda codec, operations: benchmark_ns("pyperf", commands[codec], corpus, operations),
        _OPERATION_S,
        clock="wall",
    )


def interpreter_with_pyperf(codec: CodecManifest) -> Path:
    """The interpreter of an environment with the codec's requirements and pyperf."""
    path = _FOLDER / "requirements.txt"
    text = requirements_of(codec).text + path.read_text(encoding="utf-8")
    return python_in(ready_environment(parse_requirements(text, path), lambda _: None))
