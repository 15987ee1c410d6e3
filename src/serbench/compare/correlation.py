"""How well two rankings agree. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import correlation


def spearman(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Spearman's rank correlation: 1 for the same order, -1 for the opposite; equal values share the mean of
    their ranks. None where it is undefined: fewer than two pairs, or one side all equal."""
    if len(a) < 2 or len(set(a)) == 1 or len(set(b)) == 1:
        return None
    return correlation(mean_ranks(a), mean_ranks(b))


def mean_ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value; the smallest has rank 1."""
    ordered = sorted(values)
    first = {value: ordered.index(value) for value in set(values)}
    return [first[value] + (ordered.count(value) + 1) / 2 for value in values]
