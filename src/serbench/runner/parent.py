"""Ends a runner with the orchestrator that started it, also where that is killed and can end nothing."""

import ctypes
import os
import signal
from collections.abc import Callable

# Linux alone has the call; PR_SET_PDEATHSIG is its first.
_PRCTL = getattr(ctypes.CDLL(None), "prctl", None)
_SET_SIGNAL_OF_PARENTS_DEATH = 1


def dying_with(parent: int) -> Callable[[], None] | None:
    """The step between fork and exec of a child of this process; None where the system has none.

    The signal outlasts the exec of a shell, of ``env`` and of what they exec. The kernel sends it when the
    thread that started the child ends, so that thread must wait for the child.
    """
    if _PRCTL is None:
        return None

    def before_exec() -> None:
        _PRCTL(_SET_SIGNAL_OF_PARENTS_DEATH, signal.SIGKILL)
        # The signal is not sent where the parent has ended before.
        if os.getppid() != parent:
            os._exit(1)

    return before_exec
