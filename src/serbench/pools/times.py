"""Times of files over repetitions, as all experiments show them. Pure."""

from collections.abc import Callable, Collection, Sequence
from statistics import mean, stdev
from typing import Any

from serbench.engine.blocks import estimate_of
from serbench.record.row import Row
from serbench.statistics.estimate import Estimate

_NS_PER_S = 1_000_000_000


def sd_of(times: Estimate) -> float | None:
    """The standard deviation of the sample; None for a single value."""
    return stdev(times.fork_values) if len(times.fork_values) > 1 else None


def interval_json(times: Estimate) -> dict[str, Any]:
    """Mean and median in nanoseconds, each with what says how certain it is."""
    sd_ns = sd_of(times)
    return {
        "mean": round(mean(times.fork_values)),
        "sd": None if sd_ns is None else round(sd_ns),
        "median": round(times.median),
        "low": round(times.low),
        "high": round(times.high),
        "level": times.rounded_level,
    }


def interval_columns(times: Estimate) -> dict[str, Any]:
    """The columns of these times in a line of CSV."""
    found = interval_json(times)
    return {f"{name}_ns": found[name] for name in ("median", "low", "high")}


def median_json(times: Estimate) -> int:
    return round(times.median)


def wall_times(rows: Sequence[Row]) -> Estimate:
    """The wall times of what each row did once."""
    return estimate_of(rows, [float(row.wall_ns[0]) for row in rows])


def times_of_phases(clock: str, names: Collection[str]) -> Callable[[Sequence[Row]], Estimate]:
    """The times of these phases together, as far as a row has them."""
    return lambda rows: estimate_of(rows, [_sum(row, clock, row.phases.keys() & names) for row in rows])


def times_of_others(clock: str, names: Collection[str]) -> Callable[[Sequence[Row]], Estimate]:
    """The times of all other phases together."""
    return lambda rows: estimate_of(rows, [_sum(row, clock, row.phases.keys() - names) for row in rows])


def _sum(row: Row, clock: str, names: Collection[str]) -> float:
    return float(sum(row.phases[name][clock] for name in names))


def mean_sd(times: Estimate) -> str:
    """The mean of the repetitions and their standard deviation in seconds, as the complex-object study prints
    them; times below a second, which it does not have, with a digit or two more."""
    mean_s = mean(times.fork_values) / _NS_PER_S
    digits = 2 if mean_s >= 1 else 3 if mean_s >= 0.1 else 4
    sd = sd_of(times)
    beside = "" if sd is None else f" ({sd / _NS_PER_S:.{digits}f})"
    return f"{mean_s:.{digits}f}{beside}"
