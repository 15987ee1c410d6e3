"""Two runs of the same executables: all together, and a codec against the others."""

from math import log

import pytest

from serbench.statistics.drift import against_others, logarithms, shift, spread


def test_ratios_are_of_the_cells_that_both_have() -> None:
    found = logarithms({"a": 2.0, "b": 3.0, "zero": 0.0}, {"a": 1.0, "c": 1.0, "zero": 1.0})
    assert found == {"a": log(2)}
    assert logarithms({"a": 2.0}, {"a": 0.0}) == {}


def test_times_move_together_by_the_median_of_their_ratios() -> None:
    assert shift({"a": log(1.02), "b": log(1.06), "c": log(3)}) == pytest.approx(0.06)
    with pytest.raises(ValueError, match="at least one cell"):
        shift({})


def test_a_codec_moves_against_the_median_of_the_others() -> None:
    """All took 10 % longer, and b besides 5 %."""
    ratios = {"a": [log(1.10)] * 2, "b": [log(1.10 * 1.05)], "c": [log(1.10)] * 2}
    assert against_others(ratios) == pytest.approx([0, 0, 0.05, 0, 0], abs=1e-12)


def test_of_two_codecs_each_moves_by_the_whole_difference() -> None:
    assert against_others({"a": [log(1.0)], "b": [log(0.8)]}) == pytest.approx([0.25, 0.25])
    assert against_others({"a": [log(1.1)]}) == []


def test_a_spread_covers_19_of_20() -> None:
    assert spread([number / 100 for number in range(1, 21)]) == 0.19
    assert spread([0.01, 0.03]) == 0.03
    with pytest.raises(ValueError, match="at least one difference"):
        spread([])
