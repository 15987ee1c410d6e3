"""The end of runners that nothing else would end."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fakes.tiny import runner

from serbench.runner import abandoned
from serbench.runner.abandoned import tied
from serbench.runner.process import ask

SLEEPER = "import os, time\nprint(os.getpid(), flush=True)\ntime.sleep(60)"
STEPS = """
import resource, time
steps = []
for _ in range(5):
    began, wall = time.process_time_ns(), time.perf_counter_ns()
    while time.perf_counter_ns() < wall + 300_000: pass
    steps.append(time.process_time_ns() - began)
print("fine" if max(steps) > 0 and min(steps) > 0 else steps, resource.getrlimit(resource.RLIMIT_CPU)[0])
"""


@pytest.fixture(autouse=True)
def looked_up_again() -> Iterator[None]:
    abandoned._setpriv.cache_clear()
    yield
    abandoned._setpriv.cache_clear()


def is_alive(pid: int) -> bool:
    """Whether it still runs; a zombie that nobody has waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1][0] not in "ZX"
    except OSError:
        return False


def test_a_runner_dies_with_its_orchestrator() -> None:
    code = (
        "import subprocess, sys\nfrom serbench.runner.abandoned import tied\n"
        f"subprocess.run(tied((sys.executable, '-S', '-c', {SLEEPER!r})))"
    )
    sources = str(Path(abandoned.__file__).parents[2])
    orchestrator = subprocess.Popen(
        (sys.executable, "-c", code), stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": sources}
    )
    assert orchestrator.stdout is not None
    pid = int(orchestrator.stdout.readline())
    assert is_alive(pid)
    orchestrator.send_signal(signal.SIGKILL)
    orchestrator.communicate()
    while is_alive(pid):
        time.sleep(0.005)


def test_its_clock_of_cpu_time_keeps_its_resolution() -> None:
    done = subprocess.run(
        tied((sys.executable, "-S", "-c", STEPS)), capture_output=True, text=True, check=True
    )
    assert done.stdout == "fine -1\n"


def test_runners_are_tied(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[tuple[str, ...]] = []

    def noting(command: tuple[str, ...]) -> tuple[str, ...]:
        commands.append(command)
        return tied(command)

    monkeypatch.setattr("serbench.runner.process.tied", noting)
    conversation = ask(runner("honest"), "describe", {}, 20)
    # What is shown and recorded is the runner's own command.
    assert (conversation.outcome, commands) == ("ok", [conversation.command])


@pytest.mark.parametrize("script", [None, "#!/bin/sh\necho 'unrecognized option' >&2\nexit 1\n"])
def test_without_such_a_program_a_command_stays(
    script: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if script is not None:
        (tmp_path / "setpriv").write_text(script)
        (tmp_path / "setpriv").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert tied((sys.executable, "-c", "")) == (sys.executable, "-c", "")


def test_a_program_that_is_not_there_is_not_hidden(tmp_path: Path) -> None:
    missing = (str(tmp_path / "none"), "describe")
    assert tied(missing) == missing
