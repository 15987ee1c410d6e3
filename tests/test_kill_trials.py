"""The trials that kill runs: when they kill, and what they find in the rows and files that are left."""

import json
import signal
from collections import Counter
from dataclasses import replace

import pytest
from kill_judging import (
    SHARES,
    Finding,
    Trial,
    doubled,
    draw,
    left_behind,
    lost,
    measurements,
    missing,
    table,
    whole_forks,
)

TRIAL = Trial("run", 3, "SIGKILL", "parent", 0.25)
SOUND = Finding(TRIAL, "during", True, 0, 0, 0, (), (), False, False, 130, "exit status 0")


def line(operation: str, fork: int = 0, attempt: int = 0, fork_rows: int = 2) -> str:
    row = {"codec": "c", "workload": "w", "operation": operation, "parameters": {}, "fork": fork}
    return json.dumps({**row, "attempt": attempt, "fork_rows": fork_rows}) + "\n"


FORK = [line("encode"), line("decode")]
NEXT = [line("encode", fork=1), line("decode", fork=1)]


def test_200_kills_are_spread_by_shares_and_are_the_same_each_time() -> None:
    trials = draw(200, 1, list(SHARES))
    assert trials == draw(200, 1, list(SHARES))
    assert Counter(trial.experiment for trial in trials) == {
        "run": 32, "store": 32, "relay": 32, "sort": 32, "torture": 31, "evolve": 31, "cluster": 10
    }  # fmt: skip
    assert {trial.experiment for trial in trials[:40]} == SHARES.keys()
    assert len({(trial.experiment, trial.number) for trial in trials}) == 200


def test_each_signal_goes_to_the_group_and_to_the_parent() -> None:
    pairs = {(trial.signal, trial.target) for trial in draw(6, 1, ["relay"])}
    names = (signal.SIGKILL.name, signal.SIGINT.name, signal.SIGTERM.name)
    assert pairs == {(name, target) for name in names for target in ("group", "parent")}


def test_moments_lie_all_over_the_run_and_depend_on_the_seed_alone() -> None:
    moments = sorted(trial.moment for trial in draw(100, 1, ["store"]))
    assert (moments[0] < 0.05, moments[-1] > 0.95, all(0 <= moment <= 1 for moment in moments)) == (True,) * 3
    few, many = draw(3, 1, ["store"]), draw(100, 1, ["store", "run"])
    assert set(few) <= set(many)
    assert set(few).isdisjoint(draw(100, 2, ["store", "run"]))


@pytest.mark.parametrize("torn", [NEXT[0], NEXT[0] + NEXT[1][:-1], NEXT[0][:7], ""])
def test_a_torn_fork_at_the_end_was_not_measured(torn: str) -> None:
    assert whole_forks(("".join(FORK) + torn).encode()) == FORK


def test_rows_that_are_gone_changed_or_moved_are_lost() -> None:
    assert lost(FORK, FORK + NEXT) == 0
    assert lost([], FORK) == 0
    assert lost(FORK + NEXT, FORK) == 2
    assert lost(FORK, NEXT) == 2
    assert lost(FORK + NEXT, [*FORK, NEXT[0], FORK[0]]) == 1
    assert lost(FORK, []) == 2


def test_a_second_attempt_is_not_a_double_but_the_same_one_is() -> None:
    again = [line("encode", attempt=1), line("decode", attempt=1)]
    assert doubled(FORK + again + NEXT) == 0
    assert doubled(FORK + NEXT + FORK) == 2


def test_what_an_undisturbed_run_measures_is_missing_until_some_attempt_has_it() -> None:
    planned = sorted(measurements(FORK + NEXT))
    assert missing(planned, FORK) == 2
    assert missing(planned, [*FORK, line("encode", 1, attempt=1), line("decode", 1, attempt=1)]) == 0


def test_only_the_files_of_a_run_may_stay() -> None:
    whole = ["measurements.jsonl", "adapters.json", "report.html", "run.json"]
    assert left_behind([], [], whole) == ()
    left = left_behind(["serbench-protoc-x"], [".serbench-pool"], [*whole, "run.json.ab"])
    assert left == ("dir/.serbench-pool", "run/run.json.ab", "tmp/serbench-protoc-x")


@pytest.mark.parametrize(
    "fault",
    [
        {"resumed": False},
        {"lost": 1},
        {"doubled": 1},
        {"missing": 1},
        {"left": ("tmp/x",)},
        {"processes": ("runner",)},
        {"locked": True},
        {"traceback": True},
    ],
)
def test_a_trial_with_any_fault_is_not_sound(fault: dict[str, object]) -> None:
    assert SOUND.sound
    assert not replace(SOUND, **fault).sound  # type: ignore[arg-type]


def test_a_signal_that_nothing_heeds_is_a_fault() -> None:
    assert not replace(SOUND, status=0).sound
    assert replace(SOUND, status=0, phase="ended").sound
    assert replace(SOUND, status=0, trial=replace(TRIAL, moment=0.95)).sound
    assert not replace(SOUND, status=None).sound


def test_findings_come_back_from_the_file_as_they_were() -> None:
    finding = replace(SOUND, left=("tmp/x",), processes=("a b",))
    assert Finding.from_json(json.loads(json.dumps(finding.to_json()))) == finding


def test_the_table_counts_by_experiment_and_over_all() -> None:
    other = replace(SOUND, trial=replace(TRIAL, experiment="sort"), resumed=False, lost=3, left=("tmp/x",))
    assert table([SOUND, SOUND, other], ["run", "sort"]).splitlines()[2:] == [
        "| run | 2 | 2 | 0 | 0 | 0 | 0 |",
        "| sort | 1 | 0 | 3 | 0 | 1 | 0 |",
        "| all | 3 | 2 | 3 | 0 | 1 | 0 |",
    ]
