"""The shift of unchanged things between two series of measurements, and what another of them would do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, exp, log, pi, sin, sqrt, tan
from statistics import median, stdev

# Of fewer nobody can say how far apart they lie.
LEAST_CONTROLS = 3
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


def shift_of(ratios: Mapping[str, Sequence[float]]) -> Shift | None:
    """The shift by the ratios after / before of unchanged things, several of each; None where there are fewer
    than three things.

    The bounds are the prediction interval of one further value, on logarithms: median ± t·sd·√(1 + 1/n)
    (Hahn and Meeker, "Statistical Intervals", 1991, chapter 4). The n things are independent of each other
    and the values of one thing need not be, so all values give the deviation and the number of things the
    degrees of freedom, n - 1.
    """
    things = sum(1 for of_thing in ratios.values() if of_thing)
    if things < LEAST_CONTROLS:
        return None
    logs = [log(ratio) for of_thing in ratios.values() for ratio in of_thing]
    middle = median(logs)
    reach = student_quantile(_CONFIDENCE, things - 1) * stdev(logs) * sqrt(1 + 1 / things)
    return Shift(exp(middle), exp(middle - reach), exp(middle + reach))


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
