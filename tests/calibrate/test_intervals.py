"""Intervals of single times hold the median as often as is printed with them."""

import random

import pytest
from fakes.samples import RECORD, measured

from serbench.experiments.memory.calibrate.intervals import (
    Halves,
    Simulated,
    forks_of,
    halves,
    sentences,
    simulated,
)
from serbench.experiments.memory.report.results import memory_results


def _cells(forks: int, cells: int = 6) -> list[list[float]]:
    """Skewed times, as those of forks are."""
    draw = random.Random(forks)
    return [[1000 + draw.expovariate(0.1) for _ in range(forks)] for _ in range(cells)]


@pytest.mark.parametrize(
    ("forks", "level"), [(5, 0.9375), (9, 0.9609), (12, 0.9614), (15, 0.9648), (20, 0.9586), (25, 0.9567)]
)
def test_an_interval_covers_within_a_point_of_its_level(forks: int, level: float) -> None:
    (found,) = simulated(_cells(forks))
    assert (found.forks, found.cells, found.drawn) == (forks, 6, 20_000)
    assert found.level == pytest.approx(level, abs=5e-5)
    assert found.holding / found.drawn == pytest.approx(found.level, abs=0.01)


def test_numbers_of_forks_are_told_apart_and_the_same_forks_give_the_same() -> None:
    cells = [*_cells(12, 2), *_cells(5, 3)]
    found = simulated(cells, draws=200)
    assert [(one.forks, one.cells) for one in found] == [(5, 3), (12, 2)]
    assert simulated(cells, draws=200) == found


def test_forks_that_drift_are_unlike_any_forks_of_their_cell() -> None:
    draw = random.Random(1)
    still = [[draw.gauss(1000, 10) for _ in range(12)] for _ in range(200)]
    drifting = [[value + 5 * number for number, value in enumerate(values)] for values in still]
    alike, apart = halves(still), halves(drifting)
    assert alike.cells == 200
    assert alike.in_time == pytest.approx(alike.at_random, abs=0.05)
    assert apart.in_time < apart.at_random - 0.3


def test_the_forks_of_a_cell_are_in_the_order_in_which_they_were_measured() -> None:
    times = (30, 10, 20, 50, 40)
    rows = [measured("cpp/a", "encode", fork, time) for fork, time in enumerate(times)]
    few = [measured("cpp/b", "decode", fork, 7) for fork in range(4)]
    assert forks_of([memory_results(RECORD, [*rows, *few])]) == [times]


def test_the_sentences() -> None:
    assert list(sentences([Simulated(12, 40, 1000, 962, 0.9614)], Halves(40, 0.875, 0.9))) == [
        "intervals: of 12 forks, drawn 1000 times from those of 40 cells, 96.2% hold the median; they are"
        " printed with 96.1%",
        "intervals: that of the first half of the forks holds the median of the second in 87.5% of 40 cells,"
        " that of a random half in 90.0%",
    ]
