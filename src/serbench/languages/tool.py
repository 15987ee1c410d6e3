"""Runs a build tool: followed line by line, and ended with us."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from serbench.errors import SerbenchError
from serbench.languages.environment import compiler_environment

_PATIENCE_S = 5


def run_tool(
    command: Sequence[str],
    on_line: Callable[[str], object],
    *,
    folder: Path | None = None,
    extra: Mapping[str, str] | None = None,
) -> int:
    """Runs a command with the compilers' environment and returns its exit status.

    ``on_line`` gets each line of what it prints on either stream, ``extra`` is added to the environment. The
    tool has a process group of its own, which ends with us when we are interrupted. Raises SerbenchError when
    it cannot be started.
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
        raise SerbenchError(f"{command[0]} cannot be started: {error.strerror}.") from error
    with tool:
        assert tool.stdout is not None
        try:
            for line in tool.stdout:
                on_line(line)
            return tool.wait()
        except BaseException:
            _end(tool)
            raise


def _end(tool: subprocess.Popen[str]) -> None:
    """Ends a tool and all that it has started. It is asked first: ninja gives each compiler a process group
    of its own, which only ninja can end."""
    with suppress(ProcessLookupError):
        os.killpg(tool.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            tool.wait(_PATIENCE_S)
        os.killpg(tool.pid, signal.SIGKILL)
