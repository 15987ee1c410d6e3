"""The evidence that a codec belongs to a set of the fastest, and how long it is believed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

# What is older says little of the libraries of today.
MOST_YEARS = 2
# The day on which the evidence of all sets was looked at last. Tests compare with it, never with the clock;
# whoever moves it on replaces what has expired.
LOOKED_AT = date(2026, 11, 26)


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence that a benchmark ``says`` of a codec's library, the ``source`` that says so (an address, or
    a document of this project), and the day on which that was ``dated``."""

    says: str
    source: str
    dated: date

    def expired(self, on: date) -> bool:
        return is_older(self.dated, on, MOST_YEARS)


def evidence_of(table: Mapping[str, Any]) -> Evidence:
    """The table ``[evidence]`` of a manifest. Raises ValueError with its first fault."""
    if set(table) != {"says", "source", "dated"}:
        raise ValueError("it needs says, source and dated")
    if not isinstance(table["says"], str) or not isinstance(table["source"], str):
        raise ValueError("says and source are not texts")
    if type(table["dated"]) is not date:
        raise ValueError("dated is not a date such as 2026-11-26, without quotation marks")
    return Evidence(**table)


def is_older(then: date, now: date, years: int) -> bool:
    """Whether more than so many years lie between two days."""
    return (now.year - then.year, now.month, now.day) > (years, then.month, then.day)
