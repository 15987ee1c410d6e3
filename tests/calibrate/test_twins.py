"""Twins that are distinguished, and what forks of a runner say outside of a run."""

from collections import Counter
from pathlib import Path

import pytest
from fakes.tiny import BRIEF, make_corpus, runner

from serbench.errors import SerbenchError
from serbench.experiments.memory.calibrate import differences
from serbench.experiments.memory.calibrate.differences import (
    Coverage,
    ForkValue,
    Twins,
    coverage,
    fork_values,
    forks_take_s,
    measured_twins,
)
from serbench.machine.disturbance import Interference

EVEN = (10.0, 11.0, 12.0, 13.0, 14.0)


def test_twins_are_told_apart_by_the_interval_of_their_ratio() -> None:
    same = Twins("cpp/a", "encode", EVEN, (10.5, 11.5, 12.5, 13.5, 14.5))
    apart = Twins("cpp/a", "decode", EVEN, (20.0, 21.0, 22.0, 23.0, 24.0))
    assert [pair.are_distinguished for pair in (same, apart)] == [False, True]


def test_single_intervals_are_counted_that_hold_the_median_of_all_forks() -> None:
    high = tuple(value + 10 for value in EVEN)
    # The median of all twenty forks of encode is 13, beyond which those that are slower lie.
    measured = [Twins("cpp/a", "encode", EVEN, EVEN), Twins("cpp/a", "encode", EVEN, high)]
    assert coverage(measured) == Coverage(4, 3, 0.9375)
    assert coverage([*measured, Twins("cpp/a", "decode", high, high)]) == Coverage(6, 5, 0.9375)


def test_a_fork_outside_of_a_run_has_the_medians_of_its_samples(tmp_path: Path) -> None:
    found = fork_values(runner("honest"), make_corpus(tmp_path), BRIEF)
    # Four samples of 100, 101, 102 and 103 ns of CPU time, and ten more by the wall clock.
    assert found == {"encode": ForkValue(101.5, 111.5), "decode": ForkValue(101.5, 111.5)}


def test_a_runner_that_fails_is_said(tmp_path: Path) -> None:
    with pytest.raises(SerbenchError, match=r"cpp/crasher: The runner was killed by signal 11"):
        fork_values(runner("crasher"), make_corpus(tmp_path), BRIEF)


def test_every_pair_has_forks_of_its_own(tmp_path: Path) -> None:
    told: list[str] = []
    found = list(measured_twins([runner("honest")], make_corpus(tmp_path), BRIEF, 2, told.append))
    assert Counter((pair.codec, pair.operation) for pair in found) == {
        ("cpp/honest", "encode"): 2,
        ("cpp/honest", "decode"): 2,
    }
    assert {(pair.first, pair.second) for pair in found} == {((101.5,) * 3, (101.5,) * 3)}
    assert told == ["pair 1 of 2", "pair 2 of 2"]


def test_the_time_of_forks() -> None:
    # A start of 30 ms and two operations of 1 ms of proofs, 1 us of warm-up that ends with half a sample, and
    # four samples of 1.5 us.
    assert forks_take_s(["cpp/a", "cpp/b"], BRIEF, 5) == pytest.approx(2 * 5 * 0.0320155)


def test_of_forks_that_were_all_disturbed_the_least_disturbed_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interferences = iter(Interference(load, 0.0, 1.0) for load in (2.0, 0.5, 1.0))
    times_ns = iter((10.0, 20.0, 30.0))
    monkeypatch.setattr(differences, "interference_between", lambda before, after: next(interferences))
    monkeypatch.setattr(differences, "_measured", lambda *of: {"encode": ForkValue(next(times_ns), 0.0)})
    assert fork_values(runner("honest"), make_corpus(tmp_path), BRIEF)["encode"].cpu_ns == 20.0
