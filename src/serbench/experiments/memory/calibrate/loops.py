"""The cost of our sampling loops, and the same operations by the framework of each language."""

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from serbench.codecs.runner import Runner
from serbench.corpus.manifest import Corpus
from serbench.engine.describe import Description, describe
from serbench.errors import BadInput, SerbenchError
from serbench.experiments.memory.calibrate.differences import OPERATIONS, fork_values, forks_take_s
from serbench.experiments.memory.plan import PRESETS, Preset
from serbench.languages.builder import PeerBench
from serbench.languages.language import Language
from serbench.record.row import Failure
from serbench.runner.process import ask
from serbench.runner.reply import Reply
from serbench.toolchain.packages import install_packages

_VERB = "calibrate"
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


def build_flags(runner: Runner) -> str:
    """The flags that a runner says it was compiled with; SerbenchError where it says nothing."""
    return _described(runner).build["flags"]


def _described(runner: Runner) -> Description:
    description = describe(runner)
    if isinstance(description, Failure):
        raise SerbenchError(description.detail)
    return description


def takes_s(bench: PeerBench, runners: Sequence[Runner], preset: Preset = PRESETS["standard"]) -> float:
    """How long the comparison takes."""
    names = [runner.codec for runner in runners]
    theirs_s = len(names) * bench.operation_s * len(OPERATIONS)
    return forks_take_s(names, preset, bench.rounds) + bench.rounds * theirs_s


def compare(
    peer: str,
    bench: PeerBench,
    runners: Sequence[Runner],
    corpus: Corpus,
    tell: Callable[[str], object],
    preset: Preset = PRESETS["standard"],
) -> list[Agreement]:
    """Alternates one process of ours and one of the ``peer``, so that a slow minute affects both."""
    ours: dict[tuple[str, str], list[float]] = {}
    theirs: dict[tuple[str, str], list[float]] = {}
    for number in range(1, bench.rounds + 1):
        for runner in runners:
            tell(f"round {number} of {bench.rounds}: {runner.codec}")
            for operation, value in fork_values(runner, corpus, preset).items():
                time_ns = value.cpu_ns if bench.clock == "cpu" else value.wall_ns
                ours.setdefault((runner.codec, operation), []).append(time_ns)
            for operation, time_ns in bench.measure(runner.codec, OPERATIONS).items():
                theirs.setdefault((runner.codec, operation), []).append(time_ns)
    return [
        Agreement(codec, operation, peer, min(values), min(theirs[codec, operation]))
        for (codec, operation), values in ours.items()
    ]


def make_peer_ready(language: Language, tell: Callable[[str], None]) -> str:
    """Installs the framework of a language where it comes from the distribution and the user may; returns its
    name. Raises BadInput with the command where it is missing, SerbenchError where calibration.toml cannot be
    read."""
    path = language.folder / "calibration" / "calibration.toml"
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        peer: str = found["peer"]
    except (OSError, tomllib.TOMLDecodeError, KeyError) as error:
        raise SerbenchError(f"{path} cannot be read: {error}.") from error
    outcome = install_packages(tuple(found.get("debian", ())), tell)
    if outcome.missing:
        install = f" Install with: {outcome.command}" if outcome.command else ""
        raise BadInput(f"{peer} is not installed. {outcome.detail}{install}")
    return peer


@dataclass(frozen=True, slots=True)
class LoopCost:
    """The cost of one language's sampler; times are CPU nanoseconds of one operation, medians of samples.

    ``empty_ns`` is an operation that does nothing; ``sampler_memcpy_ns`` and ``hand_memcpy_ns`` copy the
    same objects through the sampler and in a loop without it.
    """

    language: str
    empty_ns: float
    sampler_memcpy_ns: float
    hand_memcpy_ns: float

    @property
    def overhead(self) -> float:
        """How much longer the sampler's copy takes, as a share of the hand-written copy."""
        return self.sampler_memcpy_ns / self.hand_memcpy_ns - 1


def loop_cost(runner: Runner, corpus: Corpus) -> LoopCost:
    """Asks a runner to measure its sampler; raises SerbenchError where it cannot."""
    if _VERB not in _described(runner).verbs:
        raise BadInput(
            f"The runner of {runner.codec} lacks the verb {_VERB} and cannot measure its loops: name other"
            f" codecs with --codecs, or add the verb to its harness (PROTOCOL.md)."
        )
    arguments = {
        "corpus": corpus.path,
        "sample_ns": PRESETS["standard"].sample_ns_of(runner.codec),
        "samples": _SAMPLES,
    }
    conversation = ask(runner, _VERB, arguments, _TIMEOUT_S)
    if conversation.outcome != "ok":
        raise SerbenchError(f"{runner.codec}: {conversation.sentence}")
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
