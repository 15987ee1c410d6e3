"""A time with its interval from the forks that measured it, the ratio of two such times, and the geometric
mean of such ratios over workloads; and values far from the rest, which are flagged, not dropped, as their
cause may matter and medians tolerate them.

The interval of a time lies between two of its forks, and its level follows from their number alone. That of
a ratio is from the bootstrap, which is not simulated: the distribution of the median of a resample is known
in closed form through order statistics and the binomial distribution (Hutson and Ernst, "The exact bootstrap
mean and variance of an L-estimator", Journal of the Royal Statistical Society B 62, 2000, pages 89-94). So
equal measurements always give equal intervals and no seed is involved. The weights are whole numbers: how
many of the n to the power n resamples have each median.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, exp, inf, log, sqrt
from statistics import NormalDist, median
from typing import Self

# Below this many forks the bootstrap would not have its coverage; the widest quotient is given instead.
LEAST_FORKS_FOR_BOOTSTRAP = 5
# The least pairs whose median has an interval of 95 %.
LEAST_PAIRS = 6
# Two forks enclose the median as often as not, which tells nothing.
_LEAST_FORKS_SHOWN = 3
TAIL = Fraction(1, 40)
_DEVIATIONS = NormalDist().inv_cdf(float(1 - TAIL))
# Fewer values have no quartiles to speak of.
LEAST_VALUES = 4
_REACH = 1.5


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


@dataclass(frozen=True, slots=True)
class Estimate:
    """The median of fork values with its interval, in the unit of the values."""

    fork_values: tuple[float, ...]
    median: float
    low: float
    high: float

    @classmethod
    def of(cls, fork_values: Sequence[float]) -> Self:
        """The estimate from one value a fork; raises ValueError without any."""
        if not fork_values:
            raise ValueError("an estimate needs at least one fork")
        values = tuple(sorted(fork_values))
        left_out, _ = interval_of_median(len(values))
        return cls(values, median(values), values[left_out], values[-1 - left_out])

    @property
    def level(self) -> float:
        """How often such an interval has the median of all forks that could be: 0.9614 of 12 forks."""
        return float(interval_of_median(len(self.fork_values))[1])

    @property
    def rounded_level(self) -> float:
        """The level as documents have it."""
        return round(self.level, 4)

    @property
    def wider_half(self) -> float:
        """The wider half of the interval as a share of the median: 0.04 where it is from 99 to 104 about
        100."""
        return max(self.median - self.low, self.high - self.median) / self.median

    @property
    def is_range(self) -> bool:
        """Whether there are fewer than 5 forks, too few for the bootstrap of a ratio."""
        return len(self.fork_values) < LEAST_FORKS_FOR_BOOTSTRAP

    @property
    def has_interval(self) -> bool:
        """Whether the interval tells anything: that of one or two forks does not."""
        return tells(self.level)


def tells(level: float) -> bool:
    """Whether an interval of this level tells anything."""
    return level >= interval_of_median(_LEAST_FORKS_SHOWN)[1]


@lru_cache(maxsize=64)
def interval_of_median(size: int) -> tuple[int, Fraction]:
    """The interval of the median of so many values, whatever their distribution: how many it leaves out at
    each end, as many as still leave it a level of 95 %, else none; and its level.

    The median lies outside where at most as many values as are left out fall on one side of it, each by the
    toss of a coin (Thompson, "On confidence ranges for the median and other expectation distributions for
    populations of unknown distribution form", Annals of Mathematical Statistics 7, 1936, pages 122-128).
    """
    outside, left_out = 2, 0
    while (wider := outside + 2 * comb(size, left_out + 1)) <= 2 * TAIL * 2**size:
        outside, left_out = wider, left_out + 1
    return left_out, 1 - Fraction(outside, 2**size)


@dataclass(frozen=True, slots=True)
class Ratio:
    """The ratio of two times, or of two means of times, with its 95 % interval; ``is_range`` as in
    Estimate, and then ``low`` and ``high`` are the least and the greatest it can be."""

    ratio: float
    low: float
    high: float
    is_range: bool

    def to_json(self) -> dict[str, float]:
        numbers = {"ratio": self.ratio, "low": self.low, "high": self.high}
        return {name: round(value, 4) for name, value in numbers.items()} | {"is_range": self.is_range}


# A comparison asks for those of the same times again and again, as cells and as what ranks.
@lru_cache(maxsize=4096)
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


def forks_together(parts: Sequence[Mapping[int, float]]) -> list[tuple[int, ...]]:
    """The numbers of forks that belong together, one of each part: those of one number, which come from one
    process or from one round, so that a slow minute moves all of them. Where these are too few, as each part
    has forks of its own or has lost others on slow cores, it is the order of the numbers."""
    common = sorted(set.intersection(*(set(part) for part in parts)))
    if len(common) >= min(LEAST_PAIRS, *(len(part) for part in parts)):
        return [(fork,) * len(parts) for fork in common]
    return [*zip(*(sorted(part) for part in parts), strict=False)]


def paired_ratio(a: Mapping[int, float], b: Mapping[int, float]) -> Ratio:
    """The ratio a / b of forks by their numbers: the median of the quotients of two that ran in the same
    round (``forks_together``), with the interval of that median (``interval_of_median``). A minute in which
    the machine is slow moves both of a pair alike, and the quotient stays. Fewer than six pairs, whose
    interval has a level below 95 %, have a range. Raises ValueError where there is no fork."""
    found = Estimate.of([a[of_a] / b[of_b] for of_a, of_b in forks_together((a, b))])
    return Ratio(found.median, found.low, found.high, is_range=found.level < 1 - 2 * TAIL)


def geometric_ratio(a: Sequence[Estimate], b: Sequence[Estimate]) -> Ratio:
    """The geometric mean of a's times over that of b's, workload by workload in the same order.

    The logarithm of the mean is a mean of independent logarithms of medians, each with its exact bootstrap
    variance, so that the 95 % interval is the normal one of their sum. It describes the noise of measuring,
    not the choice of workloads. ``is_range`` means that some workload had fewer than 5 forks, of which
    the variance is unreliable. Raises ValueError for no workloads or unequal numbers of them.
    """
    if not a or len(a) != len(b):
        raise ValueError("a geometric mean needs the same workloads on both sides, at least one")
    mean = (_sum_of_logarithms(a) - _sum_of_logarithms(b)) / len(a)
    variance = sum(median_distribution(estimate.fork_values).variance(log) for estimate in (*a, *b))
    reach = _DEVIATIONS * sqrt(variance) / len(a)
    few = any(estimate.is_range for estimate in (*a, *b))
    return Ratio(exp(mean), exp(mean - reach), exp(mean + reach), few)


def _sum_of_logarithms(estimates: Sequence[Estimate]) -> float:
    return sum(log(estimate.median) for estimate in estimates)


def fences(values: Sequence[float]) -> tuple[float, float] | None:
    """The low and the high bound beyond which a value is an outlier: Tukey's inner fences, one and a half
    interquartile ranges beyond the quartiles (Tukey, "Exploratory Data Analysis", 1977, chapter 2). The
    quartiles are definition 7 of Hyndman and Fan ("Sample quantiles in statistical packages", The American
    Statistician 50, 1996, pages 361-365), which for 5 forks are Tukey's hinges: the second and the fourth.
    None where there are fewer than 4 values."""
    if len(values) < LEAST_VALUES:
        return None
    ascending = sorted(values)
    lower, upper = _quartile(ascending, 1), _quartile(ascending, 3)
    reach = _REACH * (upper - lower)
    return lower - reach, upper + reach


def outliers(values: Sequence[float]) -> tuple[int, ...]:
    """The positions of the values outside the fences of all of them."""
    low, high = fences(values) or (-inf, inf)
    if low <= min(values, default=low) and max(values, default=high) <= high:
        return ()
    return tuple(i for i, value in enumerate(values) if not low <= value <= high)


def _quartile(ascending: Sequence[float], number: int) -> float:
    """Linear interpolation between the two neighbours. ``statistics.quantiles`` takes three times
    as long, which matters for a page that checks every sample of a run."""
    place, part = divmod((len(ascending) - 1) * number, 4)
    if not part:
        return ascending[place]
    return (ascending[place] * (4 - part) + ascending[place + 1] * part) / 4
