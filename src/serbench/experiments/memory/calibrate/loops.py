"""What our sampling loops cost, and the same operations by the frameworks of each language."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload
from serbench.engine.describe import describe
from serbench.errors import BadInput, SerbenchError
from serbench.experiments.memory.calibrate.forks import OPERATIONS, ForkValue, fork_values, forks_take_s
from serbench.experiments.memory.plan import PRESETS, Preset
from serbench.languages.language import Language
from serbench.record.row import Failure
from serbench.runner.process import ask
from serbench.runner.reply import Reply
from serbench.toolchain.packages import install_packages

# By a codec's name: one process of the framework, which gives the time of each operation in nanoseconds.
Measure = Callable[[str], Mapping[str, float]]
_TIMEOUT_S = 120.0
_SAMPLES = 50
_LOOPS = 3
_NS_PER_S = 1_000_000_000


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


@dataclass(frozen=True, slots=True)
class CalibrationFolder:
    """``peer`` is the framework by which our loop is checked, and ``debian`` the packages that have it."""

    path: Path
    peer: str
    debian: tuple[str, ...] = ()


def make_peer_ready(language: Language, tell: Callable[[str], None]) -> None:
    """Installs the framework of a language where it comes from the distribution and the user may;
    BadInput with the command otherwise."""
    folder = calibration_folder(language)
    outcome = install_packages(folder.debian, tell)
    if outcome.missing:
        install = f" Install with: {outcome.command}" if outcome.command else ""
        raise BadInput(f"{folder.peer} is not installed. {outcome.detail}{install}")


def calibration_folder(language: Language) -> CalibrationFolder:
    """What calibration.toml says; SerbenchError where it cannot be read."""
    path = language.folder / "calibration"
    try:
        found = tomllib.loads((path / "calibration.toml").read_text(encoding="utf-8"))
        return CalibrationFolder(path, found["peer"], tuple(found.get("debian", ())))
    except (OSError, tomllib.TOMLDecodeError, KeyError) as error:
        raise SerbenchError(f"{path / 'calibration.toml'} cannot be read: {error}.") from error


@dataclass(frozen=True, slots=True)
class LoopCost:
    """What one language's sampler costs; times are CPU nanoseconds of one operation, medians of samples.

    ``empty_ns`` is an operation that does nothing; ``sampler_memcpy_ns`` and ``hand_memcpy_ns`` copy the
    same objects through the sampler and in a loop without it.
    """

    language: str
    empty_ns: float
    sampler_memcpy_ns: float
    hand_memcpy_ns: float

    @property
    def overhead(self) -> float:
        """How much longer the sampler's copy takes, as a share of the copy by hand."""
        return self.sampler_memcpy_ns / self.hand_memcpy_ns - 1


def loop_cost(runner: Runner, corpus: Corpus) -> LoopCost:
    """Asks a runner to measure its sampler; raises SerbenchError where it cannot."""
    arguments = {
        "corpus": corpus.path,
        "sample_ns": PRESETS["standard"].sample_ns_of(runner.codec),
        "samples": _SAMPLES,
    }
    conversation = ask(runner, "calibrate", arguments, _TIMEOUT_S)
    if conversation.outcome != "ok":
        raise SerbenchError(conversation.sentence)
    return read_loop_cost(runner.language, conversation.replies)


def loops_take_s(codecs: Sequence[str]) -> float:
    """How long the loops of these codecs' languages take; samples are up to twice as long as requested."""
    return (
        sum(2 * _LOOPS * _SAMPLES * PRESETS["standard"].sample_ns_of(codec) for codec in codecs) / _NS_PER_S
    )


def read_loop_cost(language: str, replies: Sequence[Reply]) -> LoopCost:
    """The medians of the ``calibration`` lines. Raises SerbenchError when one of the loops is missing."""

    def of(name: str) -> float:
        found = [
            reply.count("cpu_ns") / reply.count("n")
            for reply in replies
            if reply.tag == "calibration" and reply.text("name") == name
        ]
        if not found:
            raise SerbenchError(f"The {language} runner gave no samples of {name}.")
        return median(found)

    return LoopCost(language, of("empty"), of("sampler-memcpy"), of("hand-memcpy"))
