"""Rank correlation."""

import pytest

from serbench.compare.comparison import mean_ranks, spearman

# A worked example of many textbooks: intelligence quotient against hours of television a week.
IQ = (106, 100, 86, 101, 99, 103, 97, 113, 112, 110)
HOURS = (7, 27, 2, 50, 28, 29, 20, 12, 6, 17)


def test_a_worked_example() -> None:
    assert spearman(IQ, HOURS) == pytest.approx(-29 / 165)


def test_the_same_order_and_the_opposite_one() -> None:
    assert spearman([1, 20, 300], [5, 6, 7]) == pytest.approx(1)
    assert spearman([1, 20, 300], [7, 6, 5]) == pytest.approx(-1)


def test_equal_values_share_the_mean_of_their_ranks() -> None:
    assert mean_ranks([10, 30, 10, 20]) == [1.5, 4, 1.5, 3]


@pytest.mark.parametrize(("a", "b"), [([], []), ([1], [2]), ([1, 1], [2, 3]), ([1, 2], [3, 3])])
def test_where_it_is_not_defined_there_is_none(a: list[float], b: list[float]) -> None:
    assert spearman(a, b) is None
