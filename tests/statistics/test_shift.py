"""The shift of unchanged things, and what another unchanged one would do."""

from itertools import combinations
from math import exp, log, sqrt
from random import Random
from statistics import stdev

import pytest

from serbench.statistics.shift import Shift, scale_of, shift_of, student_quantile


def _shift(ratios: dict[str, list[float]]) -> Shift | None:
    """The shift of things that were measured in one way, in two ways …"""
    return shift_of({thing: dict(enumerate(of_thing)) for thing, of_thing in ratios.items()})


@pytest.mark.parametrize(
    ("degrees", "quantile"), [(1, 12.706), (2, 4.303), (3, 3.182), (8, 2.306), (11, 2.201), (120, 1.980)]
)
def test_the_quantiles_are_those_of_the_tables(degrees: int, quantile: float) -> None:
    assert student_quantile(0.95, degrees) == pytest.approx(quantile, abs=5e-4)


def test_the_bounds_are_the_prediction_interval_on_logarithms() -> None:
    found = _shift({"a": [exp(0.01)], "b": [exp(0.03)], "c": [exp(0.05)]})
    assert found is not None
    reach = 4.3027 * 0.02 * sqrt(1 + 1 / 3)
    assert (log(found.factor), log(found.low), log(found.high)) == pytest.approx(
        (0.03, 0.03 - reach, 0.03 + reach), abs=1e-5
    )
    assert found.holds(found.high) and not found.holds(found.high * 1.001)


def test_values_of_one_thing_are_no_further_things() -> None:
    assert _shift({"a": [1.0, 1.1, 1.2], "b": [1.0, 1.1], "c": []}) is None
    wide, narrow = (
        _shift({"a": [1.0, 1.1], "b": [1.2, 1.3], "c": [1.4, 1.5]}),
        _shift({str(number): [1.0 + number / 10] for number in range(6)}),
    )
    assert wide and narrow
    assert wide.factor == narrow.factor
    assert wide.high > narrow.high


def test_equal_things_move_by_their_factor_alone() -> None:
    found = _shift({"a": [1.5], "b": [1.5], "c": [1.5]})
    assert found is not None
    assert (found.low, found.factor, found.high) == pytest.approx((1.5, 1.5, 1.5))


def _qn(values: list[float], factor: float) -> float:
    """Qn by its definition, from all distances."""
    half = len(values) // 2 + 1
    distances = sorted(abs(a - b) for a, b in combinations(values, 2))
    return 2.2219 * factor * distances[half * (half - 1) // 2 - 1]


def test_the_scale_of_six_values_or_more_is_qn_and_of_fewer_the_standard_deviation() -> None:
    draw = Random(1)
    factors = {6: 0.611, 7: 0.857, 8: 0.669, 9: 0.872, 10: 10 / 13.8, 11: 11 / 12.4, 40: 40 / 43.8}
    for size, factor in factors.items():
        values = [draw.gauss(0, 1) for _ in range(size)]
        assert scale_of(values) == pytest.approx(_qn(values, factor))
    assert scale_of([1.0, 2.0, 4.0, 8.0, 16.0]) == pytest.approx(stdev([1.0, 2.0, 4.0, 8.0, 16.0]))
    assert scale_of([2.0] * 7) == pytest.approx(0.0)


def test_the_scale_of_normal_values_is_their_deviation_even_where_two_of_eighteen_lie_far_off() -> None:
    draw = Random(2)
    for size in (6, 7, 8, 9, 18, 33):
        mean = sum(scale_of([draw.gauss(5, 2) for _ in range(size)]) for _ in range(1500)) / 1500
        assert mean == pytest.approx(2, rel=0.05), size
    values = [draw.gauss(0, 1) for _ in range(16)]
    assert scale_of([*values, 40.0, -40.0]) < 2
    assert stdev([*values, 40.0, -40.0]) > 13


def test_a_way_in_which_all_things_moved_is_within_the_bounds() -> None:
    """Where the machine takes 8 % longer for two operations of five, of these too no thing has changed."""
    draw = Random(3)
    moved = {
        str(thing): [exp(draw.gauss(0, 0.008)) * (1.08 if way < 2 else 1.0) for way in range(5)]
        for thing in range(9)
    }
    found = _shift(moved)
    assert found is not None and found.holds(1.08) and not found.holds(1.2)
    by_scale = student_quantile(0.95, 8) * scale_of([log(one) for of in moved.values() for one in of])
    assert log(found.high / found.factor) > 1.4 * by_scale
