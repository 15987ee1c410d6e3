"""Claims about unchanged code between runs of different hours, and planted slowdowns that are found."""

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest

from serbench.compare.side import Side
from serbench.experiments.memory.calibrate.hours import (
    PLANTS,
    Claims,
    Judged,
    Plant,
    comparable_pairs,
    judged,
    sentences,
)
from serbench.statistics.estimate import Estimate

_OPERATIONS = ("encode", "decode")
_MACHINE = {"cpu_model": "one"}


def _side(times: Mapping[tuple[str, str], list[float]], **given: object) -> Side:
    keys = {(codec, "record", operation): Estimate.of(values) for (codec, operation), values in times.items()}
    known: dict[str, object] = {
        "executables": {(codec, "record"): codec for codec, _ in times},
        "corpora": {"record": "ab"},
        "machine": _MACHINE,
    }
    return Side("run", False, keys, {}, **(known | given))  # type: ignore[arg-type]


def _hours(runs: int, seed: int, codecs: int = 10, disturbed: int = 0) -> list[Side]:
    """Runs of unchanged code. An hour moves all times by up to 6 %. Besides, forks spread by 1 % and each
    cell of a run by 0.6 %, of ``disturbed`` codecs by four times that: a cell of two runs then differs by
    1 %."""
    draw = random.Random(seed)
    names = [f"cpp/c{number}" for number in range(codecs)]
    sides = []
    for _ in range(runs):
        hour, shaken = draw.uniform(1.0, 1.06), set(names[:disturbed])
        times = {}
        for codec in names:
            for operation in _OPERATIONS:
                cell = hour * (1 + draw.gauss(0, 0.024 if codec in shaken else 0.006))
                times[codec, operation] = [1000 * cell * (1 + draw.gauss(0, 0.01)) for _ in range(12)]
        sides.append(_side(times))
    return sides


def _judged(sides: list[Side]) -> Judged:
    (found,) = judged(comparable_pairs(sides), lambda _: None)
    return found


@pytest.fixture(scope="module")
def found() -> Judged:
    return _judged(_hours(runs=5, seed=1))


def test_unchanged_code_of_another_hour_is_claimed_in_one_of_a_hundred_comparisons_at_most(
    found: Judged,
) -> None:
    assert (found.language, found.comparisons, found.cells) == ("cpp", 100, 200)
    assert found.controls.worse <= 0.01 * found.comparisons
    assert found.controls.marked <= 0.05 * found.cells
    # The hours alone would have called it slower.
    assert found.without.marked > 0.6 * found.cells


def test_a_planted_slowdown_of_five_per_cent_is_found(found: Judged) -> None:
    shares = {plant.slowdown: plant.found / found.cells for plant in found.plants}
    assert tuple(shares) == PLANTS
    assert shares[0.05] >= 0.95
    assert shares[0.03] < shares[0.05] <= shares[0.1] == 1.0
    assert all(plant.found / found.cells <= plant.comparisons / found.comparisons for plant in found.plants)


@pytest.mark.slow
def test_two_disturbed_controls_of_nine_hide_no_slowdown_of_five_per_cent() -> None:
    """A standard deviation of the controls instead of their Qn would hide every other one."""
    found = _judged(_hours(runs=4, seed=3, disturbed=2))
    plant = next(plant for plant in found.plants if plant.slowdown == 0.05)
    assert plant.found / found.cells >= 0.8
    assert found.controls.marked <= 0.15 * found.cells


def test_only_runs_of_the_same_data_machine_and_executables_are_pairs() -> None:
    first, second = _hours(runs=2, seed=4, codecs=4)
    assert comparable_pairs([first, second]) == [(first, second)]
    for other in (
        replace(second, corpora={"record": "cd"}),
        replace(second, machine={"cpu_model": "another"}),
        replace(second, executables=dict.fromkeys(second.executables, "other")),
    ):
        assert comparable_pairs([first, other]) == []


def test_a_language_with_three_codecs_tells_nothing() -> None:
    assert judged(comparable_pairs(_hours(runs=2, seed=5, codecs=3)), lambda _: None) == []


def test_every_codec_of_every_pair_is_told() -> None:
    told: list[str] = []
    judged(comparable_pairs(_hours(runs=3, seed=6, codecs=4)), told.append)
    assert len(told) == 12
    assert (told[0], told[-1]) == ("pair 1 of 3: cpp/c0", "pair 3 of 3: cpp/c3")


def test_the_sentences_have_every_share() -> None:
    found = Judged("cpp", 50, 200, Claims(0, 4), Claims(10, 100), (Plant(0.05, 190, 49),))
    first, second = sentences([found], pairs=10)
    assert first == (
        "hours: C++: 0 of 50 comparisons of unchanged code (pairs of runs: 10) end with status 1 (0.0%;"
        " without controls 20.0%), and 4 of 200 cells are marked (2.0%; without controls 50.0%)"
    )
    assert second == (
        "hours: C++: a planted slowdown of 5% is found in 95.0% of cells and 98.0% of comparisons"
    )
    assert found.plants[0].slowdown == pytest.approx(0.05)
