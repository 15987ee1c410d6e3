"""What a process that reads malformed input may use."""

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from harness.protocol.refusal import because, refuse

_NS = 1_000_000_000


def limit_memory(stack_bytes: int, address_space_bytes: int) -> None:
    """Limits the stack, and what is mapped in addition to what there is already; 0 is no limit. There are no
    core files."""
    _limit(resource.RLIMIT_CORE, 0, "The size of core files")
    _limit(resource.RLIMIT_STACK, stack_bytes, "The stack")
    mapped = mapped_bytes()
    if address_space_bytes and mapped:
        _limit(resource.RLIMIT_AS, mapped + address_space_bytes, "The address space")


def mapped_bytes() -> int:
    """The size of the address space; 0 where the system does not tell."""
    try:
        pages = Path("/proc/self/statm").read_text().partition(" ")[0]
    except OSError:
        return 0
    return int(pages) * resource.getpagesize()


@contextmanager
def cpu_limit(limit_ns: int) -> Iterator[None]:
    """Ends the process by SIGPROF when it takes more CPU time than it may here, because nothing else ends a
    loop of a library."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, limit_ns / _NS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _limit(which: int, most: int, what: str) -> None:
    _, hard = resource.getrlimit(which)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    try:
        resource.setrlimit(which, (most, hard))
    except (OSError, ValueError) as error:
        why = because(error) if isinstance(error, OSError) else str(error)
        raise refuse(f"{what} cannot be limited: {why}.") from error
