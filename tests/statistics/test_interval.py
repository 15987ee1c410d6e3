"""The interval of a median: between two forks, at a level that follows from their number alone."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from statistics import median

import pytest

from serbench.experiments.memory.plan import PRESETS
from serbench.statistics.comparison import differs
from serbench.statistics.estimate import Estimate, geometric_ratio, interval_of_median


def test_five_forks_by_hand() -> None:
    # The median is outside where all five lie on one side of it: 2 of 32 throws of five coins.
    estimate = Estimate.of([14.0, 10.0, 12.0, 11.0, 13.0])
    assert (estimate.median, estimate.low, estimate.high, estimate.level) == (12.0, 10.0, 14.0, 0.9375)
    assert not estimate.is_range


@pytest.mark.parametrize(
    ("size", "low", "high", "level"),
    [(9, 2, 8, 0.9609), (12, 3, 10, 0.9614), (15, 4, 12, 0.9648), (20, 6, 15, 0.9586), (25, 8, 18, 0.9567)],
)
def test_the_forks_between_which_it_lies(size: int, low: int, high: int, level: float) -> None:
    estimate = Estimate.of([float(number) for number in range(1, size + 1)])
    assert (estimate.low, estimate.high, estimate.rounded_level) == (low, high, level)


@pytest.mark.parametrize("size", range(1, 13))
def test_the_level_is_that_of_all_throws_of_coins(size: int) -> None:
    """Of all ways in which values fall below (0) and above (1) the median, those in which the interval has
    it; and no narrower one would still have 95 %."""

    def share(left_out: int) -> Fraction:
        inside = sum(left_out < sum(throw) < size - left_out for throw in product((0, 1), repeat=size))
        return Fraction(inside, 2**size)

    left_out, level = interval_of_median(size)
    assert level == share(left_out)
    assert left_out == 0 or level >= Fraction(19, 20)
    assert share(left_out + 1) < Fraction(19, 20)


DRAWS: dict[str, Callable[[random.Random], float]] = {
    "normal": lambda chance: chance.gauss(100, 2),
    "skewed": lambda chance: 100 * chance.lognormvariate(0, 0.3),
    # Every sixth fork is slowed by something else.
    "disturbed": lambda chance: 100 + abs(chance.gauss(0, 1)) + 30 * (chance.random() < 1 / 6),
}


@pytest.mark.parametrize("name", DRAWS)
@pytest.mark.parametrize("size", [5, 12])
def test_so_many_intervals_have_the_median_of_what_they_were_drawn_from(name: str, size: int) -> None:
    chance, draw = random.Random(1), DRAWS[name]
    true = median(draw(chance) for _ in range(100_001))
    tries = 3000
    found = (Estimate.of([draw(chance) for _ in range(size)]) for _ in range(tries))
    share = sum(one.low <= true <= one.high for one in found) / tries
    # One point, which is more than two standard errors of so many tries.
    assert share == pytest.approx(float(interval_of_median(size)[1]), abs=0.01)


@pytest.mark.parametrize("name", DRAWS)
@pytest.mark.parametrize("size", [5, 12])
def test_so_many_ratios_of_equal_codecs_have_one_in_their_interval(name: str, size: int) -> None:
    chance, draw, tries = random.Random(1), DRAWS[name], 300
    ratios, means = 0, 0
    for _ in range(tries):
        first = [Estimate.of([draw(chance) for _ in range(size)]) for _ in range(3)]
        second = [Estimate.of([draw(chance) for _ in range(size)]) for _ in range(3)]
        # Which is that the interval of the ratio excludes 1 (test_comparison).
        ratios += not differs(first[0], second[0])
        of_three = geometric_ratio(first, second)
        means += of_three.low <= 1 <= of_three.high
    # They are printed as 95 %, so more is right and less is not, but for the chance of so few tries.
    assert min(ratios, means) / tries >= 0.94


def test_the_presets_have_95_per_cent_where_a_fork_is_cheap() -> None:
    levels = {
        name: (interval_of_median(preset.forks)[1], interval_of_median(preset.jit_forks or 0)[1])
        for name, preset in PRESETS.items()
    }
    assert {name: (round(float(own), 3), round(float(jit), 3)) for name, (own, jit) in levels.items()} == {
        "quick": (0.961, 0.938),
        "standard": (0.959, 0.961),
        "thorough": (0.957, 0.961),
    }


def test_one_or_two_forks_have_no_interval() -> None:
    assert [Estimate.of([1.0] * forks).has_interval for forks in (1, 2, 3)] == [False, False, True]
