"""Earlier runs, as a sentence, as JSON and beside a cell."""

from serbench.report.history import History, Past
from serbench.report.standing import Key

_A, _B = ("cpp/a", "record", "encode"), ("cpp/b", "record", "encode")
_C, _D = ("java/c", "record", "encode"), ("java/d", "record", "encode")
_OWN: dict[Key, float] = {_A: 100.0, _B: 200.0}


def _past(day: int, a: float, b: float) -> Past:
    return Past(f"202611{day}-090000", f"2026-11-{day}T09:00:00+00:00", {_A: a, _B: b})


def test_without_earlier_runs_nothing_is_said() -> None:
    history = History(_OWN)
    assert history.sentence == ""
    assert history.beside(_A) == ""
    assert history.to_json() == {"runs": [], "against_others": {}, "cells": []}


def test_one_earlier_run_is_one() -> None:
    assert History(_OWN, (_past(20, 104.0, 208.0),)).sentence == (
        "In 1 earlier run of these executables all times moved together by +4.0%, a codec against the others"
        " by ±0.0%."
    )


def test_several_runs_have_a_range_and_a_spread() -> None:
    history = History(_OWN, (_past(21, 99.0, 198.0), _past(20, 106.0, 218.36)))
    assert history.sentence == (
        "In 2 earlier runs of these executables all times moved together by -1.0% to +7.6%, a codec against"
        " the others by ±3.0%."
    )


def test_each_of_several_languages_has_its_spread() -> None:
    own = {_A: 1.0, _B: 1.0, _C: 1.0, _D: 1.0}
    past = Past("20261120-090000", "", {_A: 1.0, _B: 1.02, _C: 1.0, _D: 1.05})
    assert History(own, (past,)).of_a_codec.keys() == {"C++", "Java"}
    assert "a codec against the others by ±2.0% in C++, ±5.0% in Java." in History(own, (past,)).sentence


def test_references_move_with_all_and_against_none() -> None:
    history = History(_OWN, (_past(20, 104.0, 208.0),), frozenset({"cpp/b"}))
    assert history.of_a_codec == {}
    assert history.sentence == ("In 1 earlier run of these executables all times moved together by +4.0%.")


def test_a_cell_has_its_times_of_the_runs_that_measured_it() -> None:
    history = History(
        _OWN, (_past(21, 101.0, 198.0), Past("20261120-090000", "2026-11-20T09:00:00+00:00", {_B: 210.0}))
    )
    assert history.beside(_A) == "20261121-090000 +1.0%"
    assert history.beside(_B) == "20261121-090000 -1.0%, 20261120-090000 +5.0%"
    assert history.beside(_C) == ""
    document = history.to_json()
    assert [run["run"] for run in document["runs"]] == ["20261121-090000", "20261120-090000"]
    assert document["runs"][1]["shift"] == 0.05
    assert document["cells"][0] == {
        "codec": "cpp/a",
        "workload": "record",
        "operation": "encode",
        "median_ns": 100.0,
        "earlier": [
            {"run": "20261121-090000", "started_at": "2026-11-21T09:00:00+00:00", "median_ns": 101.0}
        ],
    }
