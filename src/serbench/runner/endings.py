"""How a process ended, or why it did not begin, in words."""

import os
import signal


def exit_words(exit_status: int) -> str:
    """How a process ended, in words that follow its name."""
    if exit_status >= 0:
        return f"ended with exit status {exit_status}"
    number = -exit_status
    words = (signal.strsignal(number) or "").lower() if number < signal.SIGRTMIN else ""
    if number == signal.SIGKILL:
        words = "killed from outside; the memory may have run out"
    return f"was killed by signal {number}" + (f" ({words})" if words else "")


def start_failure(command: tuple[str, ...], error: Exception) -> str:
    """Why a process did not begin, as a sentence."""
    program = (error.filename if isinstance(error, OSError) else None) or command[0]
    if isinstance(error, FileNotFoundError):
        return f"The runner {program} could not be started: there is no such program."
    if isinstance(error, PermissionError):
        return f"The runner {program} could not be started: it is not executable."
    reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
    return f"The runner {program} could not be started: {reason}."
