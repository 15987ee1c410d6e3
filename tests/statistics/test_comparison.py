"""Differences, tests of significance and places, against values by hand and from the literature."""

import random
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.statistics.comparison import (
    Place,
    can_be_corrected,
    could_all_differ,
    could_differ,
    differs,
    holm,
    places,
    rank_sum_p,
)
from serbench.statistics.estimate import Estimate, ratio


def test_a_difference_needs_both_the_interval_and_the_noise_floor() -> None:
    slow = Estimate.of([10.3, 10.31, 10.32, 10.33, 10.34])
    fast = Estimate.of([10.0, 10.01, 10.02, 10.03, 10.04])
    wide = Estimate.of([9.0, 9.5, 10.5, 11.0, 12.0])
    assert differs(slow, fast) and differs(fast, slow)
    assert not differs(slow, fast, noise_floor=0.05)
    assert differs(slow, fast, noise_floor=0.02)
    assert not differs(wide, fast)
    assert not differs(fast, fast)


def test_how_many_contestants_forks_could_tell_apart() -> None:
    """The least p of a rank-sum test is 2 of 252 for five forks and 2 of 924 for six."""
    assert [could_all_differ(5, number) for number in (1, 2, 4, 5)] == [True, True, True, False]
    assert [could_all_differ(6, number) for number in (5, 7, 8)] == [True, True, False]


def test_how_many_forks_could_differ() -> None:
    # Of 35 ways to choose 3 of 7 forks two are the least and the greatest: 5.7 %; of 20, 56 and 120 likewise.
    assert [could_differ(3, others) for others in (3, 4, 5, 7)] == [False, False, True, True]
    assert could_differ(4, 4) and could_differ(7, 3) and not could_differ(1, 25)


def test_three_forks_tell_nothing_apart_among_themselves_and_four_do() -> None:
    assert not differs(Estimate.of([1.0, 1.1, 1.2]), Estimate.of([5.0, 5.1, 5.2]))
    assert differs(Estimate.of([1.0, 1.1, 1.2, 1.3]), Estimate.of([5.0, 5.1, 5.2, 5.3]))
    assert not differs(Estimate.of([1.0, 1.1, 1.2, 5.0]), Estimate.of([5.0, 5.1, 5.2, 5.3]))


def test_three_forks_against_seven_differ_where_they_do_not_overlap() -> None:
    seven = Estimate.of([5.0, 5.1, 5.2, 5.3, 5.4, 5.5, 5.6])
    assert differs(Estimate.of([714.0, 715.0, 716.0]), seven) and differs(seven, Estimate.of([1.0, 2.0, 3.0]))
    assert not differs(Estimate.of([5.6, 715.0, 716.0]), seven)
    assert not differs(Estimate.of([5.7, 5.8, 5.9]), seven, noise_floor=0.2)


def test_fewer_than_five_forks_and_being_alone_give_no_place() -> None:
    seven = {"a": Estimate.of([5.0 + step / 10 for step in range(7)])}
    seven["b"] = Estimate.of([9.0 + step / 10 for step in range(7)])
    three = {name: Estimate.of([714.0, 715.0, 716.0]) for name in ("c", "d")}
    alone = {"a": Place(1, 1, 0, (), True), "b": Place(2, 2, 1, (), True)}
    four = {"c": Estimate.of([714.0, 715.0, 716.0, 717.0])}
    assert places(seven | three) == places(seven | four) == alone
    assert places(three) == {}
    assert places({"a": seven["a"]}) == {}


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
        "a": Place(1, 2, 0, ("b",), True),
        "b": Place(1, 3, 0, ("a", "c"), True),
        "c": Place(2, 3, 1, ("b",), True),
        "d": Place(4, 4, 3, (), True),
    }


_forks_of_each = st.lists(st.lists(st.integers(1, 60).map(float), min_size=4, max_size=12), max_size=9)


@given(_forks_of_each)
def test_a_slower_one_never_has_a_better_bound(forks: list[list[float]]) -> None:
    estimates = {str(number): Estimate.of(of) for number, of in enumerate(forks)}
    found = places(estimates)
    ascending = sorted(found, key=lambda name: estimates[name].median)
    for bounds in ([found[name].rank for name in ascending], [found[name].rank_high for name in ascending]):
        assert bounds == sorted(bounds)
    for place in found.values():
        # Nothing is claimed that the pairs do not show.
        assert place.rank <= 1 + place.behind <= 1 + place.behind + len(place.tied) <= place.rank_high


def test_a_noisy_one_has_no_better_place_than_a_faster_one() -> None:
    step = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
    found = places(
        {
            "a": Estimate.of([10 + more for more in step]),
            "b": Estimate.of([12 + more for more in step]),
            "noisy": Estimate.of([9.0, 9.5, 10.1, 13.0, 14.0, 15.0, 16.0]),
        }
    )
    assert {name: (place.rank, place.rank_high) for name, place in found.items()} == {
        "a": (1, 2), "b": (1, 3), "noisy": (1, 3),
    }  # fmt: skip
    # The first are still those that nothing is significantly faster than.
    assert [name for name, place in found.items() if place.is_first] == ["a", "noisy"]


