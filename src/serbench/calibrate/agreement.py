"""The same operations on the same objects by our sampling loops and by the frameworks of each language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from serbench.calibrate import cpp, java, rust
from serbench.calibrate.folder import calibration_folder
from serbench.calibrate.forks import OPERATIONS, ForkValue, fork_values, forks_take_s
from serbench.codecs.manifest import CodecManifest
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload
from serbench.experiments.memory.plan import PRESETS, Preset
from serbench.runner.runner import Runner

# By a codec's name: one process of the framework, which gives the time of each operation in nanoseconds.
Measure = Callable[[str], Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Agreement:
    """The least of the processes of both, in nanoseconds for one operation: what a machine does beside them
    only adds to a time, and it is the loops that are compared."""

    codec: str
    operation: str
    peer: str
    ours_ns: float
    theirs_ns: float

    @property
    def difference(self) -> float:
        """How much more time the peer finds, as a share of ours."""
        return self.theirs_ns / self.ours_ns - 1


@dataclass(frozen=True, slots=True)
class ReadyPeer:
    """A framework's executables, built. ``clock`` chooses of our values what the framework measures, and
    ``process_s`` is how long the framework takes for a codec, which it does in each of ``rounds``."""

    peer: str
    runners: tuple[Runner, ...]
    corpus: Corpus
    measure: Measure
    clock: Callable[[ForkValue], float]
    process_s: float
    rounds: int = 15
    preset: Preset = PRESETS["standard"]


@dataclass(frozen=True, slots=True)
class Peer:
    """A framework of a language and how its executables are built."""

    language: str
    prepare: Callable[[Sequence[CodecManifest], Sequence[Runner], Workload, Corpus], ReadyPeer]

    @property
    def name(self) -> str:
        return calibration_folder(self.language).peer


def takes_s(ready: ReadyPeer) -> float:
    """How long the comparison takes."""
    names = [runner.codec for runner in ready.runners]
    ours_s = forks_take_s(names, ready.preset, ready.rounds)
    return ours_s + ready.rounds * len(names) * ready.process_s


def compare(ready: ReadyPeer, tell: Callable[[str], object]) -> list[Agreement]:
    """Measures by turns, a process of ours and one of theirs, so that a slow minute falls on both."""
    ours: dict[tuple[str, str], list[float]] = {}
    theirs: dict[tuple[str, str], list[float]] = {}
    for number in range(1, ready.rounds + 1):
        for runner in ready.runners:
            tell(f"round {number} of {ready.rounds}: {runner.codec}")
            for operation, value in fork_values(runner, ready.corpus, ready.preset).items():
                ours.setdefault((runner.codec, operation), []).append(ready.clock(value))
            for operation, time_ns in ready.measure(runner.codec).items():
                theirs.setdefault((runner.codec, operation), []).append(time_ns)
    return [
        Agreement(codec, operation, ready.peer, min(values), min(theirs[codec, operation]))
        for (codec, operation), values in ours.items()
    ]


def _google_benchmark(
    codecs: Sequence[CodecManifest], runners: Sequence[Runner], workload: Workload, corpus: Corpus
) -> ReadyPeer:
    built = cpp.benchmarks(codecs, runners, workload)
    return ReadyPeer(
        calibration_folder("cpp").peer,
        tuple(runners),
        corpus,
        lambda codec: cpp.benchmark_ns(built[codec], corpus.path, OPERATIONS),
        lambda value: value.cpu_ns,
        cpp.benchmarks_take_s(len(OPERATIONS)),
    )


def _jmh(
    codecs: Sequence[CodecManifest], runners: Sequence[Runner], workload: Workload, corpus: Corpus
) -> ReadyPeer:
    commands = {runner.codec: java.benchmark_command(runner) for runner in runners}
    return ReadyPeer(
        calibration_folder("java").peer,
        tuple(runners),
        corpus,
        lambda codec: java.benchmark_ns(commands[codec], corpus.path, OPERATIONS),
        # JMH reads the wall clock of the one thread that it measures.
        lambda value: value.wall_ns,
        java.benchmarks_take_s(len(OPERATIONS)),
        # A JVM warms up for seconds on either side; what its compiler made of the code differs between JVMs.
        rounds=5,
    )


def _criterion(
    codecs: Sequence[CodecManifest], runners: Sequence[Runner], workload: Workload, corpus: Corpus
) -> ReadyPeer:
    built = rust.benchmarks(codecs, workload)
    return ReadyPeer(
        calibration_folder("rust").peer,
        tuple(runners),
        corpus,
        lambda codec: rust.benchmark_ns(built[codec], corpus.path, OPERATIONS),
        lambda value: value.wall_ns,
        rust.benchmarks_take_s(len(OPERATIONS)),
    )


PEERS = (Peer("cpp", _google_benchmark), Peer("java", _jmh), Peer("rust", _criterion))
