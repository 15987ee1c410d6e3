"""A run that is killed, or whose disk is full, has lost no fork that it had written, and is resumed."""

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from fakes.tiny import FAKES

from serbench.record.run_folder import RunFolder

SOURCES = FAKES.parents[1] / "src"
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": f"{FAKES.parent}{os.pathsep}{SOURCES}",
}
KILLS = 12
OPERATIONS = "encode,decode,access-one,access-all,serialize"
# Three forks of these operations of `honest` and of two of `decoder`.
ROWS = 3 * 5 + 3 * 2


def drive(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(FAKES / "drive.py"), str(folder), *arguments]
    return subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True)


def begun(process: subprocess.Popen[str], results: Path) -> Path:
    """The folder of the run that this process has begun."""
    while not list(results.glob("*/measurements.jsonl")):
        assert process.poll() is None
        time.sleep(0.005)
    (folder,) = results.iterdir()
    return folder


def kill(process: subprocess.Popen[str], measurements: Path, size_bytes: int, later_s: float) -> None:
    """Kills the process once the measurements are longer than this, or lets it end before."""
    while process.poll() is None:
        if measurements.exists() and measurements.stat().st_size > size_bytes:
            time.sleep(later_s)
            process.send_signal(signal.SIGKILL)
            break
        time.sleep(0.001)
    process.communicate()


def finished(folder: Path, results: Path) -> None:
    """Resumes the run once more and requires that it has each fork of its plan exactly once."""
    last = drive(results.parent, "--resume", str(folder))
    document = json.loads(last.communicate()[0])
    assert (last.returncode, document["failures"]) == (0, [])
    assert {row["forks"] for row in document["rows"]} == {3}
    plan = json.loads((folder / "run.json").read_text())["plan"]["forks"]
    planned = Counter(
        (fork["codec"], fork["workload"], fork["index"], name) for fork in plan for name in fork["operations"]
    )
    rows = RunFolder.load(folder).rows
    assert Counter((*row.cell[:2], row.fork, row.operation) for row in rows) == planned
    assert (folder / "measurements.jsonl").read_bytes().endswith(b"\n")


@pytest.mark.slow
def test_a_run_that_is_killed_again_and_again_is_finished_whole(tmp_path: Path) -> None:
    # The points of time are drawn; whatever they hit, the result must be the same.
    chance = random.Random(7)
    results = tmp_path / "results"
    process = drive(tmp_path, "honest,decoder", OPERATIONS)
    folder = begun(process, results)
    measurements = folder / "measurements.jsonl"
    for _ in range(KILLS):
        size_bytes = measurements.stat().st_size if measurements.exists() else 0
        kill(process, measurements, size_bytes + chance.randrange(3000), chance.uniform(0, 0.1))
        # A kill in the middle of a write leaves any part of it.
        content = measurements.read_bytes()
        torn = chance.randrange(0, 200)
        if torn < len(content):
            measurements.write_bytes(content[: len(content) - torn])
        whole = RunFolder.load(folder).rows
        assert all(row.ok for row in whole)
        process = drive(tmp_path, "--resume", str(folder))
    process.communicate()
    finished(folder, results)


@pytest.mark.slow
@pytest.mark.parametrize("room_bytes", [1, 2_345, 8_000])
def test_a_run_that_cannot_write_on_keeps_what_is_whole_and_goes_on(tmp_path: Path, room_bytes: int) -> None:
    results = tmp_path / "results"
    process = drive(tmp_path, "honest,decoder", OPERATIONS)
    folder = begun(process, results)
    measurements = folder / "measurements.jsonl"
    while not measurements.stat().st_size:
        time.sleep(0.001)
    # It writes nothing between the look at its file and the limit.
    process.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, process.pid, os.WSTOPPED)
    # No file may grow further than this, as if the disk were full in the middle of some fork's rows.
    limit_bytes = measurements.stat().st_size + room_bytes
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (limit_bytes, limit_bytes))
    process.send_signal(signal.SIGCONT)
    assert process.communicate()[0] == ""
    assert process.returncode == 1
    assert 0 < measurements.stat().st_size <= limit_bytes
    assert len(RunFolder.load(folder).rows) < ROWS
    finished(folder, results)
