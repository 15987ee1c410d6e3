"""The cost of a language's sampling loop itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from serbench.codecs.runner import Runner
from serbench.corpus.manifest import Corpus
from serbench.errors import SerbenchError
from serbench.experiments.memory.plan import PRESETS
from serbench.runner.process import ask
from serbench.runner.reply import Reply

_TIMEOUT_S = 120.0
_SAMPLES = 50
_LOOPS = 3
_NS_PER_S = 1_000_000_000


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
