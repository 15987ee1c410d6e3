"""Logarithmic axes with few lines, at round numbers. Pure except for Vega's types."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import fmean

import altair as alt

_STEPS = (1, 2, 5)
# Over more decades than this, one line per power of ten is enough; below the other, Vega's ticks are used.
_MANY_DECADES, _FEW_DECADES = 2.2, 0.8
# Room around the outermost values, as a factor.
_ROOM = 1.2


def log_domain(values: Iterable[float]) -> list[float]:
    """From a little below the least value to a little above the greatest; all are positive."""
    known = list(values)
    return [min(known) / _ROOM, max(known) * _ROOM]


def log_ticks(low: float, high: float) -> list[float]:
    """The numbers between low and high at which an axis has a line; empty where Vega shall choose."""
    decades = math.log10(high / low)
    if decades < _FEW_DECADES:
        return []
    steps = (1,) if decades > _MANY_DECADES else _STEPS
    exponents = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    ticks = [step * 10.0**exponent for exponent in exponents for step in steps]
    return [tick for tick in ticks if low <= tick <= high]


def log_scale(domain: list[float]) -> alt.Scale:
    return alt.Scale(type="log", nice=False, domain=domain)


def log_axis(title: str, domain: list[float]) -> alt.Axis:
    ticks = log_ticks(*domain)
    return alt.Axis(title=title, format="~r", values=ticks) if ticks else _plain_axis(title)


def symlog_ticks(high: float) -> list[float]:
    """0 and the powers of ten from 100 up to what covers ``high``."""
    greatest = max(2, math.ceil(math.log10(high))) if high > 0 else 2
    return [0.0, *(10.0**exponent for exponent in range(2, greatest + 1))]


def _plain_axis(title: str) -> alt.Axis:
    return alt.Axis(title=title, format="~r", tickCount=5)


def spread(positions: Sequence[float], gap: float) -> list[float]:
    """The positions moved apart, in their order, so that neighbours are at least ``gap`` from each other.

    Of all such moves it has the least sum of squares: what a position is beyond its rank times the gap
    must not fall, so that neighbours which would overlap are pooled at their mean (isotonic regression).
    """
    order = sorted(range(len(positions)), key=positions.__getitem__)
    pools: list[list[float]] = []
    for rank, index in enumerate(order):
        pools.append([positions[index] - rank * gap])
        while len(pools) > 1 and fmean(pools[-2]) > fmean(pools[-1]):
            pools[-2:] = [pools[-2] + pools[-1]]
    beyond = [mean for pool in pools for mean in [fmean(pool)] * len(pool)]
    moved = {index: beyond[rank] + rank * gap for rank, index in enumerate(order)}
    return [moved[index] for index in range(len(positions))]
