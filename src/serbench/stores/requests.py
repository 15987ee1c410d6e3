"""What runners are asked of stores (PROTOCOL.md, store-write and store-read)."""

import os
from collections.abc import Mapping
from dataclasses import replace

from serbench.codecs.runner import Runner
from serbench.stores.pool import Pool
from serbench.stores.shelf import StorePlace

WRITE_VERB, READ_VERB = "store-write", "store-read"
PINS = ("free", "core", "parallel")


def of_pool(pool: Pool) -> dict[str, object]:
    """The words that name the pool."""
    numbers = {} if pool.numbers is None else {"numbers": pool.numbers}
    return {"corpus": pool.corpus.path, **numbers}


def of_place(place: StorePlace) -> Mapping[str, object]:
    """The words that name the files of a store."""
    return {"data": place.data, "index": place.index}


def pinned(runner: Runner, pin: str) -> Runner:
    """The runner on one core, where ``pin`` asks for that: a mask that all of a process's threads have, a
    virtual machine's too."""
    if pin != "core":
        return runner
    first_core = str(min(os.sched_getaffinity(0)))
    return replace(runner, command=("taskset", "-c", first_core, *runner.command))
