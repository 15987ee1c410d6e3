"""What other programs and guests did while something was measured."""

import os
from pathlib import Path

import pytest

from serbench.engine.disturbance import (
    Interference,
    Usage,
    interference_between,
    usage_now,
    usage_of_programs,
)


def test_the_rest_is_what_neither_this_process_nor_its_runners_used() -> None:
    before = Usage(at_s=100.0, busy_s=50.0, stolen_s=1.0, own_s=10.0)
    after = Usage(at_s=104.0, busy_s=56.0, stolen_s=1.4, own_s=14.0)
    found = interference_between(before, after)
    assert found is not None
    assert (found.load, found.steal, found.elapsed_s) == pytest.approx((0.5, 0.1, 4.0))
    assert (found.is_loaded, found.is_robbed, found.disturbs) == (True, True, True)


def test_ticks_that_lag_behind_are_no_negative_load() -> None:
    found = interference_between(Usage(0.0, 5.0, 0.0, 1.0), Usage(1.0, 5.9, 0.0, 2.0))
    assert found == Interference(0.0, 0.0, 1.0)
    assert not found.disturbs


@pytest.mark.parametrize(
    ("by", "disturbs"),
    [
        (Interference(0.24, 0.0, 10.0), False),
        (Interference(0.25, 0.0, 10.0), True),
        (Interference(0.0, 0.04, 10.0), False),
        (Interference(0.0, 0.05, 10.0), True),
        # Four ticks in a tenth of a second, which the kernel's counting alone can make.
        (Interference(0.4, 0.4, 0.1), False),
        (Interference(0.5, 0.0, 0.1), True),
    ],
)
def test_what_disturbs(by: Interference, disturbs: bool) -> None:
    assert by.disturbs == disturbs


def test_nothing_is_known_without_both_ends() -> None:
    usage = Usage(0.0, 1.0, 0.0, 1.0)
    assert interference_between(None, usage) is None
    assert interference_between(usage, None) is None
    assert interference_between(usage, usage) is None


def test_a_machine_that_does_not_tell(tmp_path: Path) -> None:
    assert usage_now(tmp_path / "none") is None
    (tmp_path / "stat").write_text("cpu  1 2 3\n")
    assert usage_now(tmp_path / "stat") is None


def test_a_machine_that_tells(tmp_path: Path) -> None:
    (tmp_path / "stat").write_text("cpu  100 20 30 4000 500 6 7 80 90 0\ncpu0 1 2 3 4 5 6 7 8 9 0\n")
    found = usage_now(tmp_path / "stat")
    assert found is not None
    # Ticks of 10 ms on every system that serbench is known on; guests' time is among the user's.
    assert (found.busy_s, found.stolen_s) == pytest.approx((1.63, 0.8))
    assert found.own_s > 0


def test_the_kernels_own_threads_work_for_whoever_uses_files(tmp_path: Path) -> None:
    (tmp_path / "stat").write_text("cpu  1000 0 0 0 0 0 0 0 0 0\n")
    fields = "S {parent} 0 0 0 -1 0 0 0 0 0 {user} {system} 0 0"
    for number, parent, name in ((7, 2, "kworker/u4:1-flush"), (8, 1, "a (strange) name")):
        folder = tmp_path / str(number)
        folder.mkdir()
        stat = fields.format(parent=parent, user=30, system=20)
        (folder / "stat").write_text(f"{number} ({name}) {stat}\n")
    plain, with_kernel = usage_now(tmp_path / "stat"), usage_of_programs(tmp_path)
    assert plain is not None and with_kernel is not None
    ticks = os.sysconf("SC_CLK_TCK")
    assert with_kernel.own_s - plain.own_s == pytest.approx(50 / ticks, abs=0.2)
    assert usage_of_programs(tmp_path / "none") is None
