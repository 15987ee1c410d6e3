"""Forks that something else disturbs are measured again."""

import math
from pathlib import Path

import pytest
from memory.running import OPERATIONS, Run

from serbench.engine.attempts import counting_though_disturbed, unmeasured
from serbench.engine.executing import Again
from serbench.engine.work import Progress
from serbench.machine.disturbance import Usage
from serbench.machine.pace import SLOW
from serbench.record.run_folder import RunFolder


class Told(Progress):
    """Remembers which forks are measured again."""

    def __init__(self) -> None:
        self.left: list[int] = []
        self.left_s: list[float] = []

    def again(self, left: int, left_s: float) -> None:
        self.left.append(left)
        self.left_s.append(left_s)


def test_a_disturbed_fork_is_measured_again_after_the_others(tmp_path: Path) -> None:
    # Each fork takes one second of an own core; next to the first, others use half a core.
    usages = iter(
        [Usage(0, 0, 0, 0), Usage(1, 1.5, 0, 1)]
        + [Usage(at, at + 1, 0.0, at) for fork in range(1, 4) for at in (fork, fork + 1)]
    )
    run = Run(tmp_path, "honest", forks=3)
    told = Told()
    rows = run.execute(told, observe=lambda: next(usages))
    encodes = [row for row in rows if row.operation == "encode"]
    assert [(row.fork, row.attempt, row.disturbed, row.load) for row in encodes] == [
        (0, 0, True, 0.5),
        (1, 0, False, 0.0),
        (2, 0, False, 0.0),
        (0, 1, False, 0.0),
    ]
    assert (told.left, told.left_s) == ([1], [math.inf])
    assert len(rows) == 4 * len(OPERATIONS)
    assert RunFolder.load(run.folder.path).rows == rows
    assert unmeasured(run.plan.forks, rows) == []


def test_only_as_many_disturbed_forks_are_measured_again_as_the_time_allows(tmp_path: Path) -> None:
    # Others use half a core all the time; of twelve disturbed forks three may be measured again.
    usages = iter(Usage(at, 1.5 * at, 0.0, at) for at in range(100))
    run = Run(tmp_path, "honest", forks=12)
    fork_s = run.plan.estimated_ns / 12 / 1e9
    told = Told()
    rows = run.execute(
        told, observe=lambda: next(usages), clock=lambda: run.attempts * fork_s, again=Again(14.5 * fork_s)
    )
    assert told.left == [3, 2]
    assert told.left_s == pytest.approx([2.5 * fork_s, 1.5 * fork_s])
    assert {row.fork for row in rows if row.attempt == 1} == {0, 1}


def test_a_user_may_allow_time_for_disturbed_forks_also_once_a_run_is_over(tmp_path: Path) -> None:
    # Others use half a core, but not during the attempts from the 20th on.
    usages = iter(Usage(look, look + min(look, 36) / 2, 0.0, look) for look in range(100))
    run = Run(tmp_path, "honest", forks=12)
    fork_s = run.plan.estimated_ns / 12 / 1e9

    def clock() -> float:
        return run.attempts * fork_s

    run.execute(observe=lambda: next(usages), clock=clock, again=Again(allowed_s=4.5 * fork_s))
    assert run.attempts == 12 + 4
    told = Told()
    run.execute(told, observe=lambda: next(usages), clock=clock, again=Again(allowed_s=100 * fork_s))
    assert told.left[0] == 12 and told.left_s[0] == pytest.approx(100 * fork_s)
    # All of them had to be measured again, and those that were meanwhile are not.
    assert counting_though_disturbed(run.folder.rows) == set()
    assert len(told.left) == run.attempts - 16


def test_a_machine_that_has_used_up_its_time_has_a_reserve(tmp_path: Path) -> None:
    # Others use half a core all the time. Twelve forks take three times as long as they should.
    run = Run(tmp_path, "honest", forks=12)
    fork_s = run.plan.estimated_ns / 12 / 1e9
    looks = iter(range(1000))
    passed_s = [0.0]

    def observe() -> Usage:
        look = next(looks)
        passed_s[0] = 3 * fork_s * ((look + 1) // 2)
        return Usage(look, 1.5 * look, 0.0, look)

    rows = run.execute(observe=observe, clock=lambda: passed_s[0], again=Again(12 * fork_s, reserve=0.1))
    assert sum(row.operation == "encode" and row.attempt == 1 for row in rows) == 1


def test_what_failed_costs_nothing_when_its_fork_is_measured_again(tmp_path: Path) -> None:
    usages = iter(
        [Usage(0, 0, 0, 0), Usage(1, 1.5, 0, 1)]
        + [Usage(at, at + 1, 0.0, at) for fork in range(1, 4) for at in (fork, fork + 1)]
    )
    run = Run(tmp_path, "crasher", forks=3)
    again = run.execute(observe=lambda: next(usages))[-3:]
    assert [(row.fork, row.attempt, row.operation, row.outcome) for row in again] == [
        (0, 1, "encode", "ok"),
        (0, 1, "decode", "crashed"),
        (0, 1, "access-one", "ok"),
    ]
    assert "operations=encode,access-one" in again[0].command


@pytest.fixture
def three_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cores of which each is looked at once before the first fork."""
    monkeypatch.setattr("serbench.experiments.memory.flow._LEARN_S", 0)
    monkeypatch.setattr("os.sched_getaffinity", lambda pid: {0, 1, 2})


@pytest.mark.usefixtures("three_cores")
def test_a_fork_with_an_operation_on_a_slow_core_is_measured_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("serbench.experiments.memory.paces.core_of_first_thread", lambda pid: 1)
    # All cores once the objects are read and after each of the three operations.
    forks = ((100, 100, 100, 110), (100, 190, 190, 100), (150, 100, 100, 120), *[(100, 100, 120, 100)] * 2)
    times = iter([100, 100, 100, *(ns for fork in forks for ns in fork for core in range(3))])
    run = Run(tmp_path, "honest", forks=3)
    rows = run.execute(loop=lambda core: next(times), again=Again(allowed_s=3600))
    paces: dict[tuple[int, int], list[float | None]] = {}
    for row in rows:
        paces.setdefault((row.fork, row.attempt), []).append(row.pace)
        assert row.disturbed == ((row.pace or 0) >= SLOW)
    assert paces == {
        (0, 0): [1.0, 1.0, 1.1],
        (1, 0): [1.9, 1.9, 1.9],
        (2, 0): [1.5, 1.0, 1.2],
        (1, 1): [1.0, 1.2, 1.2],
        (2, 1): [1.0, 1.2, 1.2],
    }


@pytest.mark.usefixtures("three_cores")
@pytest.mark.parametrize(
    ("language", "busiest", "expected"), [("cpp", 2, 1.9), ("java", 2, 1.7), ("java", None, 1.0)]
)
def test_the_core_of_an_operation_is_that_of_the_thread_which_may_measure(
    language: str, busiest: int | None, expected: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("serbench.experiments.memory.paces.core_of_first_thread", lambda pid: 1)
    monkeypatch.setattr("serbench.experiments.memory.paces.busiest_core", lambda pid: busiest)
    run = Run(tmp_path, "honest", codec=f"{language}/honest")
    rows = run.execute(loop=lambda core: (100, 190, 170)[core])
    assert {row.pace for row in rows} == {expected}
