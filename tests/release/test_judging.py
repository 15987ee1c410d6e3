"""Verdicts on times and counts, and the exit status of all of them."""

import pytest

from serbench.release.judging import Measure, Verdict, exit_status, verdict_of_count, verdict_of_time
from serbench.statistics.estimate import Ratio, forks_together, paired_ratio


@pytest.mark.parametrize(
    ("low", "ratio", "high", "verdict"),
    [
        (0.99, 1.0, 1.01, Verdict.EQUAL),
        # Certainly longer, and certainly by less than 5 %.
        (1.03, 1.04, 1.05, Verdict.EQUAL),
        # A true slowdown of 5 % that is known to 2 %.
        (1.03, 1.05, 1.07, Verdict.WORSE),
        (1.3, 1.5, 1.6, Verdict.WORSE),
        # Layout alone may have made it.
        (1.02, 1.05, 1.08, Verdict.CANNOT_TELL),
        (0.9, 1.0, 1.1, Verdict.CANNOT_TELL),
        (0.91, 0.94, 0.97, Verdict.BETTER),
        (0.93, 0.96, 0.99, Verdict.CANNOT_TELL),
    ],
)
def test_the_verdict_on_a_time(low: float, ratio: float, high: float, verdict: Verdict) -> None:
    assert verdict_of_time(Ratio(ratio, low, high, is_range=False)) is verdict
    assert verdict_of_time(Ratio(ratio, low, high, is_range=True)) is Verdict.CANNOT_TELL


@pytest.mark.parametrize(
    ("base", "head", "threshold", "verdict"),
    [
        (1000, 1010, 0.01, Verdict.EQUAL),
        (1000, 1011, 0.01, Verdict.WORSE),
        (1011, 1000, 0.01, Verdict.BETTER),
        (100, 101, 0.0, Verdict.WORSE),
        (0, 0, 0.01, Verdict.EQUAL),
        (0, 1, 0.01, Verdict.WORSE),
        (1, 0, 0.01, Verdict.BETTER),
    ],
)
def test_the_verdict_on_a_count(base: float, head: float, threshold: float, verdict: Verdict) -> None:
    assert verdict_of_count(base, head, threshold) is verdict


@pytest.mark.parametrize(
    ("verdicts", "status"),
    [
        ([Verdict.EQUAL, Verdict.CHANGED, Verdict.NOT_MEASURED], 0),
        ([Verdict.BETTER, Verdict.CANNOT_TELL], 3),
        ([Verdict.CANNOT_TELL, Verdict.WORSE], 1),
        # Nothing is known.
        ([Verdict.NOT_MEASURED], 3),
        ([], 3),
    ],
)
def test_the_exit_status(verdicts: list[Verdict], status: int) -> None:
    assert exit_status([Measure("time", "encode", verdict) for verdict in verdicts]) == status


def test_forks_of_one_round_are_compared_with_each_other() -> None:
    # The machine becomes ten times slower; HEAD takes 10 % more at any time.
    base = {fork: 100.0 * (1 + fork) for fork in range(9)}
    head = {fork: 110.0 * (1 + fork) for fork in range(9)} | {9: 5.0}
    found = paired_ratio(head, base)
    assert (round(found.ratio, 9), round(found.low, 9), round(found.high, 9)) == (1.1, 1.1, 1.1)
    assert not found.is_range
    # The interval of five has a level of 93.75 %, that of six of 96.875 %.
    assert [paired_ratio(*[dict.fromkeys(range(forks), 1.0)] * 2).is_range for forks in (5, 6)] == [
        True,
        False,
    ]
    assert paired_ratio({1: 2.0, 2: 3.0}, {2: 2.0}) == Ratio(1.5, 1.5, 1.5, is_range=True)


def test_forks_that_others_lost_are_paired_in_order_where_too_few_are_common() -> None:
    slow_lost = dict.fromkeys((0, 1, 2, 3, 4, 5, 11), 2.0)
    other_lost = dict.fromkeys((5, 6, 7, 8, 9, 10), 1.0)
    # Fork 5 alone is common: a ratio of one pair would tell nothing.
    assert forks_together((slow_lost, other_lost)) == [(0, 5), (1, 6), (2, 7), (3, 8), (4, 9), (5, 10)]
    assert paired_ratio(slow_lost, other_lost) == Ratio(2.0, 2.0, 2.0, is_range=False)
    six = dict.fromkeys((0, 2, 4, 6, 8, 10), 1.0)
    assert forks_together((dict.fromkeys(range(12), 1.0), six)) == [(fork, fork) for fork in six]
    assert forks_together(({3: 1.0, 4: 1.0}, {4: 1.0}, {4: 1.0})) == [(4, 4, 4)]
    assert forks_together(({0: 1.0}, {})) == []
