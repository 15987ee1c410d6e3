"""Numbers, times and names as people read them, wherever they are shown. Pure."""

import math
from collections.abc import Iterable, Sequence

from serbench.record.row import Failure
from serbench.statistics.comparison import Place
from serbench.statistics.estimate import Estimate

# The glyphs of what is not there, on every screen.
ABSENT, UNMEASURED, FAILED, AS_DECODE = "–", "○", "!", "=D"
ABSENT_WORDS = {
    ABSENT: "cannot be",
    UNMEASURED: "not measured",
    FAILED: "failed",
    AS_DECODE: "the same as decode, because the codec can only decode",
}
MOST_DIGITS = 3
_MOST_DECIMALS = 4
_MOST_NAMES = 5
# Beside a half of an interval that is as wide, tenths of the other tell nothing.
_MANY_PERCENT = 10
_UNITS = (("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9))


def number(value: float, digits: int = MOST_DIGITS, grouped: bool = False) -> str:
    """Three significant digits, or fewer, with at most four decimals, without exponents; what is too small to
    be written is shown as below the limit. ``grouped`` writes thousands with commas."""
    if value < 10**-_MOST_DECIMALS:
        return f"<{10**-_MOST_DECIMALS}"
    decimals = digits - 1 - math.floor(math.log10(value))
    shown = round(value, decimals) if decimals < 0 else value
    return f"{shown:{',' if grouped else ''}.{min(max(0, decimals), _MOST_DECIMALS)}f}"


def digits_of(estimate: Estimate) -> int:
    """How many digits the interval of an estimate carries: three, two where a half of it is as wide as a
    tenth of the median, and one where it is as wide as the median."""
    if not estimate.has_interval:
        return MOST_DIGITS
    half = estimate.wider_half
    return 1 if half >= 1 else MOST_DIGITS - (100 * half >= _MANY_PERCENT)


def number_of(estimate: Estimate, unit: float = 1) -> str:
    """An estimate divided by its unit, with the digits that its interval carries."""
    return number(estimate.median / unit, digits_of(estimate))


def interval_text(estimate: Estimate) -> str:
    """The halves of an estimate's interval as shares of its median: ``±3%``, or ``−0.5/+4%`` where one is
    more than twice the other; ``once`` of one fork, ``±?`` of two, which tell nothing."""
    if not estimate.has_interval:
        return "once" if len(estimate.fork_values) == 1 else "±?"
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
    few = ", unknown below 3" if any(not one.has_interval for one in estimates) else ""
    if not levels:
        return f"± is unknown from fewer than 3 {noun}; once: measured once."
    said = [f"{100 * level:.0f} % ({count} {noun})" for count, level in sorted(levels.items(), reverse=True)]
    return (
        f"± holds within this run: the interval of the median at {listed(said)}{few}; both halves where one"
        " is more than twice the other."
    )


def unit_for(time_ns: float) -> tuple[str, float]:
    """The unit in which a time has one to three digits before its point, and its nanoseconds."""
    fitting = [unit for unit in _UNITS if unit[1] <= time_ns]
    return fitting[-1] if fitting else _UNITS[0]


def duration_text(time_ns: float | Estimate) -> str:
    """A time in a suitable unit: ``2.31 µs``; of an estimate with the digits that its interval carries."""
    median = time_ns.median if isinstance(time_ns, Estimate) else time_ns
    unit, unit_ns = unit_for(median)
    text = number_of(time_ns, unit_ns) if isinstance(time_ns, Estimate) else number(median / unit_ns)
    return f"{text} {unit}"


def rank_text(place: Place | None) -> str:
    """The places that a codec may have: ``9``, ``6–8``; ``–`` where it has none."""
    if place is None:
        return ABSENT
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
