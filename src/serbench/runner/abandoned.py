"""The end of a runner whose orchestrator was killed and can no longer stop it."""

import contextlib
import math
import os
import resource

# Beyond what a runner may take, so that the orchestrator, where there is one, stops it and says why.
_BESIDE_S = 5


def end_in_time(pid: int, timeout_s: float) -> None:
    """Limits the CPU time of a process to what all cores can give it within ``timeout_s``; then the kernel
    ends it. A lower limit stays, and a process that has ended gets none."""
    if math.isinf(timeout_s):
        return
    most_s = math.ceil(timeout_s * (os.cpu_count() or 1)) + _BESIDE_S
    with contextlib.suppress(ProcessLookupError, PermissionError):
        soft, hard = resource.prlimit(pid, resource.RLIMIT_CPU)
        limits = [most_s if one == resource.RLIM_INFINITY else min(one, most_s) for one in (soft, hard)]
        resource.prlimit(pid, resource.RLIMIT_CPU, (limits[0], limits[1]))
