"""Values far from the rest: flagged, not dropped, as their cause may matter and medians tolerate them."""

from collections.abc import Sequence
from dataclasses import dataclass

# Fewer values have no quartiles to speak of.
LEAST_VALUES = 4
_REACH = 1.5


@dataclass(frozen=True, slots=True)
class Fences:
    """The bounds beyond which a value is an outlier."""

    low: float
    high: float

    def exclude(self, value: float) -> bool:
        return not self.low <= value <= self.high


def fences(values: Sequence[float]) -> Fences | None:
    """Tukey's inner fences, one and a half interquartile ranges beyond the quartiles (Tukey, "Exploratory
    Data Analysis", 1977, chapter 2). The quartiles are definition 7 of Hyndman and Fan ("Sample quantiles in
    statistical packages", The American Statistician 50, 1996, pages 361-365), which for 5 forks are Tukey's
    hinges: the second and the fourth. None where there are fewer than 4 values."""
    if len(values) < LEAST_VALUES:
        return None
    ascending = sorted(values)
    lower, upper = _quartile(ascending, 1), _quartile(ascending, 3)
    reach = _REACH * (upper - lower)
    return Fences(lower - reach, upper + reach)


def outliers(values: Sequence[float]) -> tuple[int, ...]:
    """The positions of the values outside the fences of all of them."""
    found = fences(values)
    if found is None or not (found.exclude(min(values)) or found.exclude(max(values))):
        return ()
    return tuple(i for i, value in enumerate(values) if found.exclude(value))


def _quartile(ascending: Sequence[float], number: int) -> float:
    """Linear interpolation between the two neighbours. ``statistics.quantiles`` takes three times
    as long, which matters for a page that checks every sample of a run."""
    place, part = divmod((len(ascending) - 1) * number, 4)
    if not part:
        return ascending[place]
    return (ascending[place] * (4 - part) + ascending[place + 1] * part) / 4
