"""The distribution of a resampled median against values by hand, by enumeration and from the literature."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import log10, sqrt
from statistics import median

import pytest

from serbench.statistics.estimate import Distribution, median_distribution


def test_five_forks_by_hand() -> None:
    # The median of a resample is the least value when at least 3 of 5 draws hit it:
    # 10 * 16 + 5 * 4 + 1 = 181 of 3125 resamples.
    distribution = median_distribution([10.0, 11.0, 12.0, 13.0, 14.0])
    assert distribution.values == (10.0, 11.0, 12.0, 13.0, 14.0)
    assert distribution.weights == (181, 811, 1141, 811, 181)
    assert distribution.total == 3125


def test_the_weight_of_the_least_of_seven_by_hand() -> None:
    # P(least) = P(Bin(7, 1/7) >= 4) = (35 * 216 + 21 * 36 + 7 * 6 + 1) / 823543 = 8359 / 823543 < 1 / 40.
    distribution = median_distribution([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])
    assert distribution.weights[0] == 35 * 6**3 + 21 * 6**2 + 7 * 6 + 1 == 8359


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


def test_the_mice_of_efron_and_tibshirani() -> None:
    # "An Introduction to the Bootstrap" (1993), table 2.1: survival times of seven treated mice in days. The
    # ideal bootstrap standard error of their median, for B = infinity, is 37.83.
    distribution = median_distribution([94.0, 197.0, 16.0, 38.0, 99.0, 141.0, 23.0])
    assert sqrt(distribution.variance()) == pytest.approx(37.83, abs=0.005)


def test_the_variance_of_a_function_of_the_median() -> None:
    distribution = Distribution((1.0, 10.0, 100.0), (1, 2, 1), 4)
    assert distribution.variance(log10) == pytest.approx(0.5)
