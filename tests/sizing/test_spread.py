"""Percentiles of sizes, of one type and of a mix."""

from serbench.experiments.sizing.spread import Spread, mixed


def test_a_percentile_is_the_least_size_that_so_many_do_not_exceed() -> None:
    spread = Spread.of([30, 10, 20, 40])
    assert (spread.objects, spread.bytes, spread.mean) == (4, 100, 25.0)
    found = [spread.percentile(percent) for percent in (0, 25, 26, 50, 51, 75, 76, 100)]
    assert found == [10, 10, 20, 20, 30, 30, 40, 40]


def test_of_a_thousand_sizes_each_percentile_is_a_tenth_of_its_rank() -> None:
    spread = Spread.of(range(1, 1001))
    assert [spread.percentile(percent) for percent in (1, 50, 95, 99, 100)] == [10, 500, 950, 990, 1000]


def test_a_mix_has_the_shares_of_its_types() -> None:
    small, large = Spread.of([100] * 7), Spread.of([1000] * 3)
    mix = mixed([(0.9, small), (0.1, large)])
    assert mix.mean == 190
    assert [mix.percentile(percent) for percent in (0, 50, 90, 91, 100)] == [100, 100, 100, 1000, 1000]


def test_the_mix_of_equal_types_is_the_type() -> None:
    spread = Spread.of(range(1, 101))
    assert mixed([(0.25, spread), (0.75, spread)]).quantiles[1:] == spread.quantiles[1:]
