"""Draws in a process of its own: the library that draws pictures can end the process in which it works, for
example where memory is short, and takes nothing with it there."""

import os
import pickle
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from serbench.errors import SerbenchError

_Made = TypeVar("_Made")
_OWN_THREADS = Path("/proc/self/task")


def drawn(what: str, make: Callable[[], _Made]) -> _Made:
    """Gives what ``make`` gives, which can be pickled. Raises SerbenchError, with ``what`` could not be drawn
    and the reason in one sentence, where that ends in any other way."""
    try:
        # A fork has one thread, and waits for ever for what another one holds. Only tests have others.
        return make() if _threads() > 1 else _made_apart(make)
    except SerbenchError:
        raise
    except MemoryError:
        reason = "there is too little memory"
    except Exception as error:
        reason = _sentence(error)
    raise SerbenchError(f"{what} could not be drawn: {reason}.")


def _threads() -> int:
    """The threads of this process; where the system hides them, those of Python."""
    try:
        return len(list(_OWN_THREADS.iterdir()))
    except OSError:
        return threading.active_count()


def _made_apart(make: Callable[[], Any]) -> Any:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _answer(make, writing)
    os.close(writing)
    status = None
    try:
        with os.fdopen(reading, "rb") as answer:
            content = answer.read()
        status = os.waitpid(child, 0)[1]
    finally:
        if status is None:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        name = signal.Signals(os.WTERMSIG(status)).name
        raise RuntimeError(f"{name} ended the drawing process; the memory may have run out")
    if not content:
        raise RuntimeError("the drawing process ended early")
    made, error = pickle.loads(content)
    if error is not None:
        raise error
    return made


def _answer(make: Callable[[], Any], writing: int) -> None:
    """Draws, writes what that gives to the pipe and ends the process, come what may."""
    try:
        # A library that gives up says so at length.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            answer = pickle.dumps((make(), None))
        except SerbenchError as error:
            answer = pickle.dumps((None, error))
        except MemoryError as error:
            answer = pickle.dumps((None, MemoryError(*error.args)))
        except Exception as error:
            answer = pickle.dumps((None, RuntimeError(_sentence(error))))
        with os.fdopen(writing, "wb") as out:
            out.write(answer)
    finally:
        os._exit(0)


def _sentence(error: Exception) -> str:
    """The first line of an error, without its point, and its kind where it has no words."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[0].strip().rstrip(".:")
