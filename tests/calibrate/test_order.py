"""Flips between two runs."""

from fakes.samples import RECORD, measured

from serbench.experiments.memory.calibrate.order import Flip, flips, order_of, pairs_of
from serbench.experiments.memory.report.results import memory_results
from serbench.statistics.comparison import Place

FIRST = {("record", "cpp/a"): Place.certain(1), ("record", "cpp/b"): Place.certain(2)}
SECOND = {("record", "cpp/a"): Place.certain(2), ("record", "cpp/b"): Place.certain(1)}
TIED = {("record", "cpp/a"): Place(1, 2, 0, ("cpp/b",)), ("record", "cpp/b"): Place(1, 2, 0, ("cpp/a",))}


def test_two_runs_that_disagree_and_show_no_tie_flip() -> None:
    assert flips(3, FIRST, SECOND) == [Flip(3, "record", "cpp/a", "cpp/b")]
    assert flips(3, FIRST, FIRST) == []


def test_a_tie_in_either_run_is_no_flip() -> None:
    assert flips(1, FIRST, TIED) == flips(1, TIED, SECOND) == []


def test_codecs_are_compared_within_a_workload_that_both_runs_have() -> None:
    tweet = {("tweet", codec): place for (_, codec), place in SECOND.items()}
    assert flips(1, FIRST, tweet) == []
    assert flips(1, FIRST | tweet, SECOND) == [Flip(1, "record", "cpp/a", "cpp/b")]


def test_the_order_of_a_run_is_that_of_its_totals() -> None:
    rows = [
        measured(codec, operation, fork, cpu_ns + fork / 100)
        for codec, cpu_ns in (("cpp/a", 10), ("cpp/b", 20))
        for operation in ("encode", "decode")
        for fork in range(5)
    ]
    assert {key: place.rank for key, place in order_of(memory_results(RECORD, rows)).items()} == {
        ("record", "cpp/a"): 1,
        ("record", "cpp/b"): 2,
    }


def test_runs_are_paired_with_their_neighbours() -> None:
    assert pairs_of([FIRST, SECOND, TIED, FIRST]) == [(FIRST, SECOND), (TIED, FIRST)]