@pytest.mark.parametrize(("number", "claims"), [(5, 8), (7, 142)])
def test_a_comparison_on_its_own_is_at_95_per_cent(number: int, claims: int) -> None:
    # All 252 or 3432 ways in which equally likely times can fall to two equal codecs.
    times = [100.0 + index for index in range(2 * number)]
    found = 0
    for chosen in combinations(range(2 * number), number):
        a = Estimate.of([times[index] for index in chosen])
        b = Estimate.of([times[index] for index in range(2 * number) if index not in chosen])
        found += differs(a, b)
    assert found == claims <= 0.05 * comb(2 * number, number)


def test_the_comparisons_of_a_list_are_at_95_per_cent_together() -> None:
    # Six equal codecs: any claim in a list of fifteen comparisons is a false one.
    chance, tries = random.Random(1), 400
    lists = (
        {name: Estimate.of([chance.lognormvariate(0, 0.1) for _ in range(12)]) for name in "abcdef"}
        for _ in range(tries)
    )
    false = sum(any(len(place.tied) < 5 for place in places(of).values()) for of in lists)
    assert false / tries <= 0.05
    # Without a correction nearly every third list would have one.
    alone = (
        {name: Estimate.of([chance.lognormvariate(0, 0.1) for _ in range(12)]) for name in "abcdef"}
        for _ in range(tries)
    )
    uncorrected = sum(any(differs(of[a], of[b]) for a, b in combinations(of, 2)) for of in alone)
    assert uncorrected / tries > 0.15


def test_ten_forks_must_stand_the_correction_and_five_cannot() -> None:
    # Every time of the others lies half a step after one of the first, four places on: p = 0.0068.
    first = [1.0 + step / 100 for step in range(10)]
    later = [value + 0.045 for value in first]
    alone = {"a": Estimate.of(first), "b": Estimate.of(later)}
    assert places(alone) == {"a": Place(1, 1, 0, (), True), "b": Place(2, 2, 1, (), True)}
    # Of ten pairs it is one of the four least, and ten times 0.0068 is no longer significant.
    among = {"a": Estimate.of(first)} | {name: Estimate.of(later) for name in "bcde"}
    assert places(among)["a"] == Place(1, 5, 0, ("b", "c", "d", "e"), True)
    few = {name: Estimate.of(estimate.fork_values[:5]) for name, estimate in among.items()}
    assert places(few)["a"] == Place.certain(1)


def test_how_many_contestants_a_number_of_forks_can_be_corrected_for() -> None:
    assert can_be_corrected([5] * 4) and not can_be_corrected([5] * 5)
    assert can_be_corrected([20, 9] * 24) and not can_be_corrected([20, 9] * 25)
    assert can_be_corrected([10] * 96) and not can_be_corrected([10] * 97)
    assert not can_be_corrected([20] * 3 + [3])
    assert not can_be_corrected([20])


def test_holm_on_the_trial_of_benjamini_and_hochberg() -> None:
    # "Controlling the false discovery rate", Journal of the Royal Statistical Society B 57 (1995), section
    # 4.1: fifteen comparisons of two treatments of infarction. At 0.05 the procedures that control the
    # familywise error reject the three least.
    p_values = [
        0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
        0.6528, 0.7590, 1.0000,
    ]  # fmt: skip
    adjusted = holm(p_values)
    assert [value <= 0.05 for value in adjusted] == [True] * 3 + [False] * 12
    assert adjusted[:4] == pytest.approx([0.0015, 0.0056, 0.0247, 0.114])
    assert adjusted[-1] == 1.0


def test_holm_keeps_the_order_given_and_never_falls() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


def test_the_rank_sum_of_the_placentas_in_hollander_and_wolfe() -> None:
    # "Nonparametric Statistical Methods" (1973), page 69: permeability of ten placentas at term and five
    # earlier ones. The Mann-Whitney statistic is 35 and the exact one-sided p is 0.1272.
    term = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
    earlier = [1.15, 0.88, 0.90, 0.74, 1.21]
    assert rank_sum_p(term, earlier) == pytest.approx(2 * 0.1272, abs=0.0001)
    assert rank_sum_p(earlier, term) == rank_sum_p(term, earlier)


def test_the_least_rank_sum_p_and_the_largest() -> None:
    low, high = [1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 9.0, 10.0]
    assert rank_sum_p(low, high) == 2 / 252
    assert rank_sum_p(low, low) == 1.0


def test_equal_values_share_their_rank() -> None:
    # Doubled ranks 2, 5, 5, 8: of the six pairs two sum to no more than the first half's 2 + 5.
    assert rank_sum_p([1.0, 2.0], [2.0, 3.0]) == pytest.approx(2 * 2 / 6)
