"""All statistics of the project, pure: numbers in, numbers out.

``bootstrap`` has the exact distribution of a resampled median, ``estimate`` a cell's time and the ratio of
two, ``comparison`` what differs significantly and the places that follow, ``geometric`` means over
workloads, ``outliers`` what is far from the rest. METHODOLOGY.md says which is used where.
"""

from __future__ import annotations

from statistics import median

from serbench.statistics.bootstrap import Distribution, median_distribution
from serbench.statistics.comparison import (
    LEAST_FORKS_FOR_DIFFERENCE,
    SIGNIFICANCE,
    Place,
    can_be_corrected,
    could_differ,
    differs,
    holm,
    places,
    rank_sum_p,
)
from serbench.statistics.estimate import Estimate, Ratio, ratio
from serbench.statistics.geometric import geometric_ratio
from serbench.statistics.outliers import Fences, fences, outliers

__all__ = [
    "LEAST_FORKS_FOR_DIFFERENCE",
    "SIGNIFICANCE",
    "Distribution",
    "Estimate",
    "Fences",
    "Place",
    "Ratio",
    "can_be_corrected",
    "could_differ",
    "differs",
    "fences",
    "geometric_ratio",
    "holm",
    "median",
    "median_distribution",
    "outliers",
    "places",
    "rank_sum_p",
    "ratio",
]
