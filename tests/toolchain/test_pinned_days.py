"""The table of the days of pinned releases, against the pins of this checkout."""

from datetime import date

import pytest
from toolchain.make import table, wanted

from serbench.codecs.evidence import LOOKED_AT, MOST_YEARS, is_older
from serbench.toolchain.pinned_days import TABLE, day_of_pin, days_in, pinned_days
from serbench.toolchain.releases import Pin


def test_each_pin_has_its_day_and_no_day_is_of_another_pin() -> None:
    missing = wanted() - pinned_days().keys()
    stale = pinned_days().keys() - wanted()
    assert not missing | stale, "run tests/toolchain/make.py"


def test_a_release_that_is_not_in_the_table_has_no_day() -> None:
    pin = next(iter(wanted()))
    assert day_of_pin(pin) == pinned_days()[pin]
    assert day_of_pin(Pin(pin.registry, pin.package, f"{pin.version}.1")) is None


def test_old_pins_are_those_that_nothing_replaces() -> None:
    """By a date in the repository: whoever moves it on looks at the others with `doctor --freshness`."""
    days = pinned_days()
    old = {
        f"{pin.package} {pin.version}" for pin, day in days.items() if is_older(day, LOOKED_AT, MOST_YEARS)
    }
    # The newest releases, but for bincode 1, which many still use: its codec is of that format.
    assert old == {"bincode 1.3.3", "ciborium 0.2.2", "json-bigint 1.0.0", "speedy 0.8.7"}
    assert max(days.values()) <= LOOKED_AT


def test_the_table_is_written_as_it_is_read() -> None:
    assert table(pinned_days()) == TABLE.read_text(encoding="utf-8")
    days = {Pin("npm", "@a/b", "1.2"): date(2026, 1, 2), Pin("crate", "c", "3"): date(2025, 3, 4)}
    assert days_in(table(days)) == days


def test_what_is_no_day_is_refused() -> None:
    with pytest.raises(ValueError, match="a 1 of npm has no day"):
        days_in('[npm]\n"a 1" = "2026-01-02"\n')
