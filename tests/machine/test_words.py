"""The machine in plain words."""

from typing import Any

import pytest

from serbench.machine.disturbance import Interference
from serbench.machine.words import bytes_text, disturbances, facts

GIB = 1024**3


def test_the_facts_of_a_machine() -> None:
    machine = {
        "cpu_model": "AMD EPYC",
        "architecture": "x86_64",
        "logical_cores": 8,
        "allowed_cores": [0, 1],
        "threads_per_core": 2,
        "cgroup_cores": 1.5,
        "caches": [
            {"level": 1, "type": "Data", "size_bytes": 49152},
            {"level": 3, "type": "Unified", "size_bytes": 33554432},
        ],
        "governors": ["powersave"],
        "turbo": True,
        "cpu_mhz": 2596,
        "memory_bytes": 23.5 * GIB,
        "cgroup_memory_limit_bytes": 2 * GIB,
        "distribution": "Debian 12",
        "kernel": "6.1",
        "hypervisor": True,
        "container": "docker",
        "aslr": 2,
        "load_average": [0.5, 1.0, 2.25],
        "serbench_version": "0.1.0",
        "git_revision": "39cd622d94febb9bb40ad45d39e1e895b7f7576c",
        "git_dirty": True,
        "python_version": "3.11.7",
    }
    assert dict(facts(machine)) == {
        "processor": "AMD EPYC, x86_64",
        "cores": "8 logical, 2 of them allowed to serbench, 2 to a physical core, limited to the time of 1.5",
        "caches": "L1 data 48 KiB, L3 32 MiB",
        "clock": "governor powersave, turbo on, 2596 MHz when it was read",
        "memory": "23.5 GiB, limited to 2 GiB",
        "system": "Debian 12, kernel 6.1",
        "surroundings": "a virtual machine, a container (docker), addresses are randomised",
        "load": "0.5, 1 and 2.25 over 1, 5 and 15 minutes",
        "serbench": "0.1.0, commit 39cd622d94fe with changes, Python 3.11.7",
    }


@pytest.mark.parametrize(
    ("machine", "words"),
    [
        ({"counts_instructions": True, "perf_event_paranoid": 2}, "instructions"),
        (
            {"counts_instructions": True, "perf_event_paranoid": 3},
            "instructions, for root (for all: sudo sysctl kernel.perf_event_paranoid=2)",
        ),
        (
            {"counts_instructions": False, "perf_event_paranoid": 2},
            "instructions are not counted here (run --count simulates: callgrind)",
        ),
    ],
)
def test_who_may_count_instructions(machine: dict[str, Any], words: str) -> None:
    assert dict(facts(machine))["counters"] == words


def test_what_is_not_known_is_left_out() -> None:
    assert facts({}) == [("clock", "the system does not report its governor")]
    board = {"board_model": "Raspberry Pi 4", "cpu_parts": ["0x41/0xd08"], "logical_cores": 4}
    assert facts(board)[:2] == [("processor", "Raspberry Pi 4"), ("cores", "4 logical")]


@pytest.mark.parametrize(
    ("machine", "subjects"),
    [
        ({}, []),
        ({"load_average": [9.0, 0, 0], "logical_cores": 2}, []),
        ({"clock_source": "tsc"}, []),
        ({"clock_source": "hpet"}, ["clock"]),
        ({"cpu_time_limit_s": 3600}, ["clock"]),
        ({"cpu_time_limit_s": None}, []),
        ({"memory_available_bytes": GIB}, []),
        ({"memory_available_bytes": GIB - 1}, ["memory"]),
        ({"governors": ["performance"], "turbo": False, "smt": False, "aslr": 0}, []),
        ({"governors": ["performance", "powersave"], "turbo": True}, ["governor", "turbo"]),
        ({"smt": True, "aslr": 2}, ["smt", "aslr"]),
        ({"cgroup_cores": 2.0, "logical_cores": 2}, []),
        ({"cgroup_cores": 1.5, "logical_cores": 2}, ["limit"]),
        ({"memory_bytes": 8 * GIB, "cgroup_memory_limit_bytes": GIB}, ["memory"]),
        ({"memory_bytes": 2 * GIB}, []),
    ],
)
def test_what_disturbs_measurements(machine: dict[str, Any], subjects: list[str]) -> None:
    found = disturbances(machine)
    assert [one.subject for one in found] == subjects
    assert all(one.problem.endswith(".") and one.cure for one in found)


def test_what_goes_on_beside_it_is_told_from_outside() -> None:
    busy, robbed = Interference(0.5, 0.0, 1.0), Interference(0.0, 0.05, 1.0)
    assert [one.subject for one in disturbances({}, GIB, robbed)] == ["steal", "disk"]
    assert disturbances({}, 100 * GIB, Interference(0.2, 0.04, 1.0)) == []
    assert "they use 0.5 cores" in disturbances({}, None, busy)[0].problem
    assert "the time of 0.05 cores to other guests" in disturbances({}, None, robbed)[0].problem


def test_cores_that_are_often_slow_are_told() -> None:
    assert disturbances({}, None, Interference(0.0, 0.0, 0.5, slow=0.24)) == []
    (shared,) = disturbances({}, None, Interference(0.0, 0.0, 0.5, slow=0.25))
    assert shared.subject == "pace"
    assert "in 25% of the checks a fixed loop took at least 1.3 times its shortest time" in shared.problem


def test_a_quota_and_what_it_does_to_times_are_told() -> None:
    (limit,) = disturbances({"cgroup_cores": 1.5, "logical_cores": 2})
    assert limit.problem.startswith("A CPU quota of 1.5 cores is set: beyond it all processes are paused")
    assert "lengthens wall times and latencies" in limit.problem
    (paused,) = disturbances({}, None, Interference(0.0, 0.0, 1.0, 0.25))
    assert (paused.subject, paused.problem) == (
        "quota",
        "A CPU quota withholds the time of 0.25 cores: processes are paused.",
    )
    assert "CPUQuota" in paused.cure and "CPUQuota" in limit.cure


def test_only_what_nothing_need_be_done_about_is_bearable() -> None:
    found = disturbances({"smt": True, "aslr": 2})
    assert [(one.subject, one.bearable) for one in found] == [("smt", False), ("aslr", True)]


def test_file_systems_memory_and_clock_are_facts() -> None:
    machine = {
        "memory_bytes": 8 * GIB,
        "memory_available_bytes": 6 * GIB,
        "huge_pages": "madvise",
        "clock_source": "tsc",
        "file_systems": {"results": {"type": "ext4", "rotational": True}, "cache": {"type": "tmpfs"}},
    }
    found = dict(facts(machine))
    assert found["memory"] == "8 GiB, 6 GiB free, huge pages: madvise"
    assert found["files"] == "results on ext4 on a rotational disk, cache on tmpfs"
    assert dict(facts({**machine, "hypervisor": True}))["files"] == "results on ext4, cache on tmpfs"
    assert found["clock"] == "the system does not report its governor, time from tsc"


@pytest.mark.parametrize(
    ("size_bytes", "text"),
    [
        (0, "0 bytes"),
        (1023, "1023 bytes"),
        (1024, "1 KiB"),
        (1536, "1.5 KiB"),
        (150 * 1024 + 600, "151 KiB"),
        (33554432, "32 MiB"),
        (3 * 1024**4, "3 TiB"),
    ],
)
def test_sizes_are_written_in_binary_units(size_bytes: int, text: str) -> None:
    assert bytes_text(size_bytes) == text
