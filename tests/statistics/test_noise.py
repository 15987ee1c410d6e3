"""The noise floor, from twins."""

from random import Random

import pytest

from serbench.statistics.comparison import places
from serbench.statistics.estimate import Estimate
from serbench.statistics.noise import NoiseFloor, noise_between, noise_json, noise_share


def test_nineteen_of_twenty_measurements_of_the_same_code_differ_by_less() -> None:
    chance = Random(1)
    within = 0
    for _ in range(2_000):
        share = noise_share([chance.gauss(0.0, 0.02) for _ in range(40)])
        within += abs(chance.gauss(0.0, 0.02)) <= share
    assert within / 2_000 == pytest.approx(0.95, abs=0.015)


def test_the_order_of_twins_does_not_matter_and_no_twin_is_an_error() -> None:
    assert noise_share([0.01, -0.02]) == noise_share([-0.01, 0.02]) > 0.01
    assert noise_share([0.0]) == 0.0
    with pytest.raises(ValueError, match="no twins"):
        noise_share([])


def test_of_two_languages_the_larger_floor_counts() -> None:
    noise = {"x": NoiseFloor(0.01, 1, 1), "y": NoiseFloor(0.05, 2, 1)}
    assert noise_between(noise, "x", "y") == 0.05
    assert noise_between(noise, "x", "x") == 0.01
    assert noise_between(noise, "z") == 0.0
    assert noise_json(noise)["y"] == {"share": 0.05, "twins": 2, "runs": 1}


def test_places_hold_each_contestant_to_its_own_floor() -> None:
    times = {
        name: Estimate.of([level + step / 1000 for step in range(6)])
        for name, level in (("a", 10.0), ("b", 10.3), ("c", 10.6))
    }
    assert {name: place.tied for name, place in places(times).items()} == {"a": (), "b": (), "c": ()}
    noisy = places(times, {"c": NoiseFloor(0.05, 1, 1)})
    assert {name: place.tied for name, place in noisy.items()} == {"a": (), "b": ("c",), "c": ("b",)}
