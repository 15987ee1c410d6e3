"""Verdicts on what another release changed, each by its interval or its count. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from serbench.statistics.estimate import Ratio

# Nobody is asked to act on a smaller change of a time, or of what is counted.
TIME_THRESHOLD = 0.05
COUNT_THRESHOLD = 0.01
# The layout of code alone moves times by 2 to 3 %, so an interval within this share is no finding.
LAYOUT = TIME_THRESHOLD / 2
# The most that it did in A/A checks is 8 % (docs/trials/releases.md), so within this share instructions have
# to agree, where they are counted.
MOST_OF_LAYOUT = 0.1
# Exit statuses.
NO_WORSE, WORSE_FOUND, NO_VERDICT = 0, 1, 3


class Verdict(StrEnum):
    """The claim about HEAD beside BASE. ``CHANGED`` is another value that is neither better nor worse, and
    ``NOT_MEASURED`` what this check has nothing to say of, which decides nothing."""

    WORSE = "worse"
    BETTER = "better"
    EQUAL = "equal"
    CANNOT_TELL = "cannot tell"
    CHANGED = "changed"
    NOT_MEASURED = "not measured"


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure, of an operation where it has one (``of``). ``base`` and
    ``head`` are numbers in ``unit`` or words, None where there are none; ``ratio`` is head / base with its
    95 % interval where it is measured. ``threshold`` is the share beyond which a change counts (0.05 for
    5 %), None where every change does. ``details`` are sentences."""

    name: str
    of: str
    verdict: Verdict
    base: float | str | None = None
    head: float | str | None = None
    unit: str = ""
    ratio: Ratio | None = None
    threshold: float | None = None
    details: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "measure": self.name,
            "of": self.of,
            "verdict": self.verdict.value,
            "base": self.base,
            "head": self.head,
            "unit": self.unit or None,
            "ratio": self.ratio.to_json() if self.ratio else None,
            "threshold": self.threshold,
            "details": list(self.details),
        }


def verdict_of_time(ratio: Ratio) -> Verdict:
    """The verdict on a time that takes ``ratio`` times as long. Equal is an interval within the threshold.
    Worse is one that reaches beyond the threshold, with all of it beyond what the layout of code may do, and
    better is the same downward. Anything else, and a range of fewer than six forks, tells nothing."""
    if ratio.is_range:
        return Verdict.CANNOT_TELL
    most = 1 + TIME_THRESHOLD
    if 1 / most <= ratio.low and ratio.high <= most:
        return Verdict.EQUAL
    if ratio.low > 1 + LAYOUT:
        return Verdict.WORSE
    return Verdict.BETTER if ratio.high < 1 / (1 + LAYOUT) else Verdict.CANNOT_TELL


def explained(time: Ratio, verdict: Verdict, instructions: Verdict | None) -> bool:
    """Whether a change of a time is the library's: instructions changed in the same direction, or were not
    counted, or the layout of code alone cannot do as much."""
    if verdict not in (Verdict.WORSE, Verdict.BETTER) or instructions in (None, verdict):
        return True
    return time.low > 1 + MOST_OF_LAYOUT or time.high < 1 / (1 + MOST_OF_LAYOUT)


def verdict_of_count(base: float, head: float, threshold: float = 0.0) -> Verdict:
    """The verdict on what is counted, of which less is better. Equal differ by no more than the threshold
    (0.01 for 1 %)."""
    if head > base * (1 + threshold):
        return Verdict.WORSE
    return Verdict.BETTER if head * (1 + threshold) < base else Verdict.EQUAL


def exit_status(measures: Sequence[Measure]) -> int:
    """1 where anything is worse, else 3 where anything cannot be told or nothing was measured, else 0."""
    found = {one.verdict for one in measures} - {Verdict.NOT_MEASURED}
    if Verdict.WORSE in found:
        return WORSE_FOUND
    return NO_VERDICT if Verdict.CANNOT_TELL in found or not found else NO_WORSE
