"""The end of a runner whose orchestrator was killed, and so can stop it no more."""

import contextlib
import math
import os
import resource

# Beyond what a runner may take, so that the orchestrator, where there is one, stops it and says why.
_BESIDE_S = 5


def end_in_time(pid: int, timeout_s: float) -> None:
    """Lets the kernel end a process that computes for longer than all cores can within its time. A limit
    that is lower already stays; there is none for a process that has ended."""
    if math.isinf(timeout_s):
        return
    most_s = math.ceil(timeout_s * (os.cpu_count() or 1)) + _BESIDE_S
    with contextlib.suppress(ProcessLookupError, PermissionError):
        soft, hard = resource.prlimit(pid, resource.RLIMIT_CPU)
        limits = [most_s if one == resource.RLIM_INFINITY else min(one, most_s) for one in (soft, hard)]
        resource.prlimit(pid, resource.RLIMIT_CPU, (limits[0], limits[1]))
