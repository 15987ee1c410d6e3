"""When the Java sampler takes code for settled, on series of slices."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from java.asking import answering

SettledAfter = Callable[[Sequence[float]], int]


@pytest.fixture(scope="module")
def settled_after(probes: Path) -> Iterator[SettledAfter]:
    """After how many slices a warm-up has settled, 0 for never."""
    with answering(["java", "-cp", str(probes), "serbench.timing.WarmUpSeries"]) as ask:
        yield lambda slices: int(ask(*slices))


def test_code_that_is_even_settles_when_a_second_has_brought_nothing(settled_after: SettledAfter) -> None:
    # The second is that of ten slices, after one to compare them with.
    assert settled_after([50.0] * 20) == 11
    assert settled_after([50.0] * 10) == 0


def test_a_gain_is_waited_out(settled_after: SettledAfter) -> None:
    # A stable plateau of a second, from which the compiler then frees it: the slice 12 is the first fast one.
    assert settled_after([400.0] * 3 + [66.0] * 8 + [9.0] * 15) == 12 + 10
    # Less than 3 % is no gain.
    assert settled_after([50.0, *[49.0] * 15]) == 11


def test_a_restless_machine_does_not_keep_it_waiting(settled_after: SettledAfter) -> None:
    assert settled_after([90.0, 50.0, *[50.0, 51.0, 75.0, 90.0] * 5]) == 12
    # It ends in a slice that was not slowed down, for that alone shows that the code is as fast as ever.
    assert settled_after([90.0, 50.0, *[50.0, 75.0, 90.0, 51.0] * 5]) == 12 + 2


def test_code_that_was_thrown_away_is_not_measured(settled_after: SettledAfter) -> None:
    assert settled_after([50.0] * 5 + [200.0] * 20) == 0
    assert settled_after([50.0] * 5 + [200.0] * 10 + [54.0] * 2) == 16
