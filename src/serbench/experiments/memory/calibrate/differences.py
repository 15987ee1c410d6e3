"""Whether two measurements of the same code are found to differ, and 3 % more work is found to be slower."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from serbench.codecs.runner import Runner
from serbench.corpus.manifest import Corpus
from serbench.engine.twins import noise_floor, twin_name
from serbench.experiments.memory.calibrate.forks import OPERATIONS, fork_values
from serbench.experiments.memory.plan import Preset
from serbench.statistics.comparison import differs
from serbench.statistics.estimate import Estimate, Ratio, ratio

USUAL_PAIRS = 16
# Every 33rd call twice.
ADDED = 1 / 33


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many intervals of the ratio of two twins there are, and how many of them exclude 1."""

    intervals: int
    excluding: int

    @property
    def share(self) -> float:
        return self.excluding / self.intervals


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
    runners: Sequence[Runner],
    corpus: Corpus,
    preset: Preset,
    pairs: int,
    tell: Callable[[str], object],
    seed: int = 1,
) -> Iterator[Twins]:
    """The given number of pairs of twins of each runner and operation, all of different forks.

    As in a run, the forks of a pair are in rounds, one of each twin of each codec in a shuffled order.
    """
    chance = random.Random(seed)
    for number in range(1, pairs + 1):
        tell(f"pair {number} of {pairs}")
        values: dict[tuple[str, str, int], list[float]] = {}
        for round_number in range(preset.forks):
            forks = [
                (runner, twin)
                for runner in runners
                if round_number in preset.rounds_of(runner.codec)
                for twin in (0, 1)
            ]
            for runner, twin in chance.sample(forks, len(forks)):
                for operation, value in fork_values(runner, corpus, preset).items():
                    values.setdefault((runner.codec, operation, twin), []).append(value.cpu_ns)
        for runner in runners:
            for operation in OPERATIONS:
                first, second = (tuple(values[runner.codec, operation, twin]) for twin in (0, 1))
                yield Twins(runner.codec, operation, first, second)


def coverage(twins: Sequence[Twins]) -> Coverage:
    """How many of these were found to differ."""
    return Coverage(len(twins), sum(pair.are_distinguished for pair in twins))


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
    seed: int = 1,
) -> tuple[list[Detection], float]:
    """Measures each codec, its twin and its slowed one in the rounds of one run; also the noise floor."""
    contestants = {runner.codec: runner for runner in runners}
    contestants |= {twin_name(runner.codec): runner for runner in runners}
    contestants |= {_slowed_name(codec): runner for codec, runner in slowed.items()}
    chance = random.Random(seed)
    values: dict[tuple[str, str], list[float]] = {}
    for number in range(1, preset.forks + 1):
        tell(f"round {number} of {preset.forks}")
        for name in chance.sample(sorted(contestants), len(contestants)):
            for operation, value in fork_values(contestants[name], corpus, preset).items():
                values.setdefault((name, operation), []).append(value.cpu_ns)
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
