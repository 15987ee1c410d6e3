"""The least difference between two contestants that is found. Pure."""

from collections.abc import Sequence
from math import exp, log, sqrt
from statistics import NormalDist, fmean

from serbench.statistics.comparison import SIGNIFICANCE
from serbench.statistics.estimate import Estimate

# How often a difference is found that is called found.
CHANCE = 0.9
_NORMAL = NormalDist()
# Halvings of an interval of logarithms: to less than a millionth of it.
_STEPS = 32
# More standard errors than any claim needs.
_FAR = 20
# Beyond that a logarithm has no number.
_MOST = 700.0


def found_from(
    contestants: Sequence[Estimate], comparisons: int = 1, noise_floor: float | None = None
) -> float | None:
    """The least difference (0.1 for 10 %) that contestants with forks spread like these show as significant
    with a chance of ``CHANCE``, over all of them; None where none has an interval.

    ``comparisons`` is the number of those that are corrected for together: the pairs that no earlier step of
    Holm's procedure has claimed, 1 without a correction. The normal approximation of the power of a
    comparison of two samples (Cohen, "Statistical Power Analysis for the Behavioral Sciences", 1988, chapter
    2), here of the logarithms of their medians, whose standard errors follow from their intervals.
    """
    errors = [sqrt(2) * error for error in map(_standard_error, contestants) if error is not None]
    if not errors:
        return None
    floor = log(1 + (noise_floor or 0.0))
    critical = _NORMAL.inv_cdf(1 - SIGNIFICANCE / (2 * max(1, comparisons)))
    least, most = 0.0, min(floor + _FAR * max(errors), _MOST)
    for _ in range(_STEPS):
        middle = (least + most) / 2
        if fmean(_chance(middle, error, floor, critical) for error in errors) >= CHANCE:
            most = middle
        else:
            least = middle
    return exp(most) - 1


def _chance(apart: float, error: float, floor: float, critical: float) -> float:
    """The chance that the ratio's logarithm is beyond the noise floor and beyond as many standard errors as a
    claim needs, where the true one is ``apart``."""
    beyond = apart - max(floor, critical * error)
    return _NORMAL.cdf(beyond / error) if error else float(beyond > 0)


def _standard_error(estimate: Estimate) -> float | None:
    """The standard error of the logarithm of the median, from the width of its interval, where known."""
    if not estimate.has_interval or estimate.low <= 0:
        return None
    deviations = _NORMAL.inv_cdf((1 + estimate.level) / 2)
    return log(estimate.high / estimate.low) / (2 * deviations)
