"""The time, memory and disk that a run of the cluster needs.
They are known before the first application starts. Pure."""

from serbench.errors import BadInput
from serbench.experiments.cluster.masters import is_local, local_cores
from serbench.experiments.cluster.plan import CACHE, SHUFFLE, SORT, Fork, Settings
from serbench.pools.pool import Pool
from serbench.pools.resources import size_words, usable

# The heap of an executor: for the engine, for the pool as objects, and for what a job holds of each object.
_HEAP_BYTES, _POOL_FACTOR, _OBJECT_FACTOR = 768 * 2**20, 4, 14
# What the process of an executor takes besides its heap.
_BESIDE_HEAP_BYTES = 400 * 2**20
# Of an object's bytes on the disk: its encoding may be longer, and old rounds are removed late.
_DISK_FACTOR = 2
# The start of an application on this machine and on a cluster; and by job the CPU time of an object and of a
# byte of it in one round, all stages together. Only for estimates.
_LOCAL_START_NS, _START_NS = 3_200_000_000, 14_000_000_000
_ROUND_NS = 80_000_000
_OBJECT_NS, _BYTE_NS = 2_000, 12
_JOB_FACTOR = {SHUFFLE: 1.0, CACHE: 1.5, SORT: 8.0}
_OTHER_FACTOR = 1.5
# Warm-up settles before it must end, and its first rounds are slower.
_COLD_FACTOR = 1.3


def executor_memory_bytes(settings: Settings, pool: Pool) -> int:
    """The heap of an executor: what the user says, or so much that one could hold all objects and nothing is
    spilled."""
    if settings.memory_bytes is not None:
        return settings.memory_bytes
    objects_bytes = max(settings.objects) * pool.mean_bytes
    whole = _HEAP_BYTES + _POOL_FACTOR * pool.corpus.manifest.bytes + _OBJECT_FACTOR * objects_bytes
    return -(-round(whole) // 2**20) * 2**20


def require_memory(settings: Settings, pool: Pool, free: int) -> None:
    """Raises BadInput where the application does not fit into the memory of this machine; what a cluster has
    its master knows."""
    if not is_local(settings.master):
        return
    needed = executor_memory_bytes(settings, pool) + _BESIDE_HEAP_BYTES
    if needed > free and settings.memory_bytes is not None:
        raise BadInput(
            f"--executor-memory and the process beside it take {size_words(needed)} of memory and"
            f" {size_words(free)} are left here; choose less."
        )
    if needed > free:
        # Objects without fields have no bytes, and then it is not they that take the memory.
        object_bytes = _OBJECT_FACTOR * pool.mean_bytes
        rest = free - needed + max(settings.objects) * object_bytes
        number = max(0, int(rest / object_bytes)) if object_bytes else 0
        less = f"about {number} objects fit" if number else "no number of objects fits"
        raise BadInput(
            f"Jobs over {max(settings.objects)} objects take {size_words(needed)} of memory and"
            f" {size_words(free)} are left here; {less}."
        )


def require_disk(settings: Settings, pool: Pool, free: int) -> None:
    """Raises BadInput where the shuffle files of an application do not fit on this machine's disk."""
    if not is_local(settings.master):
        return
    one = _DISK_FACTOR * pool.mean_bytes * settings.most_rounds * len(settings.jobs)
    needed = round(max(settings.objects) * one)
    if needed > usable(free):
        raise BadInput(
            f"The files of jobs over {max(settings.objects)} objects take up to {size_words(needed)} on the"
            f" disk, which has {size_words(free)}; about {int(usable(free) / one)} objects fit."
        )


def estimated_ns(settings: Settings, fork: Fork, mean_bytes: float) -> int:
    """The expected time of an application over objects of this mean size. A cluster elsewhere, of
    unknown speed, is taken to have two cores."""
    local = is_local(settings.master)
    cores = local_cores(settings.master) if local else 2
    object_ns = (_OBJECT_NS + _BYTE_NS * mean_bytes) / cores
    once = settings.once_of(fork.jobs)

    def job_ns(job: str) -> float:
        warm = 0 if job in once else settings.warmup_least
        rounds = 1 + _COLD_FACTOR * (warm + 1) + settings.rounds_of(fork.jobs)[job]
        return rounds * (_ROUND_NS + fork.objects * object_ns * _JOB_FACTOR.get(job, _OTHER_FACTOR))

    jobs = sum(map(job_ns, fork.jobs))
    return round((_LOCAL_START_NS if local else _START_NS) + jobs)
