"""The pace of cores against the least that the loop has taken."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from fakes.samples import measured

from serbench.machine.disturbance import Interference
from serbench.machine.pace import (
    SLOW,
    Pace,
    busiest_core,
    core_of_first_thread,
    loop_ns,
    share_of_slow,
    slow_share,
)
from serbench.record.row import marked


def cores(**ns: int | None) -> Callable[[int], int | None]:
    """A loop that takes so long on the cores ``c0``, ``c1`` and so on."""
    return lambda core: ns[f"c{core}"]


def test_a_core_is_compared_with_the_fastest_ever_seen() -> None:
    times = iter([250, 100, 120, 180])
    pace = Pace(lambda core: next(times))
    assert pace.of(pace.looks(cores=(1,)), 1) == 1.0
    assert pace.of(pace.looks(cores=(0,)), 0) == 1.0
    assert pace.of(pace.looks_at([1]), 1) == 1.2
    assert pace.of(pace.looks_at([1]), 1) == 1.8


@pytest.mark.parametrize(
    ("core", "expected"),
    [
        (0, 1.8),
        (1, 2.5),
        # Where a process ran is not known, but not even the fastest core was fast.
        (None, 1.8),
        # This core was not looked at.
        (2, None),
    ],
)
def test_the_pace_is_that_of_a_core_or_else_of_the_fastest(core: int | None, expected: float | None) -> None:
    assert Pace(fastest_ns=100).of({0: 180, 1: 250}, core) == expected


def test_the_looks_are_of_all_cores_and_may_be_the_fastest() -> None:
    pace = Pace(cores(c0=120, c1=90, c2=None), fastest_ns=100)
    assert (pace.looks(0, (0, 1, 2)), pace.fastest_ns) == ({0: 120, 1: 90}, 90)


def test_a_moment_of_a_higher_clock_does_not_make_all_else_slow() -> None:
    times = iter([75, *[100] * 19, 100])
    pace = Pace(lambda core: next(times))
    for _ in range(20):
        pace.looks_at([0])
    assert pace.of(pace.looks_at([0]), 0) == 1.0


def test_what_is_learnt_first_is_of_all_cores() -> None:
    found: list[int] = []

    def loop(core: int) -> int:
        found.append(core)
        return 100 + core

    pace = Pace(loop)
    pace.learn(0, (3, 5))
    assert (found, pace.fastest_ns) == ([3, 5], 103)


@pytest.mark.parametrize("allowed", [range(0), range(9)])
def test_where_cores_are_too_many_or_none_is_allowed_only_a_known_one_is_looked_at(allowed: range) -> None:
    pace = Pace(lambda core: 100)
    pace.learn(0, allowed)
    assert (pace.looks(None, allowed), pace.looks(4, allowed)) == ({}, {4: 100})
    assert (pace.of({}, None), pace.of({}, 4), pace.of({4: 120}, 4)) == (None, None, 1.2)
    assert Pace(lambda core: None).looks(4, allowed) == {}


def test_the_share_of_slow_looks_is_against_the_least_of_each_core() -> None:
    # The second core is of a slower kind.
    assert share_of_slow([(130, 100, 129), (259, 200, 260)]) == 2 / 6
    assert share_of_slow([(), (100,)]) == 0.0
    assert slow_share(0.01, (0, 1), lambda core: 100 + core) == 0.0


@pytest.mark.parametrize("allowed", [range(0), range(9)])
def test_where_nothing_can_be_looked_at_no_share_is_told(allowed: range) -> None:
    assert slow_share(0.01, allowed, lambda core: 100) is None
    assert slow_share(0.01, (0,), lambda core: None) is None


def test_the_loop_takes_time_and_the_thread_comes_back() -> None:
    allowed = os.sched_getaffinity(0)
    for core in allowed:
        taken_ns = loop_ns(core)
        assert taken_ns is not None and 5_000 < taken_ns < 1_000_000_000
    assert os.sched_getaffinity(0) == allowed
    assert loop_ns(max(os.cpu_count() or 1, *allowed) + 4000) is None


def test_the_core_of_a_process_is_known_until_it_is_reaped() -> None:
    core = min(os.sched_getaffinity(0))
    code = f"import os; os.sched_setaffinity(0, {{{core}}}); sum(range(10**5))"
    process = subprocess.Popen((sys.executable, "-S", "-c", code))
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert core_of_first_thread(process.pid) == core
    process.wait()
    assert core_of_first_thread(process.pid) is None


@pytest.mark.parametrize("text", ["", "7 (a b) Z 1 2", "7 ())) Z " + "x " * 50])
def test_an_unusual_kernel_tells_no_core(text: str, tmp_path: Path) -> None:
    (tmp_path / "proc/7").mkdir(parents=True)
    (tmp_path / "proc/7/stat").write_text(text)
    assert core_of_first_thread(7, tmp_path) is None


def thread(ticks: int, core: int) -> str:
    """The kernel's line of a thread that had so many ticks in user mode and as many in the kernel."""
    return f"7 (java) R {'0 ' * 10}{ticks} {ticks} {'0 ' * 23}{core} 0 0"


def test_a_process_measures_where_its_busiest_thread_runs(tmp_path: Path) -> None:
    for number, text in enumerate((thread(3, 0), thread(20, 5), thread(9, 1), "")):
        folder = tmp_path / f"proc/7/task/{7 + number}"
        folder.mkdir(parents=True)
        (folder / "stat").write_text(text)
    assert busiest_core(7, tmp_path) == 5
    (tmp_path / "proc/7/task/7/children").write_text("")
    assert busiest_core(7, tmp_path) == 5
    # A browser measures, not the program that drives it.
    (tmp_path / "proc/7/task/7/children").write_text("12 ")
    assert busiest_core(7, tmp_path) is None
    assert busiest_core(8, tmp_path) is None


def test_the_name_of_a_program_may_be_anything(tmp_path: Path) -> None:
    (tmp_path / "proc/7").mkdir(parents=True)
    fields = " ".join(str(number) for number in range(4, 53))
    (tmp_path / "proc/7/stat").write_bytes(b"7 (\xff) 1 2 (x) Z " + fields.encode())
    assert core_of_first_thread(7, tmp_path) == 39


def test_a_slow_core_disturbs_like_other_programs() -> None:
    quiet, busy = Interference(0.0, 0.0, 1.0), Interference(0.5, 0.0, 1.0)
    found = [
        marked(measured("cpp/a", "encode", 0, 100.0), by, pace)
        for by, pace in [(quiet, 1.0), (quiet, SLOW), (busy, 1.0), (None, 2.12345), (None, None)]
    ]
    assert [row.disturbed for row in found] == [False, True, True, True, False]
    assert [row.pace for row in found] == [1.0, SLOW, 1.0, 2.123, None]
