"""Geometric means over workloads."""

from math import exp, log, sqrt

import pytest

from serbench.statistics.estimate import Estimate, geometric_ratio

# Fleming and Wallace (1986), table I: the times of five benchmarks on three processors.
TIMES = {
    "R": [417.0, 83.0, 66.0, 39449.0, 772.0],
    "M": [244.0, 70.0, 153.0, 33527.0, 368.0],
    "Z": [134.0, 70.0, 135.0, 66000.0, 369.0],
}


def estimates(processor: str) -> list[Estimate]:
    return [Estimate.of([time] * 5) for time in TIMES[processor]]


def test_the_processors_of_fleming_and_wallace() -> None:
    of_m = geometric_ratio(estimates("M"), estimates("R"))
    assert of_m.ratio == pytest.approx(0.86, abs=0.005)
    # The order does not depend on the processor by which the others are normalised.
    of_z = geometric_ratio(estimates("Z"), estimates("R"))
    assert geometric_ratio(estimates("Z"), estimates("M")).ratio == pytest.approx(of_z.ratio / of_m.ratio)
    assert (of_m.low, of_m.high) == pytest.approx((of_m.ratio, of_m.ratio))


def test_the_interval_shrinks_with_the_number_of_workloads() -> None:
    noisy = Estimate.of([9.0, 9.5, 10.0, 10.5, 11.0])
    exact = Estimate.of([5.0] * 5)
    # The weights of five forks are 181, 811, 1141, 811, 181 of 3125.
    logarithms = [log(value) for value in noisy.fork_values]
    weights = [share / 3125 for share in (181, 811, 1141, 811, 181)]
    mean = sum(value * weight for value, weight in zip(logarithms, weights, strict=True))
    variance = sum((value - mean) ** 2 * weight for value, weight in zip(logarithms, weights, strict=True))
    one = geometric_ratio([noisy], [exact])
    four = geometric_ratio([noisy] * 4, [exact] * 4)
    assert one.ratio == four.ratio == pytest.approx(2.0)
    assert one.high == pytest.approx(2 * exp(1.959964 * sqrt(variance)))
    assert four.high == pytest.approx(2 * exp(1.959964 * sqrt(variance) / 2))
    assert not one.is_range


def test_few_forks_are_said() -> None:
    assert geometric_ratio([Estimate.of([1.0, 2.0])], [Estimate.of([1.0] * 5)]).is_range


def test_a_mean_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        geometric_ratio([], [])
    with pytest.raises(ValueError, match="the same workloads"):
        geometric_ratio(estimates("R"), estimates("M")[:2])
