"""The interference of other programs and guests while something is measured."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.samples import measured

from serbench.machine.disturbance import (
    Interference,
    Usage,
    interference_between,
    usage_now,
    usage_of_programs,
)
from serbench.record.row import marked


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
        (Interference(0.0, 0.0, 10.0, 0.04), False),
        (Interference(0.0, 0.0, 10.0, 0.05), True),
        (Interference(0.0, 0.0, 0.1, 0.4), False),
    ],
)
def test_what_disturbs(by: Interference, disturbs: bool) -> None:
    assert by.disturbs == disturbs


def test_nothing_is_known_without_both_ends() -> None:
    usage = Usage(0.0, 1.0, 0.0, 1.0)
    assert interference_between(None, usage) is None
    assert interference_between(usage, None) is None
    assert interference_between(usage, usage) is None


def rooted(root: Path, texts: dict[str, str]) -> Path:
    """A folder in which the kernel says this."""
    for name, text in texts.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def test_a_machine_that_does_not_tell(tmp_path: Path) -> None:
    assert usage_now(tmp_path / "none") is None
    assert usage_now(rooted(tmp_path, {"proc/stat": "cpu  1 2 3\n"})) is None


def test_a_machine_that_tells(tmp_path: Path) -> None:
    stat = "cpu  100 20 30 4000 500 6 7 80 90 0\ncpu0 1 2 3 4 5 6 7 8 9 0\n"
    found = usage_now(rooted(tmp_path, {"proc/stat": stat}))
    assert found is not None
    # Ticks of 10 ms on every system that serbench is known on; guests' time is among the user's.
    assert (found.busy_s, found.stolen_s) == pytest.approx((1.63, 0.8))
    assert found.own_s > 0
    assert found.throttled_s is None


STAT = {"proc/stat": "cpu  100 20 30 4000 500 6 7 80 90 0\n"}
# Below a mount that has only what a container sees, the path of the host is not there.
QUOTAS = {
    "version 2": (
        "0::/box/inner\n",
        "sys/fs/cgroup/box/cpu.stat",
        "usage_usec 5\nnr_periods 9\nnr_throttled 3\nthrottled_usec {us}\n",
    ),
    "version 2 in a container": ("0::/gone/box\n", "sys/fs/cgroup/cpu.stat", "throttled_usec {us}\n"),
    "version 1": (
        "3:cpu,cpuacct:/box\n",
        "sys/fs/cgroup/cpu/box/cpu.stat",
        "nr_periods 9\nnr_throttled 3\nthrottled_time {us}000\n",
    ),
}


@pytest.mark.parametrize("version", QUOTAS)
def test_what_a_quota_withheld_is_seen_and_is_in_the_row(version: str, tmp_path: Path) -> None:
    group, name, text = QUOTAS[version]
    rooted(tmp_path, {**STAT, "proc/self/cgroup": group, name: text.format(us=7_000_000)})
    before = usage_now(tmp_path)
    rooted(tmp_path, {name: text.format(us=7_500_000)})
    after = usage_now(tmp_path)
    assert before is not None and after is not None
    assert (before.throttled_s, after.throttled_s) == (7.0, 7.5)
    by = interference_between(replace(before, at_s=1.0), replace(after, at_s=3.0, own_s=before.own_s))
    assert by == Interference(0.0, 0.0, 2.0, 0.25)
    assert (by.is_throttled, by.is_loaded, by.is_robbed, by.disturbs) == (True, False, False, True)
    row = marked(measured("cpp/a", "encode", 0, 10), by)
    assert (row.disturbed, row.load, row.steal, row.throttled) == (True, 0.0, 0.0, 0.25)


def test_the_groups_above_pause_their_groups_too(tmp_path: Path) -> None:
    stats = {f"sys/fs/cgroup{path}/cpu.stat": "throttled_usec 1000000\n" for path in ("/a/b", "/a")}
    rooted(tmp_path, {**STAT, "proc/self/cgroup": "0::/a/b\n", **stats})
    found = usage_now(tmp_path)
    assert found is not None and found.throttled_s == 2.0


def test_where_the_kernel_does_not_tell_of_quotas_nothing_is_claimed() -> None:
    by = interference_between(Usage(0.0, 1.0, 0.0, 1.0), Usage(1.0, 1.0, 0.0, 1.0, 3.0))
    assert by is not None and by.throttled is None and not by.disturbs
    assert marked(measured("cpp/a", "encode", 0, 10), by).throttled is None


def test_the_kernels_own_threads_work_for_whoever_uses_files(tmp_path: Path) -> None:
    rooted(tmp_path, {"proc/stat": "cpu  1000 0 0 0 0 0 0 0 0 0\n"})
    fields = "S {parent} 0 0 0 -1 0 0 0 0 0 {user} {system} 0 0"
    for number, parent, name in ((7, 2, "kworker/u4:1-flush"), (8, 1, "a (strange) name")):
        folder = tmp_path / "proc" / str(number)
        folder.mkdir()
        stat = fields.format(parent=parent, user=30, system=20)
        (folder / "stat").write_text(f"{number} ({name}) {stat}\n")
    plain, with_kernel = usage_now(tmp_path), usage_of_programs(tmp_path)
    assert plain is not None and with_kernel is not None
    ticks = os.sysconf("SC_CLK_TCK")
    assert with_kernel.own_s - plain.own_s == pytest.approx(50 / ticks, abs=0.2)
    assert usage_of_programs(tmp_path / "none") is None
