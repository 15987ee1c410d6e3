"""Numbers, times and names as people read them, wherever they are shown. Pure."""

import math
from collections.abc import Iterable, Sequence

from serbench.record.row import Failure
from serbench.statistics.comparison import Place
from serbench.statistics.estimate import Estimate

_SIGNIFICANT_DIGITS = 3
_MOST_DECIMALS = 4
_MOST_NAMES = 5
# Beside a half of an interval that is as wide, tenths of the other tell nothing.
_MANY_PERCENT = 10
_UNITS = (("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9))


def number(value: float) -> str:
    """Three significant digits, with at most four decimals, without exponents; what is too small to be
    written is shown as below the limit."""
    if value < 10**-_MOST_DECIMALS:
        return f"<{10**-_MOST_DECIMALS}"
    decimals = max(0, _SIGNIFICANT_DIGITS - 1 - math.floor(math.log10(value)))
    return f"{value:.{min(decimals, _MOST_DECIMALS)}f}"


def interval_text(estimate: Estimate) -> str:
    """The halves of an estimate's interval as shares of its median: ``±3%``, or ``−0.5/+4%`` where one is
    more than twice the other; ``±?`` where so few forks tell nothing."""
    if not estimate.has_interval:
        return "±?"
    below, above = estimate.median - estimate.low, estimate.high - estimate.median
    halves = [100 * half / estimate.median for half in (below, above)]
    if max(halves) <= 2 * min(halves):
        return f"±{_percent(max(halves))}%"
    if max(halves) >= _MANY_PERCENT:
        return f"−{halves[0]:.0f}/+{halves[1]:.0f}%"
    return f"−{_percent(halves[0])}/+{_percent(halves[1])}%"


def _percent(percent: float) -> str:
    return f"{percent:.0f}" if percent >= 1 else f"{percent:.1f}"


def interval_words(estimates: Iterable[Estimate], noun: str) -> str:
    """The sentence that tells how often the intervals of these hold what they should; ``noun`` is what they
    were measured in, in the plural."""
    estimates = list(estimates)
    levels = {len(one.fork_values): one.level for one in estimates if one.has_interval}
    few = ", ? below 3" if any(not one.has_interval for one in estimates) else ""
    if not levels:
        return f"± is unknown from fewer than 3 {noun}."
    said = [f"{100 * level:.0f} % ({count} {noun})" for count, level in sorted(levels.items(), reverse=True)]
    return (
        f"± holds within this run: the interval of the median at {listed(said)}{few}; both halves where one"
        " is more than twice the other."
    )


def unit_for(time_ns: float) -> tuple[str, float]:
    """The unit in which a time has one to three digits before its point, and its nanoseconds."""
    fitting = [unit for unit in _UNITS if unit[1] <= time_ns]
    return fitting[-1] if fitting else _UNITS[0]


def duration_text(time_ns: float) -> str:
    """A time in a suitable unit: ``2.31 µs``."""
    unit, unit_ns = unit_for(time_ns)
    return f"{number(time_ns / unit_ns)} {unit}"


def rank_text(place: Place | None) -> str:
    """The places that a codec may have: ``9``, ``6–8``; ``-`` where it has none."""
    if place is None:
        return "-"
    return f"{place.rank}–{place.rank_high}" if place.rank_high > place.rank else str(place.rank)


def listed(names: Sequence[str], most: int = _MOST_NAMES) -> str:
    """``a``, ``a and b``, ``a, b and c``; of more than ``most``, the first ones and the number of others."""
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} more"]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def failure_text(failure: Failure) -> str:
    """``cpp/a on record, encode``: what failed."""
    operation = f", {failure.operation}" if failure.operation else ""
    return f"{failure.codec} on {failure.workload}{operation}"


def failed_sentence(failures: int) -> str:
    """One sentence about how much failed; empty where nothing did."""
    if failures == 1:
        return "One measurement failed; see below."
    return f"{failures} measurements failed; see below." if failures else ""
