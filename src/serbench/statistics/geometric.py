"""Geometric means over workloads: the mean of ratios that does not depend on the normalisation
(Fleming and Wallace, "How not to lie with statistics: the correct way to summarize benchmark results",
Communications of the ACM 29, 1986, pages 218-221)."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from statistics import NormalDist

from serbench.statistics.bootstrap import median_distribution
from serbench.statistics.estimate import TAIL, Estimate, Ratio

_DEVIATIONS = NormalDist().inv_cdf(float(1 - TAIL))


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
    deviation = sqrt(sum(_log_variance(estimate) for estimate in (*a, *b))) / len(a)
    reach = _DEVIATIONS * deviation
    few = any(estimate.is_range for estimate in (*a, *b))
    return Ratio(exp(mean), exp(mean - reach), exp(mean + reach), few)


def _sum_of_logarithms(estimates: Sequence[Estimate]) -> float:
    return sum(log(estimate.median) for estimate in estimates)


def _log_variance(estimate: Estimate) -> float:
    return median_distribution(estimate.fork_values).variance(log)
