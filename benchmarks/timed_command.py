"""Runs a command of serbench as a user gives it, and tells what it took."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent


def run_timed(title: str, arguments: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
    """Runs ``./serbench ARGUMENTS`` without its output and prints its wall time, CPU time and peak memory,
    the start of Python within. ``environment`` is added to that of this process. Ends it where the command
    fails."""
    start_ns = time.perf_counter_ns()
    process = subprocess.Popen(
        [CHECKOUT / "serbench", *arguments],
        env={**os.environ, **(environment or {})},
        stdout=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    wall_s = (time.perf_counter_ns() - start_ns) / 1e9
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{title}: exit status {process.returncode}")
    cpu_s = usage.ru_utime + usage.ru_stime
    print(
        f"{title}: {wall_s:.1f} s (CPU {cpu_s:.1f} s), {usage.ru_maxrss / 1024:.0f} MiB at most", flush=True
    )
