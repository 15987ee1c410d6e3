"""The disk, memory and time that a run of the store needs, known before the first file is written.
Also the time that a larger run would take."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from serbench.errors import BadInput
from serbench.experiments.store.plan import ORDERS, STUDY, WRITE, Fork, Plan, Settings, StoreStep
from serbench.languages import language_of
from serbench.pools.pool import Pool
from serbench.pools.resources import held_bytes, mean_store_bytes, size_words, usable
from serbench.terminal.console import duration_words

# What a step takes besides its objects: the start of its process, its pool, its proof; only for estimates.
_STEP_NS = 250_000_000
_JIT_STEP_NS = 700_000_000
# What an object takes in most native codecs on a disk without moving parts, a byte of it, and a fetch from
# the disk.
_OBJECT_NS = 5_000
_BYTE_NS = 10
_FETCH_NS = 60_000
# With fewer, process start dominates, which says nothing about millions.
_TELLING_OBJECTS = 10_000
_NS_PER_S = 1_000_000_000


def disk_bytes(settings: Settings, pool: Pool, mean_bytes: Mapping[str, float]) -> int:
    """The size of the largest store of the run, of which there is one at a time, by the mean message size of
    each codec."""
    store = max(settings.objects) * mean_store_bytes(pool, mean_bytes)
    return round(store + 8 * settings.random_reads)


def memory_bytes(settings: Settings, pool: Pool, codecs: Iterable[str]) -> int:
    """The memory of the largest runner."""
    runner = max((language_of(codec).runner_bytes for codec in codecs), default=0)
    kept = kept_bytes(settings, pool) if settings.keep_objects else 0
    return pool.corpus.manifest.bytes * 2 + runner + kept


def kept_bytes(settings: Settings, pool: Pool) -> int:
    """The memory of the largest number of objects when all that are read are kept."""
    most = max(*settings.objects, settings.random_reads)
    return held_bytes(most, pool.mean_bytes)


def require_disk(
    settings: Settings,
    pool: Pool,
    mean_bytes: Mapping[str, float],
    directory: Path,
    free_disk_bytes: int,
    stores: int = 1,
) -> None:
    """Raises BadInput where so many stores do not fit on the disk, with what they take, what there is, and
    what would fit."""
    needed = stores * disk_bytes(settings, pool, mean_bytes)
    left = usable(free_disk_bytes)
    if needed > left:
        fitting_objects = int(max(settings.objects) * left / needed)
        objects = f"{max(settings.objects)} objects"
        what = f"A store of {objects} takes" if stores == 1 else f"{stores} stores of {objects} take"
        raise BadInput(
            f"{what} {size_words(needed)} on the disk of {directory}, which has"
            f" {size_words(free_disk_bytes)}; about {fitting_objects} objects fit, or choose another --dir."
        )


def require_memory(settings: Settings, pool: Pool, codecs: Sequence[str], free_memory_bytes: int) -> None:
    """Raises BadInput where the runners of these codecs do not fit into the memory."""
    needed = memory_bytes(settings, pool, codecs)
    if needed > free_memory_bytes:
        less = " Leave out --keep-objects, or read fewer objects." if settings.keep_objects else ""
        raise BadInput(
            f"The run takes {size_words(needed)} of memory and {size_words(free_memory_bytes)} are left"
            f" here.{less}"
        )
    kept = kept_bytes(settings, pool) if settings.keep_objects else 0
    for codec in codecs:
        language = language_of(codec)
        if 0 < language.heap_bytes < kept:
            raise BadInput(
                f"Keeping {max(settings.objects)} objects takes about {size_words(kept)}, and the process of"
                f" {codec} has a heap of {size_words(language.heap_bytes)}: fewer objects, or leave"
                f" {language.title} out."
            )


def estimated_ns(settings: Settings, fork: Fork, mean_bytes: float) -> int:
    """The expected time of a fork over objects of this mean size."""
    return sum(_step_ns(settings, fork, step, mean_bytes) for step in fork.steps)


def _step_ns(settings: Settings, fork: Fork, step: StoreStep, mean_bytes: float) -> int:
    language = language_of(fork.codec)
    base_ns = _JIT_STEP_NS if language.jit_compiled else _STEP_NS
    fetched = step.operation == "random" and step.cache != "warm"
    object_ns = (_OBJECT_NS + mean_bytes * _BYTE_NS) * language.slowness + (_FETCH_NS if fetched else 0)
    return base_ns + settings.warmup_of(fork.codec) + round(settings.count(step, fork.objects) * object_ns)


@dataclass(slots=True)
class Spent:
    """How long the steps of a run have taken, and of how many objects they were, by operation."""

    _seconds: dict[str, float] = field(default_factory=dict)
    _objects: dict[str, int] = field(default_factory=dict)

    def add(self, step: StoreStep, seconds: float, objects: int) -> None:
        """A step over ``objects`` has ended."""
        self._seconds[step.operation] = self._seconds.get(step.operation, 0.0) + max(0.0, seconds)
        self._objects[step.operation] = self._objects.get(step.operation, 0) + objects

    def object_s(self, operation: str) -> float | None:
        """The time per object in one operation, including the proof and the making of objects."""
        objects = self._objects.get(operation)
        return self._seconds[operation] / objects if objects else None


def study_words(plan: Plan, spent: Spent) -> str | None:
    """How long the study's settings would take, extrapolated from this run; None if its objects are too
    few, if it has not written and read in both orders, or if it has done as much."""
    (objects,) = STUDY.objects
    if not _TELLING_OBJECTS <= max(plan.settings.objects) < objects:
        return None
    times_s = [spent.object_s(operation) for operation in (WRITE, *ORDERS)]
    known = [time_s for time_s in times_s if time_s is not None]
    if len(known) < len(times_s):
        return None
    codecs = {fork.codec for fork in plan.forks}
    seconds = sum(known) * objects * len(codecs) * STUDY.repetitions * len(STUDY.pins)
    return (
        f"The study's settings (--study: {objects} objects, {STUDY.repetitions} repetitions, pinned and"
        f" not) would take about {duration_words(seconds)} for these codecs."
    )
