"""The columns of a row that are the same in every experiment."""

from dataclasses import dataclass, replace

from fakes.tiny import runner

from serbench.engine.row import columns_of, columns_of_phases, columns_of_process, row_of, started_now
from serbench.engine.work import Fork
from serbench.pools.judging import PoolFinding
from serbench.runner.process import Conversation

FORK = Fork("cpp/honest", "tiny", 3)
PHASES = {"read": {"cpu_ns": 10, "wall_ns": 100}, "decode": {"cpu_ns": 20, "wall_ns": 25}}


def test_a_row_says_what_was_measured_by_which_runner() -> None:
    now = started_now()
    row = row_of(
        "toy", FORK, runner("honest"), "emit", command=("run",), started_at=now, outcome="ok", detail=""
    )
    assert (row.experiment, *row.cell, row.fork) == ("toy", "cpp/honest", "tiny", "emit", 3)
    assert (row.language, row.side, row.fork_rows) == ("cpp", "application", 1)
    assert (row.product_key, row.command, row.started_at) == ("key of cpp/honest", ("run",), now)
    assert row_of("toy", FORK, runner("honest"), "x", fork_rows=2, side="library", **_OK).fork_rows == 2


_OK = {"outcome": "ok", "detail": "", "command": (), "started_at": "2026-01-01T00:00:00.000+00:00"}


@dataclass(frozen=True)
class Found:
    outcome: str = "wrong"
    size_bytes: int = 7
    frames: int = 9


def test_what_a_finding_has_and_a_row_has_not_is_no_column() -> None:
    assert columns_of(Found()) == {"outcome": "wrong", "size_bytes": 7}


def test_phases_are_together_one_sample() -> None:
    columns = columns_of_phases(PoolFinding("ok", phases=PHASES), 50)
    assert (columns["n"], columns["cpu_ns"], columns["wall_ns"]) == ((50,), (30,), (125,))
    assert (columns["objects"], columns["phases"]) == (50, PHASES)
    failed = columns_of_phases(PoolFinding("crashed", "It died."), 50)
    assert (failed["n"], failed["cpu_ns"], failed["outcome"], failed["detail"]) == (
        (),
        (),
        "crashed",
        "It died.",
    )


def test_a_process_is_timed_as_a_whole_unless_it_failed() -> None:
    said = Conversation(("run", "emit"), "ok", "", (), "", 0, 123)
    columns = columns_of_process(said)
    assert (columns["outcome"], columns["n"], columns["wall_ns"]) == ("ok", (1,), (123,))
    assert columns["command"] == ("run", "emit")
    refused = columns_of_process(replace(said, outcome="refused"))
    assert (refused["outcome"], refused["n"], refused["cpu_ns"]) == ("unsupported", (), ())
