"""Starts what python/calibration has: the loop of pyperf over a runner's adapter."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.workload import Workload
from serbench.errors import SerbenchError
from serbench.languages.builder import PeerBench
from serbench.languages.python import LANGUAGE
from serbench.languages.python.build import FLAGS
from serbench.languages.python.environments import python_in, ready_environment
from serbench.languages.python.pins import parse_requirements, requirements_of
from serbench.languages.tool import captured

# Three values and a warm-up of 0.1 to 0.2 s, after it has found out how many loops that takes; twice, because
# the empty loop is timed as well.
_OPERATION_S = 1.6
_FOLDER = LANGUAGE.folder / "calibration"


def peer(
    codecs: Sequence[CodecManifest], runners: Sequence[Runner], workload: Workload, corpus: Path, flags: str
) -> PeerBench:
    """The loop of pyperf over the adapters of runners."""
    products = {runner.codec: Path(runner.command[-1]).parent for runner in runners}
    interpreters = {codec.name: _interpreter(codec) for codec in codecs}
    return PeerBench(
        lambda codec, operations: _benchmark_ns(interpreters[codec], products[codec], corpus, operations),
        _OPERATION_S,
        clock="wall",
    )


def _interpreter(codec: CodecManifest) -> Path:
    """The interpreter of an environment with the codec's requirements and pyperf."""
    path = _FOLDER / "requirements.txt"
    text = requirements_of(codec).text + path.read_text(encoding="utf-8")
    return python_in(ready_environment(parse_requirements(text, path), lambda _: None))


def _benchmark_ns(
    interpreter: Path, product: Path, corpus: Path, operations: Sequence[str]
) -> Mapping[str, float]:
    """One process: for each operation its mean wall time."""
    done = captured(
        [str(interpreter), FLAGS, str(_FOLDER / "peer.py"), str(product), str(corpus), *operations]
    )
    try:
        pairs = (line.split() for line in done.stdout.splitlines())
        found = {operation: float(ns) for operation, ns in pairs}
    except ValueError:
        found = {}
    if done.returncode != 0 or set(found) != set(operations):
        last = done.stderr.strip().splitlines()[-1:] or ["it said nothing"]
        raise SerbenchError(f"pyperf ended with {done.returncode}: {last[0]}")
    return found
