"""Build tools end with us, and so does all that they have started."""

import os
import sys
import threading
from pathlib import Path

import pytest

from serbench.codecs.runner import BuildFailure
from serbench.errors import Fault, SerbenchError
from serbench.languages.tool import failure_told, run_tool, side_by_side

# As ninja does: what it starts has a process group of its own, and ends when it is asked to end.
PARENT = """
import signal, subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], process_group=0)
def end(*_):
    child.kill()
    child.wait()
    sys.exit(1)
signal.signal(signal.SIGTERM, end)
print(child.pid, flush=True)
while True:
    signal.pause()
"""


def test_the_lines_and_the_status_of_a_tool(tmp_path: Path) -> None:
    lines: list[str] = []
    program = "import os, sys; print(os.getcwd(), os.environ['A']); sys.stderr.write('e\\n'); sys.exit(3)"
    status = run_tool([sys.executable, "-uc", program], lines.append, folder=tmp_path, extra={"A": "b"})
    assert (status, lines) == (3, [f"{tmp_path} b\n", "e\n"])


def test_what_a_tool_has_started_ends_when_we_are_interrupted() -> None:
    pids: list[int] = []

    def interrupt(line: str) -> None:
        pids.append(int(line))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_tool([sys.executable, "-c", PARENT], interrupt)
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)


def test_a_tool_that_is_not_there() -> None:
    with pytest.raises(SerbenchError, match=r"/nonexistent/tool cannot be started: No such file"):
        run_tool(["/nonexistent/tool"], lambda line: None)


def test_a_tool_that_the_system_kills_is_a_fault_of_the_machine() -> None:
    with pytest.raises(Fault, match=r"^The system has killed sh; it may need more memory\.$"):
        run_tool(["sh", "-c", "kill -9 $$"], lambda line: None)


def test_a_registry_that_is_not_reached_is_a_fault_of_the_machine() -> None:
    log = "WARNING: Retrying: NewConnectionError: Connection refused\nERROR: No matching distribution\n"
    fault = failure_told("a 1 cannot be installed: No matching distribution.", log)
    assert BuildFailure.of("python/a", "record", fault) == BuildFailure(
        "python/a",
        "record",
        "a 1 cannot be installed: No matching distribution. The reason: a registry cannot be reached.",
        outcome="harness",
    )
    assert BuildFailure.of("python/a", "record", failure_told("No.", "error: syntax")).outcome == "build"


def test_a_failure_ends_the_tools_of_the_others() -> None:
    started = threading.Event()
    pids: list[int] = []

    def started_as(line: str) -> None:
        pids.append(int(line))
        started.set()

    def build(language: str) -> None:
        if language == "slow":
            run_tool([sys.executable, "-c", PARENT], started_as)
        assert started.wait(60)
        raise SerbenchError("This one fails.")

    with pytest.raises(SerbenchError, match=r"This one fails\."):
        side_by_side(build, ("slow", "broken"), 2)
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)
    assert run_tool([sys.executable, "-c", ""], print) == 0
