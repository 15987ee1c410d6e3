"""The end of runners that nothing else would end."""

import os
import resource
import signal
import subprocess
import sys

import pytest

from serbench.runner.abandoned import end_in_time

ENDLESS = "print(flush=True)\nwhile True: pass"


def started(code: str = ENDLESS) -> subprocess.Popen[bytes]:
    process = subprocess.Popen((sys.executable, "-S", "-c", code), stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    return process


def ended(process: subprocess.Popen[bytes]) -> int:
    process.kill()
    process.communicate()
    return process.returncode


def test_a_process_computes_no_longer_than_all_cores_can_in_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    process = started()
    end_in_time(process.pid, 10.5)
    limits = resource.prlimit(process.pid, resource.RLIMIT_CPU)
    ended(process)
    assert limits == (32 + 5, 32 + 5)


def test_the_kernel_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serbench.runner.abandoned._BESIDE_S", 1)
    process = started()
    end_in_time(process.pid, 0)
    process.communicate()
    assert process.returncode in (-signal.SIGXCPU, -signal.SIGKILL)


def test_a_lower_limit_of_the_user_stays() -> None:
    process = started(f"import resource; resource.setrlimit(resource.RLIMIT_CPU, (2, 3))\n{ENDLESS}")
    end_in_time(process.pid, 1000)
    limits = resource.prlimit(process.pid, resource.RLIMIT_CPU)
    ended(process)
    assert limits == (2, 3)


def test_a_process_that_has_ended_or_has_no_time_is_left_alone() -> None:
    gone = started("print(flush=True)")
    gone.communicate()
    end_in_time(gone.pid, 1)
    process = started()
    end_in_time(process.pid, float("inf"))
    limits = resource.prlimit(process.pid, resource.RLIMIT_CPU)
    ended(process)
    assert limits == resource.getrlimit(resource.RLIMIT_CPU)
