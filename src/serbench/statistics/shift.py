"""The shift of unchanged things between two series of measurements, and what another of them would do."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, exp, log, pi, sin, sqrt, tan
from statistics import median, stdev

# Of fewer nobody can say how far apart they lie.
LEAST_CONTROLS = 3
# Of fewer values Qn is no better than the standard deviation, and too small.
_LEAST_FOR_QN = 6
# Qn of normal values is their standard deviation with these factors: for many, for 6 to 9, and for a larger
# odd or even number n the part n / (n + that) of it (Croux and Rousseeuw, below).
_QN_OF_MANY = 2.2219
_QN_OF_FEW = {6: 0.611, 7: 0.857, 8: 0.669, 9: 0.872}
_QN_OF_ODD, _QN_OF_EVEN = 1.4, 3.8
_CONFIDENCE = 0.95
_HALVINGS = 60


@dataclass(frozen=True, slots=True)
class Shift:
    """How many times as long unchanged things took after as before (``factor``, the median), and between what
    bounds the next of them lies in 95 % of cases."""

    factor: float
    low: float
    high: float

    def holds(self, ratio: float) -> bool:
        """Whether something that took ``ratio`` times as long may be unchanged."""
        return self.low <= ratio <= self.high


# Of measurements that alternate nothing lies between the two series.
NO_SHIFT = Shift(1.0, 1.0, 1.0)


def shift_of(ratios: Mapping[str, Mapping[Hashable, float]]) -> Shift | None:
    """The shift by the ratios after / before of unchanged things, of each by the ways in which it was
    measured; None where there are fewer than three things.

    The bounds are the prediction interval of one further value, on logarithms: median ± t·scale·√(1 + 1/n)
    (Hahn and Meeker, "Statistical Intervals", 1991, chapter 4). The scale is Qn, since a few things that the
    machine disturbed more than the others would make a standard deviation so large that nothing is found.
    But it would overlook a minority of ways in which all things moved, so it is no less than the deviation of
    the ways' medians. The n things are independent of each other and the values of one thing need not be, so
    all values give the scale and the number of things the degrees of freedom, n - 1.
    """
    things = sum(1 for of_thing in ratios.values() if of_thing)
    if things < LEAST_CONTROLS:
        return None
    logs = [log(ratio) for of_thing in ratios.values() for ratio in of_thing.values()]
    middle = median(logs)
    scale = max(scale_of(logs), _between_ways(ratios))
    reach = student_quantile(_CONFIDENCE, things - 1) * scale * sqrt(1 + 1 / things)
    return Shift(exp(middle), exp(middle - reach), exp(middle + reach))


def _between_ways(ratios: Mapping[str, Mapping[Hashable, float]]) -> float:
    """The deviation, on logarithms, of the medians of those ways in which enough things were measured."""
    of_way: dict[Hashable, list[float]] = {}
    for of_thing in ratios.values():
        for way, ratio in of_thing.items():
            of_way.setdefault(way, []).append(log(ratio))
    medians = [median(logs) for logs in of_way.values() if len(logs) >= LEAST_CONTROLS]
    return stdev(medians) if len(medians) > 1 else 0.0


def scale_of(values: Sequence[float]) -> float:
    """How far values lie apart, in the unit of a standard deviation, however far off a minority of them lies.
    It is Qn, about the first quartile of the distances between two of them (Rousseeuw and Croux,
    "Alternatives to the median absolute deviation", Journal of the American Statistical Association 88, 1993,
    pages 1273-1283; factors from Croux and Rousseeuw, "Time-efficient algorithms for two highly robust
    estimators of scale", Computational Statistics 1, 1992, pages 411-428). Of fewer than six values it is the
    standard deviation; StatisticsError of fewer than two."""
    size = len(values)
    if size < _LEAST_FOR_QN:
        return stdev(values)
    half = size // 2 + 1
    part = _QN_OF_FEW.get(size) or size / (size + (_QN_OF_ODD if size % 2 else _QN_OF_EVEN))
    return _QN_OF_MANY * part * _distance(sorted(values), half * (half - 1) // 2)


def _distance(ascending: Sequence[float], number: int) -> float:
    """The distance between two values than which so many are no greater."""
    low, high = 0.0, ascending[-1] - ascending[0]
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if _pairs_within(ascending, middle) >= number else (middle, high)
    return high


def _pairs_within(ascending: Sequence[float], distance: float) -> int:
    """How many pairs of values lie at most so far apart."""
    pairs = first = 0
    for last, value in enumerate(ascending):
        while value - ascending[first] > distance:
            first += 1
        pairs += last - first
    return pairs


def student_quantile(confidence: float, degrees: int) -> float:
    """The t that |T| of Student's distribution does not exceed with this probability."""
    low, high = 0.0, pi / 2
    for _ in range(_HALVINGS):
        angle = (low + high) / 2
        low, high = (angle, high) if _within(angle, degrees) < confidence else (low, angle)
    return tan(low) * sqrt(degrees)


def _within(angle: float, degrees: int) -> float:
    """The probability that |T| is at most tan(angle)·√degrees (Abramowitz and Stegun, "Handbook of
    Mathematical Functions", 1964, 26.7.3 and 26.7.4)."""
    term = total = 0.0
    for power in range(degrees % 2, degrees - 1, 2):
        term = term * cos(angle) ** 2 * (power - 1) / power if power > 1 else cos(angle) ** power
        total += term
    if degrees % 2:
        return 2 / pi * (angle + sin(angle) * total)
    return sin(angle) * total
