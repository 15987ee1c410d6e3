"""How often two measurements of the same code are found to differ."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from serbench.codecs.runner import Runner
from serbench.corpus.manifest import Corpus
from serbench.experiments.memory.calibrate.forks import OPERATIONS, fork_values
from serbench.experiments.memory.plan import Preset
from serbench.statistics.estimate import Estimate, ratio

USUAL_PAIRS = 16


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
    def told_apart(self) -> bool:
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
    return Coverage(len(twins), sum(pair.told_apart for pair in twins))
