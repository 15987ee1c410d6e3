"""Forks of a runner outside a run: whether two measurements of the same code are found to differ, and 3 %
more work is found to be slower."""

import random
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

from serbench.codecs.runner import Runner
from serbench.corpus.manifest import Corpus
from serbench.engine.attempts import MOST_ATTEMPTS
from serbench.engine.twins import noise_floor, twin_name
from serbench.errors import SerbenchError
from serbench.experiments.memory.execute import measure_timeout_s
from serbench.experiments.memory.plan import Fork, Preset, estimated_ns
from serbench.machine.disturbance import interference_between, usage_now
from serbench.runner.process import ask
from serbench.statistics.comparison import differs
from serbench.statistics.estimate import Estimate, Ratio, ratio

OPERATIONS = ("encode", "decode")
USUAL_PAIRS = 16
_SEED = 1
# Every 33rd call twice.
ADDED = 1 / 33
_Name = TypeVar("_Name", bound=Hashable)
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
        attempts.append((by.cores, found))
    return min(attempts, key=lambda attempt: attempt[0])[1]


def _measured(runner: Runner, corpus: Corpus, preset: Preset) -> Mapping[str, ForkValue]:
    arguments = {"corpus": corpus.path, "operations": ",".join(OPERATIONS), **preset.request_of(runner.codec)}
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


@dataclass(frozen=True, slots=True)
class Twins:
    """The fork values of two measurements of one codec and operation."""

    codec: str
    operation: str
    first: tuple[float, ...]
    second: tuple[float, ...]

    @property
    def are_distinguished(self) -> bool:
        found = ratio(Estimate.of(self.first), Estimate.of(self.second))
        return not found.low <= 1 <= found.high


def measured_twins(
    runners: Sequence[Runner], corpus: Corpus, preset: Preset, pairs: int, tell: Callable[[str], object]
) -> Iterator[Twins]:
    """The given number of pairs of twins of each runner and operation, all of different forks.

    As in a run, the forks of a pair are in rounds, one of each twin of each codec in a shuffled order.
    """
    chance = random.Random(_SEED)
    for number in range(1, pairs + 1):
        tell(f"pair {number} of {pairs}")
        contestants = {(runner.codec, twin): runner for runner in runners for twin in (0, 1)}
        values = _fork_values(contestants, corpus, preset, chance, lambda _: None)
        for runner in runners:
            for operation in OPERATIONS:
                first, second = (tuple(values[(runner.codec, twin), operation]) for twin in (0, 1))
                yield Twins(runner.codec, operation, first, second)


def _fork_values(
    contestants: Mapping[_Name, Runner],
    corpus: Corpus,
    preset: Preset,
    chance: random.Random,
    tell: Callable[[str], object],
) -> dict[tuple[_Name, str], list[float]]:
    """The CPU times of all forks of a preset in nanoseconds, by contestant and operation; each round has
    its contestants in a shuffled order."""
    values: dict[tuple[_Name, str], list[float]] = {}
    for number in range(preset.forks):
        tell(f"round {number + 1} of {preset.forks}")
        of_round = [
            (name, runner) for name, runner in contestants.items() if number in preset.rounds_of(runner.codec)
        ]
        for name, runner in chance.sample(of_round, len(of_round)):
            for operation, value in fork_values(runner, corpus, preset).items():
                values.setdefault((name, operation), []).append(value.cpu_ns)
    return values


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many of the ``intervals`` of single times ``hold`` the median of all forks of their codec and
    operation; ``expected`` is the mean of the levels that are printed with them."""

    intervals: int
    holding: int
    expected: float


def coverage(measured: Sequence[Twins]) -> Coverage:
    """The coverage of all intervals of the pairs."""
    forks: dict[tuple[str, str], list[float]] = {}
    for pair in measured:
        forks.setdefault((pair.codec, pair.operation), []).extend((*pair.first, *pair.second))
    medians = {cell: median(values) for cell, values in forks.items()}
    holding, levels = 0, []
    for pair in measured:
        for estimate in (Estimate.of(pair.first), Estimate.of(pair.second)):
            holding += estimate.low <= medians[pair.codec, pair.operation] <= estimate.high
            levels.append(estimate.level)
    return Coverage(len(levels), holding, sum(levels) / len(levels))


@dataclass(frozen=True, slots=True)
class Detection:
    """The slowed codec over the one it is based on. ``found``: its interval lies above 1; ``beyond_noise``: a
    run would have shown it as slower, because the ratio also lies outside the twins' disagreement."""

    codec: str
    operation: str
    slowed: Ratio
    found: bool
    beyond_noise: bool


def detections(
    runners: Sequence[Runner],
    slowed: Mapping[str, Runner],
    corpus: Corpus,
    preset: Preset,
    tell: Callable[[str], object],
) -> tuple[list[Detection], float]:
    """Measures each codec, its twin and its slowed one in the rounds of one run; also the noise floor."""
    contestants = {runner.codec: runner for runner in runners}
    contestants |= {twin_name(runner.codec): runner for runner in runners}
    contestants |= {_slowed_name(codec): runner for codec, runner in slowed.items()}
    values = _fork_values(contestants, corpus, preset, random.Random(_SEED), tell)
    estimates = {key: Estimate.of(forks) for key, forks in values.items()}
    noise = noise_floor(
        {(name, "", operation): estimate.median for (name, operation), estimate in estimates.items()},
        {twin_name(runner.codec): runner.codec for runner in runners},
        OPERATIONS,
    )
    found = [_detection(codec, operation, estimates, noise) for codec in slowed for operation in OPERATIONS]
    return found, noise or 0.0


def sentences(found: Sequence[Detection], noise: float) -> list[str]:
    """A line for each, and their number; a run shows only what lies beyond the noise floor."""
    lines = [
        f"slower: {one.codec} {one.operation} with {ADDED:.1%} more work takes {one.slowed.ratio - 1:+.1%}"
        f" ({one.slowed.low - 1:+.1%} to {one.slowed.high - 1:+.1%}): {_verdict(one)}"
        for one in found
    ]
    above, beyond = sum(one.found for one in found), sum(one.beyond_noise for one in found)
    lines.append(
        f"slower: {above} of {len(found)} intervals lie above 1, {beyond} of them beyond the noise floor of"
        f" {noise:.1%}, as a run would show"
    )
    return lines


def _verdict(one: Detection) -> str:
    if not one.found:
        return "not distinguished"
    return "found slower" if one.beyond_noise else "slower, but within the noise floor"


def _detection(
    codec: str, operation: str, estimates: Mapping[tuple[str, str], Estimate], noise: float | None
) -> Detection:
    slow, prompt = estimates[_slowed_name(codec), operation], estimates[codec, operation]
    over = ratio(slow, prompt)
    is_slower = slow.median > prompt.median
    return Detection(
        codec,
        operation,
        over,
        is_slower and differs(slow, prompt),
        is_slower and differs(slow, prompt, noise),
    )


def _slowed_name(codec: str) -> str:
    return f"{codec} (slowed)"
