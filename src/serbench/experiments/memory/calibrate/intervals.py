"""How often intervals of single times hold the median, by simulation from the forks of runs. Pure."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from serbench.experiments.memory.report.results import MemoryResults
from serbench.statistics.estimate import LEAST_FORKS_FOR_BOOTSTRAP, Estimate

_SEED = 1
# With so many intervals of a number of forks, the share that holds is known to 0.2 points.
_DRAWS = 20_000
_RANDOM_HALVES = 20


@dataclass(frozen=True, slots=True)
class Simulated:
    """Of cells with this number of ``forks``: how many of the ``drawn`` intervals ``hold`` the median of what
    they were drawn from, and the ``level`` that is printed with them."""

    forks: int
    cells: int
    drawn: int
    holding: int
    level: float


@dataclass(frozen=True, slots=True)
class Halves:
    """The share of ``cells`` in which the interval of the first half of the forks holds the median of the
    second (``in_time``), and the same of halves at random. A machine that drifts within a run makes the
    first less than the second."""

    cells: int
    in_time: float
    at_random: float


def forks_of(runs: Sequence[MemoryResults]) -> list[tuple[float, ...]]:
    """The values of each cell with enough forks for an interval, in the order in which they were measured;
    of runs in blocks, those of the first."""
    cells = (
        tuple(value for fork, value in sorted(of.fork_cpu_ns.items()) if not of.fork_blocks.get(fork))
        for results in runs
        for of in results.rows
        if not of.shown_as_decode
    )
    return [values for values in cells if len(values) >= LEAST_FORKS_FOR_BOOTSTRAP]


def simulated(cells: Sequence[Sequence[float]], draws: int = _DRAWS) -> list[Simulated]:
    """Intervals of as many values as a cell has, drawn from straight lines between its own, which have the
    same median; for each number of forks, so many ``draws`` over its cells by turns."""
    chance = random.Random(_SEED)
    of_number: dict[int, list[list[float]]] = {}
    for values in cells:
        of_number.setdefault(len(values), []).append(sorted(values))
    found = []
    for number, alike in sorted(of_number.items()):
        holding = 0
        for draw in range(draws):
            values = alike[draw % len(alike)]
            drawn = Estimate.of([_between(values, chance.random()) for _ in values])
            holding += drawn.low <= median(values) <= drawn.high
        found.append(Simulated(number, len(alike), draws, holding, Estimate.of(alike[0]).level))
    return found


def _between(ascending: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies, as ``median`` has it for a half."""
    at, part = divmod(share * (len(ascending) - 1), 1)
    low = ascending[int(at)]
    return low + part * (ascending[int(at) + 1] - low) if part else low


def halves(cells: Sequence[Sequence[float]]) -> Halves:
    """Whether forks that follow each other are like any forks of their cell."""
    chance = random.Random(_SEED)
    in_time = [_holds(values) for values in cells]
    at_random = [
        _holds(chance.sample(values, len(values))) for values in cells for _ in range(_RANDOM_HALVES)
    ]
    return Halves(len(cells), sum(in_time) / len(in_time), sum(at_random) / len(at_random))


def _holds(values: Sequence[float]) -> bool:
    """Whether the interval of the first half of the values holds the median of the others."""
    middle = len(values) // 2
    first = Estimate.of(values[:middle])
    return first.low <= median(values[middle:]) <= first.high


def sentences(found: Sequence[Simulated], of_halves: Halves) -> Iterator[str]:
    """A line for each number of forks, and one on the order in time."""
    for one in found:
        yield (
            f"intervals: of {one.forks} forks, drawn {one.drawn} times from those of {one.cells} cells,"
            f" {one.holding / one.drawn:.1%} hold the median; they are printed with {one.level:.1%}"
        )
    yield (
        f"intervals: that of the first half of the forks holds the median of the second in"
        f" {of_halves.in_time:.1%} of {of_halves.cells} cells, that of a random half in"
        f" {of_halves.at_random:.1%}"
    )
