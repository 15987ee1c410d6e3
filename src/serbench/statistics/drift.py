"""The difference of two runs of the same executables on the same data: of all times together, as a slower
hour of the machine moves them, and of one codec against the others. Pure."""

from collections.abc import Mapping, Sequence
from math import ceil, exp, log
from statistics import median
from typing import TypeVar

# The share of all differences that a spread covers: 19 of 20.
_COVERED = 0.95
AnyKey = TypeVar("AnyKey")


def logarithms(of: Mapping[AnyKey, float], to: Mapping[AnyKey, float]) -> dict[AnyKey, float]:
    """The logarithm of the ratio of two times for each cell that both have, both positive."""
    return {key: log(time / to[key]) for key, time in of.items() if to.get(key, 0) > 0 and time > 0}


def shift(ratios: Mapping[AnyKey, float]) -> float:
    """By how much times moved together, 0.06 for 6 % longer: the median of the ratios of their cells, which
    are given as logarithms. Raises ValueError without any."""
    if not ratios:
        raise ValueError("a shift needs at least one cell")
    return exp(median(ratios.values())) - 1


def against_others(ratios: Mapping[str, Sequence[float]]) -> list[float]:
    """By how much each cell moved against the other codecs', 0.03 for 3 % either way. ``ratios`` are the
    logarithms of the cells of each codec; the others' median is what moved together. Empty for one codec."""
    moved: list[float] = []
    for codec, own in ratios.items():
        others = [value for name, values in ratios.items() if name != codec for value in values]
        if others:
            moved += [exp(abs(value - median(others))) - 1 for value in own]
    return moved


def spread(moved: Sequence[float]) -> float:
    """The least of these that 19 of 20 do not exceed. Raises ValueError without any."""
    if not moved:
        raise ValueError("a spread needs at least one difference")
    return sorted(moved)[ceil(_COVERED * len(moved)) - 1]
