"""Requests to runners about stores (PROTOCOL.md, store-write and store-read)."""

from dataclasses import replace

from serbench.codecs.runner import Runner
from serbench.parallel import usable_cores
from serbench.pools.pool import Pool
from serbench.pools.shelf import StorePlace

WRITE_VERB, READ_VERB = "store-write", "store-read"
PINS = ("free", "core", "parallel")
# The start of a runner, its warm-up and the loading of its pool and of its index.
_BASE_S = 120.0
# The slowest of the scans and writes that the complex-object study has published took 0.4 ms for an object.
OBJECT_S = 0.005
# Objects can be large: a memory card writes several times as many bytes per second, and so does a text codec.
_BYTES_PER_S = 1_000_000


def pin_words(pin: str, threads: int) -> str:
    """Where the threads of a repetition run, in the words of titles."""
    return {"free": "on all cores", "core": "on one core", "parallel": f"{threads} threads"}[pin]


def limit_s(count: int, mean_bytes: float, object_s: float = OBJECT_S) -> float:
    """Several times what the slowest codec takes on the slowest disk for this many objects of this mean size:
    a slow codec is measured, and a runner that hangs is still ended."""
    return _BASE_S + count * (object_s + mean_bytes / _BYTES_PER_S)


def of_pool(pool: Pool) -> dict[str, object]:
    """The words that name the pool."""
    numbers = {} if pool.numbers is None else {"numbers": pool.numbers}
    return {"corpus": pool.corpus.path, **numbers}


def of_place(place: StorePlace) -> dict[str, object]:
    """The words that name the files of a store."""
    return {"data": place.data, "index": place.index}


def pinned(runner: Runner, pin: str) -> Runner:
    """The runner on one core, where ``pin`` asks for that: a mask that all of a process's threads have, a
    virtual machine's too."""
    if pin != "core":
        return runner
    first_core = str(min(usable_cores()))
    return replace(runner, command=("taskset", "-c", first_core, *runner.command))
