"""The shift of unchanged things, and what another unchanged one would do."""

from math import exp, log, sqrt

import pytest

from serbench.statistics.shift import shift_of, student_quantile


@pytest.mark.parametrize(
    ("degrees", "quantile"), [(1, 12.706), (2, 4.303), (3, 3.182), (8, 2.306), (11, 2.201), (120, 1.980)]
)
def test_the_quantiles_are_those_of_the_tables(degrees: int, quantile: float) -> None:
    assert student_quantile(0.95, degrees) == pytest.approx(quantile, abs=5e-4)


def test_the_bounds_are_the_prediction_interval_on_logarithms() -> None:
    found = shift_of({"a": [exp(0.01)], "b": [exp(0.03)], "c": [exp(0.05)]})
    assert found is not None
    reach = 4.3027 * 0.02 * sqrt(1 + 1 / 3)
    assert (log(found.factor), log(found.low), log(found.high)) == pytest.approx(
        (0.03, 0.03 - reach, 0.03 + reach), abs=1e-5
    )
    assert found.holds(found.high) and not found.holds(found.high * 1.001)


def test_values_of_one_thing_are_no_further_things() -> None:
    assert shift_of({"a": [1.0, 1.1, 1.2], "b": [1.0, 1.1], "c": []}) is None
    wide, narrow = (
        shift_of({"a": [1.0, 1.1], "b": [1.0, 1.1], "c": [1.0, 1.1]}),
        shift_of({str(number): [1.0 + number % 2 / 10] for number in range(6)}),
    )
    assert wide and narrow
    assert wide.factor == narrow.factor
    assert wide.high > narrow.high


def test_equal_things_move_by_their_factor_alone() -> None:
    found = shift_of({"a": [1.5], "b": [1.5], "c": [1.5]})
    assert found is not None
    assert (found.low, found.factor, found.high) == pytest.approx((1.5, 1.5, 1.5))
