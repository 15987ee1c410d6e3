"""Times with their intervals and ratios of them."""

import pytest

from serbench.statistics.estimate import Estimate, ratio


def test_below_five_forks_it_is_the_range_and_says_so() -> None:
    estimate = Estimate.of([4.0, 2.0, 3.0, 9.0])
    assert (estimate.median, estimate.low, estimate.high, estimate.is_range) == (3.5, 2.0, 9.0, True)
    with pytest.raises(ValueError, match="at least one fork"):
        Estimate.of([])


def test_the_wider_half_is_a_share_of_the_median() -> None:
    assert Estimate.of([99, 100, 104]).wider_half == 0.04
    assert Estimate.of([95, 100, 104]).wider_half == 0.05


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
