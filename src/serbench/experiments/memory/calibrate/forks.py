"""Forks of a runner outside a run: their values, and how long they take."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from serbench.codecs.runner import Runner
from serbench.corpus.manifest import Corpus
from serbench.engine.attempts import MOST_ATTEMPTS
from serbench.engine.disturbance import interference_between, usage_now
from serbench.errors import SerbenchError
from serbench.experiments.memory.execute import measure_timeout_s
from serbench.experiments.memory.plan import Fork, Preset, estimated_ns
from serbench.runner.process import ask

OPERATIONS = ("encode", "decode")
_NS_PER_S = 1_000_000_000


@dataclass(frozen=True, slots=True)
class ForkValue:
    """The result of one fork for an operation: medians of its samples in nanoseconds per operation."""

    cpu_ns: float
    wall_ns: float


def fork_values(runner: Runner, corpus: Corpus, preset: Preset) -> Mapping[str, ForkValue]:
    """Measures encode and decode in one process, and again at once if other programs disturbed it; as in a
    run, the least disturbed attempt counts.

    Raises SerbenchError when one of them fails.
    """
    attempts: list[tuple[float, Mapping[str, ForkValue]]] = []
    for _ in range(MOST_ATTEMPTS):
        before = usage_now()
        found = _measured(runner, corpus, preset)
        by = interference_between(before, usage_now())
        if by is None or not by.disturbs:
            return found
        attempts.append((by.load + by.steal, found))
    return min(attempts, key=lambda attempt: attempt[0])[1]


def _measured(runner: Runner, corpus: Corpus, preset: Preset) -> Mapping[str, ForkValue]:
    arguments = {
        "corpus": corpus.path,
        "operations": ",".join(OPERATIONS),
        **preset.request_of(runner.codec),
    }
    timeout_s = measure_timeout_s(preset, runner.codec, len(OPERATIONS), corpus.manifest.bytes)
    conversation = ask(runner, "measure", arguments, timeout_s)
    if conversation.outcome != "ok":
        raise SerbenchError(f"{runner.codec}: {conversation.sentence}")
    found: dict[str, ForkValue] = {}
    for operation in OPERATIONS:
        samples = [
            reply
            for reply in conversation.replies
            if reply.tag == "sample" and reply.text("operation") == operation
        ]
        if not samples:
            raise SerbenchError(f"{runner.codec} gave no samples of {operation}.")
        found[operation] = ForkValue(
            median(sample.integer("cpu_ns") / sample.integer("n") for sample in samples),
            median(sample.integer("wall_ns") / sample.integer("n") for sample in samples),
        )
    return found


def forks_take_s(codecs: Sequence[str], preset: Preset, forks: int) -> float:
    """How long this number of forks of each codec takes."""
    one_each = (Fork(codec, "", 0, OPERATIONS) for codec in codecs)
    return forks * estimated_ns(preset, one_each) / _NS_PER_S
