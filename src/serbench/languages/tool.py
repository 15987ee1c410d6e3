"""Runs build tools: followed line by line and ended with us, or for what they say at the end.

What is measured is compiled with the flags that a run records, and with no others: a flag that a user
exported would reach the products under a key that does not include it, and stay in the cache.
"""

import os
import re
import signal
import subprocess
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TypeVar

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure
from serbench.corpus.workload import Workload
from serbench.errors import Fault, SerbenchError, fault_of
from serbench.languages import languages
from serbench.outcomes import hindrance_told
from serbench.parallel import in_parallel
from serbench.scratch import naming_full_disk

_PATIENCE_S = 5
_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
# The tools of all threads, which the main thread ends: no other sees an interrupt.
_running: set[subprocess.Popen[str]] = set()
_ending = threading.Event()


def compiler_environment(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment without the variables that change how code of any language is compiled: the tools of
    one start those of another."""
    return without(environment, [one for language in languages() for one in language.hidden_variables])


def without(environment: Mapping[str, str], patterns: Sequence[str]) -> dict[str, str]:
    """The environment without the variables that one of the patterns matches."""
    return {
        name: value
        for name, value in environment.items()
        if not any(fnmatchcase(name, pattern) for pattern in patterns)
    }


def run_tool(
    command: Sequence[str],
    on_line: Callable[[str], object],
    *,
    folder: Path | None = None,
    extra: Mapping[str, str] | None = None,
) -> int:
    """Runs a command with the compilers' environment and returns its exit status.

    ``on_line`` gets each line of what it prints on either stream, ``extra`` is added to the environment. The
    tool has a process group of its own, which ends with us when we are interrupted. Raises Fault when it
    cannot be started or the system kills it, and KeyboardInterrupt if another of ``side_by_side`` has failed.
    """
    try:
        tool = subprocess.Popen(
            command,
            cwd=folder,
            env={**compiler_environment(), **(extra or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
    except OSError as error:
        raise Fault(f"{command[0]} cannot be started: {error.strerror}.") from error
    with tool:
        assert tool.stdout is not None
        _running.add(tool)
        try:
            _require_going_on()
            for line in tool.stdout:
                on_line(line)
            status = tool.wait()
            _require_going_on()
            if status == -signal.SIGKILL:
                raise Fault(f"The system has killed {command[0]}; it may need more memory.")
            return status
        except BaseException:
            _end(tool)
            raise
        finally:
            _running.discard(tool)


def _require_going_on() -> None:
    if _ending.is_set():
        raise KeyboardInterrupt


def side_by_side(function: Callable[[_Item], _Result], items: Iterable[_Item], at_once: int) -> list[_Result]:
    """The results in the order of the items, of which ``at_once`` run tools at the same time. An exception in
    one, or an interrupt, ends the tools of the others, and they start no more."""
    try:
        return in_parallel(function, items, at_once, _end_all)
    finally:
        _ending.clear()


def _end_all() -> None:
    _ending.set()
    for tool in list(_running):
        _end(tool)


def captured(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Runs a command with the compilers' environment and nothing to read, and keeps what it prints."""
    environment, nothing = compiler_environment(), subprocess.DEVNULL
    return subprocess.run(
        command, capture_output=True, text=True, errors="replace", stdin=nothing, env=environment, check=False
    )


def benchmark_ns(
    framework: str, command: Sequence[str], corpus: Path, operations: Sequence[str]
) -> Mapping[str, float]:
    """One process of a framework's loop over the objects of a corpus: for each operation its mean wall time,
    as it prints them. Raises SerbenchError where it does not."""
    done = captured([*command, str(corpus), *operations])
    try:
        pairs = (line.split() for line in done.stdout.splitlines())
        found = {operation: float(ns) for operation, ns in pairs}
    except ValueError:
        found = {}
    if done.returncode != 0 or set(found) != set(operations):
        last = done.stderr.strip().splitlines()[-1:] or ["it said nothing"]
        raise SerbenchError(f"{framework} ended with {done.returncode}: {last[0]}")
    return found


def first_error(log: str) -> str:
    """The first line of a log that names an error, else the last line with any text."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    errors = [line for line in lines if re.search(r"\berror\b|no space left", line, re.IGNORECASE)]
    return (errors or lines[-1:] or ["no reason was given"])[0]


def failure_told(sentence: str, log: str) -> SerbenchError:
    """The error with this sentence of a tool that failed: a fault of the machine where its log says so."""
    told = hindrance_told(log)
    return fault_of(told[0], f"{sentence} The reason: {told[1]}.") if told else SerbenchError(sentence)


def does_not_compile(
    codec: CodecManifest, workload: Workload, log: str, reason: str, path: Path
) -> BuildFailure:
    """The failure of a build, whose whole log is kept at a path; of the machine where that hinders it."""
    if told := hindrance_told(log):
        outcome, why = told
        detail = f"{codec.name} cannot be compiled, because {why}: {reason}"
        return BuildFailure(codec.name, workload.name, detail, log, outcome)
    with naming_full_disk(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(log, encoding="utf-8")
    detail = f"{codec.name} does not compile: {reason} (whole log: {path})"
    return BuildFailure(codec.name, workload.name, detail, log)


def _end(tool: subprocess.Popen[str]) -> None:
    """Ends a tool and all that it has started. It is asked first: ninja gives each compiler a process group
    of its own, which only ninja can end."""
    with suppress(ProcessLookupError):
        os.killpg(tool.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            tool.wait(_PATIENCE_S)
        os.killpg(tool.pid, signal.SIGKILL)
