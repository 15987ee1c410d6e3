"""Estimates, intervals and places against values computed by hand or by enumerating all resamples."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.statistics import Estimate, Place, differs, median_distribution, places, ratio


def test_five_forks_by_hand() -> None:
    # The median of a resample is the least value when at least 3 of 5 draws hit it:
    # 10 * 16 + 5 * 4 + 1 = 181 of 3125 resamples, which is 0.05792. Each tail holds more than 1 of 40,
    # so the interval is the range.
    distribution = median_distribution([10.0, 11.0, 12.0, 13.0, 14.0])
    assert distribution.values == (10.0, 11.0, 12.0, 13.0, 14.0)
    assert distribution.weights == (181, 811, 1141, 811, 181)
    assert distribution.total == 3125
    estimate = Estimate.of([14.0, 10.0, 12.0, 11.0, 13.0])
    assert (estimate.median, estimate.low, estimate.high) == (12.0, 10.0, 14.0)
    assert not estimate.is_range


def test_seven_forks_leave_out_the_extremes() -> None:
    # P(least) = P(Bin(7, 1/7) >= 4) = (35 * 216 + 21 * 36 + 7 * 6 + 1) / 823543 = 8359 / 823543 < 1 / 40.
    distribution = median_distribution([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])
    assert distribution.weights[0] == 35 * 6**3 + 21 * 6**2 + 7 * 6 + 1 == 8359
    estimate = Estimate.of([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])
    assert (estimate.median, estimate.low, estimate.high) == (4.0, 2.0, 6.0)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_the_closed_form_equals_the_enumeration(size: int) -> None:
    values = [float(2**i) for i in range(size)]
    counted = Counter(float(median(resample)) for resample in product(values, repeat=size))
    distribution = median_distribution(values)
    assert dict(zip(distribution.values, distribution.weights, strict=True)) == dict(counted)
    assert distribution.total == size**size


def test_equal_values_share_their_weight() -> None:
    counted = Counter(float(median(resample)) for resample in product([3.0, 3.0, 5.0, 9.0, 9.0], repeat=5))
    distribution = median_distribution([9.0, 3.0, 5.0, 3.0, 9.0])
    assert dict(zip(distribution.values, distribution.weights, strict=True)) == dict(counted)


def test_twenty_forks_weigh_all_resamples() -> None:
    distribution = median_distribution([float(i) for i in range(20)])
    assert distribution.total == sum(distribution.weights) == 20**20
    assert distribution.quantile(Fraction(1, 2)) == 9.5


def test_below_five_forks_it_is_the_range_and_says_so() -> None:
    estimate = Estimate.of([4.0, 2.0, 3.0, 9.0])
    assert (estimate.median, estimate.low, estimate.high, estimate.is_range) == (3.5, 2.0, 9.0, True)
    with pytest.raises(ValueError, match="at least one fork"):
        Estimate.of([])


def test_the_ratio_has_its_own_interval() -> None:
    twice = ratio(Estimate.of([20.0, 22.0, 24.0, 26.0, 28.0]), Estimate.of([10.0, 11.0, 12.0, 13.0, 14.0]))
    # The joint weights: 20/14 and 20/13 hold 181 * (181 + 811) = 179552 of 9765625, which is less than 1 of
    # 40; with 22/14 it is 179552 + 811 * 181 = 326343, which is more. Likewise 28/10 and 26/10 above 28/11.
    assert twice.ratio == 2.0
    assert twice.low == 22 / 14
    assert twice.high == 28 / 11
    assert not twice.is_range


def test_the_ratio_of_few_forks_is_a_range() -> None:
    few = ratio(Estimate.of([2.0, 4.0]), Estimate.of([1.0, 2.0]))
    assert (few.ratio, few.low, few.high, few.is_range) == (2.0, 1.0, 4.0, True)


def test_a_difference_needs_both_the_interval_and_the_noise_floor() -> None:
    slow = Estimate.of([10.3, 10.31, 10.32, 10.33, 10.34])
    fast = Estimate.of([10.0, 10.01, 10.02, 10.03, 10.04])
    wide = Estimate.of([9.0, 9.5, 10.5, 11.0, 12.0])
    assert differs(slow, fast) and differs(fast, slow)
    assert not differs(slow, fast, noise_floor=0.05)
    assert differs(slow, fast, noise_floor=0.02)
    assert not differs(wide, fast)
    assert not differs(fast, fast)


def test_three_forks_tell_nothing_apart_and_four_do() -> None:
    assert not differs(Estimate.of([1.0, 1.1, 1.2]), Estimate.of([5.0, 5.1, 5.2]))
    assert differs(Estimate.of([1.0, 1.1, 1.2, 1.3]), Estimate.of([5.0, 5.1, 5.2, 5.3]))
    assert not differs(Estimate.of([1.0, 1.1, 1.2, 5.0]), Estimate.of([5.0, 5.1, 5.2, 5.3]))


_times = st.lists(st.integers(1, 40).map(float), min_size=5, max_size=8)


@given(_times, _times)
def test_a_difference_is_an_interval_that_excludes_one(left: list[float], right: list[float]) -> None:
    a, b = Estimate.of(left), Estimate.of(right)
    above, below = ratio(a, b), ratio(b, a)
    assert differs(a, b) == differs(b, a) == (above.low > 1 or below.low > 1)
    if differs(a, b):
        assert a.median != b.median


def test_ties_are_pairwise_and_not_transitive() -> None:
    found = places(
        {
            "a": Estimate.of([10.0, 10.1, 10.2, 10.3, 10.4]),
            "b": Estimate.of([10.2, 10.4, 10.6, 10.8, 11.0]),
            "c": Estimate.of([10.7, 10.8, 10.9, 11.0, 11.1]),
            "d": Estimate.of([20.0, 20.1, 20.2, 20.3, 20.4]),
        }
    )
    assert found == {
        "a": Place(1, ("b",)),
        "b": Place(1, ("a", "c")),
        "c": Place(2, ("b",)),
        "d": Place(4, ()),
    }
