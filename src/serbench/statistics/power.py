"""How far two contestants must lie apart to be told apart. Pure."""

from collections.abc import Sequence
from math import exp, inf, log, sqrt
from statistics import NormalDist, fmean

from serbench.statistics.comparison import SIGNIFICANCE
from serbench.statistics.estimate import Estimate

# How often a difference is found that is called found.
CHANCE = 0.9
_NORMAL = NormalDist()
# Halvings of an interval of logarithms: to less than a millionth.
_STEPS = 32


def found_from(
    contestants: Sequence[Estimate], comparisons: int = 1, noise_floor: float | None = None
) -> float | None:
    """The least difference (0.1 for 10 %) that contestants with forks spread like these show as significant
    with a chance of ``CHANCE``, over all of them; None where none has an interval.

    ``comparisons`` is the number of those that are corrected for together: the pairs that no earlier step of
    Holm's procedure has claimed, 1 without a correction. The normal approximation of a test's power (Lehmann
    and Romano, "Testing Statistical Hypotheses", 2005, section 11.2) for the logarithms of two medians, whose
    standard error is that of which the interval is a multiple.
    """
    errors = [sqrt(2) * error for error in map(_standard_error, contestants) if error is not None]
    if not errors:
        return None
    least, most = 0.0, log(1 + (noise_floor or 0.0)) + 10 * max(errors) * _critical(comparisons) + 1e-9
    for _ in range(_STEPS):
        middle = (least + most) / 2
        is_found = chance_of_finding(exp(middle) - 1, errors, comparisons, noise_floor) >= CHANCE
        least, most = (least, middle) if is_found else (middle, most)
    return exp(most) - 1


def chance_of_finding(
    difference: float, errors: Sequence[float], comparisons: int = 1, noise_floor: float | None = None
) -> float:
    """The mean chance that a difference is found where the logarithm of a ratio has these standard errors."""
    apart, floor, critical = log(1 + difference), log(1 + (noise_floor or 0.0)), _critical(comparisons)
    return fmean(
        _NORMAL.cdf((apart - max(floor, critical * error)) / error if error else inf * (apart - floor or -1))
        for error in errors
    )


def _critical(comparisons: int) -> float:
    """How many standard errors a claim needs."""
    return _NORMAL.inv_cdf(1 - SIGNIFICANCE / (2 * max(1, comparisons)))


def _standard_error(estimate: Estimate) -> float | None:
    """That of the logarithm of the median, from the width of its interval; None where there is none."""
    if not estimate.has_interval:
        return None
    deviations = _NORMAL.inv_cdf((1 + estimate.level) / 2)
    return log(estimate.high / estimate.low) / (2 * deviations)
