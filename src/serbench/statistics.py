"""Estimates over forks, their intervals, ratios, ranks and ties. Pure: numbers in, numbers out.

The bootstrap is not simulated. The distribution of the median of a resample is known in closed form through
order statistics and the binomial distribution (Hutson and Ernst, "The exact bootstrap mean and variance of an
L-estimator", Journal of the Royal Statistical Society B 62, 2000, pages 89-94), so that equal measurements
always give equal intervals and no seed is involved. The weights are whole numbers: how many of the n to the
power n resamples have each median.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from statistics import median

# Below this many forks a percentile interval would promise what it cannot keep; the range is given instead.
LEAST_FORKS_FOR_INTERVAL = 5
# Two sets of 3 equal forks are disjoint by chance in 1 of 10 cases, two sets of 4 in 1 of 35 (2 / C(8, 4)).
LEAST_FORKS_FOR_DIFFERENCE = 4
TAIL = Fraction(1, 40)

__all__ = [
    "Distribution",
    "Estimate",
    "Place",
    "Ratio",
    "differs",
    "median",
    "median_distribution",
    "places",
    "ratio",
]


@dataclass(frozen=True, slots=True)
class Distribution:
    """A discrete distribution: ascending values, each with a whole weight; the weights sum to ``total``."""

    values: tuple[float, ...]
    weights: tuple[int, ...]
    total: int

    @classmethod
    def of(cls, weighted: Iterable[tuple[float, int]]) -> Distribution:
        merged: dict[float, int] = {}
        for value, weight in weighted:
            if weight:
                merged[value] = merged.get(value, 0) + weight
        ascending = sorted(merged.items())
        return cls(
            tuple(value for value, _ in ascending),
            tuple(weight for _, weight in ascending),
            sum(merged.values()),
        )

    def quantile(self, share: Fraction) -> float:
        """The smallest value that at least this share of the distribution does not exceed."""
        below = 0
        for value, weight in zip(self.values, self.weights, strict=True):
            below += weight
            if below >= share * self.total:
                return value
        return self.values[-1]


@dataclass(frozen=True, slots=True)
class Estimate:
    """The median of fork values with its 95 % interval, in the unit of the values.

    ``is_range`` tells that there were fewer than 5 forks and ``low`` and ``high`` are just the least and the
    greatest fork.
    """

    fork_values: tuple[float, ...]
    median: float
    low: float
    high: float
    is_range: bool

    @classmethod
    def of(cls, fork_values: Sequence[float]) -> Estimate:
        """The estimate from one value a fork; raises ValueError without any."""
        if not fork_values:
            raise ValueError("an estimate needs at least one fork")
        values = tuple(sorted(fork_values))
        if len(values) < LEAST_FORKS_FOR_INTERVAL:
            return cls(values, median(values), values[0], values[-1], True)
        distribution = median_distribution(values)
        low, high = distribution.quantile(TAIL), distribution.quantile(1 - TAIL)
        return cls(values, median(values), low, high, False)


@dataclass(frozen=True, slots=True)
class Ratio:
    """The ratio of two medians with its 95 % interval; ``is_range`` as in Estimate."""

    ratio: float
    low: float
    high: float
    is_range: bool


@dataclass(frozen=True, slots=True)
class Place:
    """``rank`` is 1 + the number of contestants that are significantly less; ``tied`` names those with which
    there is no significant difference. Ties are pairwise and not transitive."""

    rank: int
    tied: tuple[str, ...]


def median_distribution(values: Sequence[float]) -> Distribution:
    """The exact bootstrap distribution of the median over resamples of the values.

    The median of an even number of values is the mean of the middle two, in the resample as in the sample.
    """
    return _median_distribution(tuple(sorted(values)))


@lru_cache(maxsize=1024)
def _median_distribution(ascending: tuple[float, ...]) -> Distribution:
    size = len(ascending)
    if size % 2:
        weights = _order_statistic_weights(size, size // 2 + 1)
        return Distribution.of(zip(ascending, weights, strict=True))
    return Distribution.of(
        ((ascending[i] + ascending[j]) / 2, weight) for (i, j), weight in _middle_pair_weights(size).items()
    )


def ratio(a: Estimate, b: Estimate) -> Ratio:
    """The ratio a / b with the interval from the two independent bootstrap distributions.

    Where either has fewer than 5 forks the interval is the widest quotient of the two ranges. The values are
    times and so positive.
    """
    if a.is_range or b.is_range:
        return Ratio(a.median / b.median, a.low / b.high, a.high / b.low, True)
    above, below = median_distribution(a.fork_values), median_distribution(b.fork_values)
    quotients = Distribution.of(
        (x / y, x_weight * y_weight)
        for x, x_weight in zip(above.values, above.weights, strict=True)
        for y, y_weight in zip(below.values, below.weights, strict=True)
    )
    return Ratio(a.median / b.median, quotients.quantile(TAIL), quotients.quantile(1 - TAIL), False)


def differs(a: Estimate, b: Estimate, noise_floor: float | None = None) -> bool:
    """Whether two estimates differ significantly: the interval of their ratio excludes 1, and the ratio lies
    outside the noise floor (0.02 for two per cent; None where none is known).

    With fewer than 4 forks on either side nothing is significant, for disjoint ranges come by chance too
    often.
    """
    if min(len(a.fork_values), len(b.fork_values)) < LEAST_FORKS_FOR_DIFFERENCE:
        return False
    larger, smaller = max(a.median, b.median), min(a.median, b.median)
    if larger <= smaller * (1 + (noise_floor or 0.0)):
        return False
    if a.is_range or b.is_range:
        return a.high < b.low or b.high < a.low
    return _exceeds(a, b) or _exceeds(b, a)


def places(estimates: Mapping[str, Estimate], noise_floor: float | None = None) -> dict[str, Place]:
    """The rank and the ties of each contestant; less is better."""
    differing = {
        (name, other): differs(estimates[name], estimates[other], noise_floor)
        for name in estimates
        for other in estimates
        if name < other
    }

    def differ(name: str, other: str) -> bool:
        return differing[min(name, other), max(name, other)]

    found: dict[str, Place] = {}
    for name, own in estimates.items():
        others = [other for other in estimates if other != name]
        faster = sum(1 for other in others if differ(name, other) and estimates[other].median < own.median)
        found[name] = Place(1 + faster, tuple(sorted(other for other in others if not differ(name, other))))
    return found


def _exceeds(a: Estimate, b: Estimate) -> bool:
    """Whether the interval of a / b lies above 1 as a whole: a resample of a is at most one of b in less than
    1 of 40 cases. This is ``ratio(a, b).low > 1`` without the product of the two distributions."""
    above, below = median_distribution(a.fork_values), median_distribution(b.fork_values)
    not_exceeding = 0
    at_least = below.total
    position = 0
    for value, weight in zip(above.values, above.weights, strict=True):
        while position < len(below.values) and below.values[position] < value:
            at_least -= below.weights[position]
            position += 1
        not_exceeding += weight * at_least
    return not_exceeding < TAIL * above.total * below.total


@lru_cache(maxsize=64)
def _order_statistic_weights(size: int, order: int) -> tuple[int, ...]:
    """In how many of the size ** size resamples the order-th least is the i-th least value, for each i."""
    not_above = [
        sum(comb(size, k) * i**k * (size - i) ** (size - k) for k in range(order, size + 1))
        for i in range(size + 1)
    ]
    return tuple(not_above[i + 1] - not_above[i] for i in range(size))


@lru_cache(maxsize=64)
def _middle_pair_weights(size: int) -> dict[tuple[int, int], int]:
    """In how many resamples of an even size the middle two are the values i and j, counted from 0, i <= j.

    For i < j one half of the resample lies at or below i with at least one there, the other half at or above
    j with at least one there. What the lower middle leaves over belongs to i = j.
    """
    half = size // 2
    weights: dict[tuple[int, int], int] = {}
    for i, lower in enumerate(_order_statistic_weights(size, half)):
        for j in range(i + 1, size):
            left = (i + 1) ** half - i**half
            right = (size - j) ** half - (size - j - 1) ** half
            weights[i, j] = comb(size, half) * left * right
            lower -= weights[i, j]
        weights[i, i] = lower
    return weights
