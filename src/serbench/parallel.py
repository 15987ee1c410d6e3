"""Several things at once, none of which is timed."""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextvars import copy_context
from typing import TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def usable_cores() -> tuple[int, ...]:
    """The numbers of the processors that this process may use; on a system that does not tell, of all."""
    try:
        return tuple(sorted(os.sched_getaffinity(0)))
    except (AttributeError, OSError):
        return tuple(range(os.cpu_count() or 1))


def in_parallel(
    function: Callable[[_Item], _Result],
    items: Iterable[_Item],
    at_once: int | None = None,
    stop: Callable[[], object] = lambda: None,
) -> list[_Result]:
    """The results in the order of the items, computed in ``at_once`` threads, or in as many as this process
    may use processors, with the context variables of this thread.

    After the first exception, an interrupt among them, what has not begun is cancelled and ``stop`` is called
    once. The exception is raised when all that has begun has ended.
    """
    with ThreadPoolExecutor(at_once or len(usable_cores())) as pool:
        futures = [pool.submit(copy_context().run, function, item) for item in items]
        try:
            ended, _ = wait(futures, return_when=FIRST_EXCEPTION)
            for future in ended:
                future.result()
            return [future.result() for future in futures]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            stop()
            raise
