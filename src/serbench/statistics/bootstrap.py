"""The exact bootstrap distribution of a median.

The bootstrap is not simulated. The distribution of the median of a resample is known in closed form through
order statistics and the binomial distribution (Hutson and Ernst, "The exact bootstrap mean and variance of an
L-estimator", Journal of the Royal Statistical Society B 62, 2000, pages 89-94), so that equal measurements
always give equal intervals and no seed is involved. The weights are whole numbers: how many of the n to the
power n resamples have each median.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Self


@dataclass(frozen=True, slots=True)
class Distribution:
    """A discrete distribution: ascending values, each with a whole weight; the weights sum to ``total``."""

    values: tuple[float, ...]
    weights: tuple[int, ...]
    total: int

    @classmethod
    def of(cls, weighted: Iterable[tuple[float, int]]) -> Self:
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
        needed = share.numerator * self.total
        below = 0
        for value, weight in zip(self.values, self.weights, strict=True):
            below += weight
            if below * share.denominator >= needed:
                return value
        return self.values[-1]

    def variance(self, of: Callable[[float], float] = float) -> float:
        """The variance of a function of the value."""
        weighted = [(of(value), weight) for value, weight in zip(self.values, self.weights, strict=True)]
        mean = sum(value * weight for value, weight in weighted) / self.total
        return sum((value - mean) ** 2 * weight for value, weight in weighted) / self.total


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
