"""Runners that are asked by several threads at once: an interrupt ends all of them."""

import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

from serbench.parallel import in_parallel

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
# The runners of all threads, which the main thread ends: no other sees an interrupt.
_running: set[subprocess.Popen[bytes]] = set()
_ending = threading.Event()


@contextmanager
def among_others(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """While a runner is asked. Raises KeyboardInterrupt where another of ``asked_at_once`` has failed."""
    _running.add(process)
    try:
        _require_going_on()
        yield
        _require_going_on()
    finally:
        _running.discard(process)


def asked_at_once(
    function: Callable[[_Item], _Result], items: Iterable[_Item], at_once: int | None = None
) -> list[_Result]:
    """As ``in_parallel``, of functions that ask runners. An exception in one, or an interrupt, ends the
    runners of the others, and they start no more."""
    try:
        return in_parallel(function, items, at_once, _end_all)
    finally:
        _ending.clear()


def _require_going_on() -> None:
    if _ending.is_set():
        raise KeyboardInterrupt


def _end_all() -> None:
    _ending.set()
    for process in list(_running):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
