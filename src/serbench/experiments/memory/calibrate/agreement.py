"""The same operations on the same objects by our sampling loops and by the frameworks of each language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload
from serbench.engine.describe import describe
from serbench.errors import SerbenchError
from serbench.experiments.memory.calibrate.folder import calibration_folder
from serbench.experiments.memory.calibrate.forks import OPERATIONS, ForkValue, fork_values, forks_take_s
from serbench.experiments.memory.plan import PRESETS, Preset
from serbench.languages.language import Language
from serbench.record.row import Failure

# By a codec's name: one process of the framework, which gives the time of each operation in nanoseconds.
Measure = Callable[[str], Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Agreement:
    """The minimum over the processes of both, in nanoseconds per operation: what else the machine does
    only adds to a time, and the loops are what is compared."""

    codec: str
    operation: str
    peer: str
    ours_ns: float
    theirs_ns: float

    @property
    def difference(self) -> float:
        """How much more time the peer measures, as a share of ours."""
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


def ready_peer(
    language: Language,
    codecs: Sequence[CodecManifest],
    runners: Sequence[Runner],
    workload: Workload,
    corpus: Corpus,
) -> ReadyPeer:
    """The framework of a language over codecs. Raises SerbenchError where it cannot be built."""
    assert language.workshop.peer is not None
    bench = language.workshop.peer(codecs, runners, workload, corpus.path, build_flags(runners[0]))
    return ReadyPeer(
        calibration_folder(language).peer,
        tuple(runners),
        corpus,
        lambda codec: bench.measure(codec, OPERATIONS),
        lambda value: value.cpu_ns if bench.clock == "cpu" else value.wall_ns,
        bench.operation_s * len(OPERATIONS),
        bench.rounds,
    )


def build_flags(runner: Runner) -> str:
    """The flags that a runner says it was compiled with; SerbenchError where it says nothing."""
    description = describe(runner)
    if isinstance(description, Failure):
        raise SerbenchError(description.detail)
    return description.build["flags"]


def takes_s(ready: ReadyPeer) -> float:
    """How long the comparison takes."""
    names = [runner.codec for runner in ready.runners]
    ours_s = forks_take_s(names, ready.preset, ready.rounds)
    return ours_s + ready.rounds * len(names) * ready.process_s


def compare(ready: ReadyPeer, tell: Callable[[str], object]) -> list[Agreement]:
    """Alternates one process of ours and one of theirs, so that a slow minute affects both."""
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
