"""The end of a runner whose orchestrator was killed and can no longer stop it."""

import shutil
import subprocess
from collections.abc import Sequence
from functools import cache

_DIES_WITH_US = ("--pdeathsig", "KILL", "--")


def tied(command: Sequence[str]) -> tuple[str, ...]:
    """The command, begun by setpriv of util-linux where the system has it: the kernel kills the process when
    the thread that started it dies. A limit of CPU time would end it too, but spoils the clock of CPU time
    (serbench.machine.words). A program that cannot be started stays as it is: starting it says why."""
    setpriv = _setpriv()
    if setpriv is None or shutil.which(command[0]) is None:
        return tuple(command)
    return (setpriv, *_DIES_WITH_US, *command)


@cache
def _setpriv() -> str | None:
    """The path of setpriv, if it knows the option; that of BusyBox does not."""
    program = shutil.which("setpriv")
    if program is None:
        return None
    tried = subprocess.run((program, *_DIES_WITH_US, "true"), check=False, capture_output=True)
    return program if tried.returncode == 0 else None
