"""When the releases that this checkout pins appeared, by pinned_days.toml."""

import tomllib
from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path

from serbench.toolchain.releases import Pin

TABLE = Path(__file__).with_name("pinned_days.toml")


def day_of_pin(pin: Pin) -> date | None:
    """The day on which the registry says that a pinned release appeared; None where the table lacks it."""
    return pinned_days().get(pin)


@cache
def pinned_days() -> Mapping[Pin, date]:
    """The day of each pin in the table."""
    return days_in(TABLE.read_text(encoding="utf-8"))


def days_in(text: str) -> dict[Pin, date]:
    """The days in a table's text: for each registry ``"PACKAGE VERSION" = YYYY-MM-DD``. Raises ValueError
    for what is no day."""
    found: dict[Pin, date] = {}
    for registry, days in tomllib.loads(text).items():
        for release, day in days.items():
            if type(day) is not date:
                raise ValueError(f"{release} of {registry} has no day.")
            package, _, version = release.rpartition(" ")
            found[Pin(registry, package, version)] = day
    return found
