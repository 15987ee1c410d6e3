"""What a run of the store is expected to take, and what a larger one would."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from serbench.codecs.manifest import CodecManifest
from serbench.engine.live import duration_words
from serbench.errors import BadInput
from serbench.experiments.store.material import PoolMaterial
from serbench.experiments.store.plan import (
    LEVELS,
    ORDERS,
    RAW_LEVEL,
    STUDY,
    WRITE,
    Fork,
    Plan,
    Settings,
    Step,
    make_plan,
)
from serbench.languages import language_of

# What a step takes besides its objects: the start of its process, its pool, its proof; only for estimates.
_STEP_NS = 250_000_000
_JIT_STEP_NS = 700_000_000
# What an object takes in most codecs on a disk without moving parts, a byte of it, and a fetch from the disk.
_OBJECT_NS = 5_000
_BYTE_NS = 10
_FETCH_NS = 60_000
# With fewer, process start dominates, which says nothing about millions.
_TELLING_OBJECTS = 10_000
_NS_PER_S = 1_000_000_000


def estimated_ns(settings: Settings, fork: Fork, mean_bytes: float) -> int:
    """The expected time of a fork over objects of this mean size."""
    return sum(_step_ns(settings, fork, step, mean_bytes) for step in fork.steps)


def _step_ns(settings: Settings, fork: Fork, step: Step, mean_bytes: float) -> int:
    base_ns = _JIT_STEP_NS if language_of(fork.codec).compiles_while_running else _STEP_NS
    fetched = step.operation == "random" and step.cache != "warm"
    object_ns = _OBJECT_NS + mean_bytes * _BYTE_NS + (_FETCH_NS if fetched else 0)
    return base_ns + warmup_ns(settings, fork) + round(_count(settings, fork, step) * object_ns)


def warmup_ns(settings: Settings, fork: Fork) -> int:
    """The warm-up of each of a fork's processes, by its language."""
    return settings.jit_warmup_ns if language_of(fork.codec).compiles_while_running else settings.warmup_ns


def _count(settings: Settings, fork: Fork, step: Step) -> int:
    return settings.random_reads if step.operation == "random" else fork.objects


def fitted(
    levels_of: Mapping[str, Sequence[str]],
    workload: str,
    settings: Settings,
    seed: int,
    max_time_ns: int,
    mean_bytes: float,
    writes: bool,
) -> Plan:
    """The plan with the most repetitions that is expected to end in time. Raises BadInput where a single one
    takes too long: the number of objects is the user's choice."""
    for repetitions in range(settings.repetitions, 0, -1):
        fewer = replace(settings, repetitions=repetitions)
        plan = make_plan(levels_of, workload, fewer, seed, writes=writes)
        needed_ns = sum(estimated_ns(fewer, fork, mean_bytes) for fork in plan.forks)
        if needed_ns <= max_time_ns:
            return replace(plan, max_time_ns=max_time_ns)
    raise BadInput(
        f"Even one repetition takes about {duration_words(needed_ns / _NS_PER_S)}, more than --max-time;"
        " allow more time, or name fewer codecs, objects, cache modes or levels."
    )


def cost_of_fitting(asked: Settings, plan: Plan) -> str | None:
    """What was reduced in this plan, in one sentence; None if nothing was."""
    if plan.settings.repetitions >= asked.repetitions:
        return None
    left = plan.settings.repetitions
    return (
        f"To fit into the time: {left} repetitions in place of {asked.repetitions}; intervals become wider."
    )


class Spent:
    """How long the steps of a run have taken, each from its beginning to that of the next."""

    def __init__(self, plan: Plan, clock: Callable[[], float] = time.monotonic) -> None:
        self.plan = plan
        self._clock = clock
        self._step_s = clock()
        self._last: tuple[Fork, Step] | None = None
        self._spent: dict[str, tuple[float, int]] = {}

    def begin(self, fork: Fork, step: Step) -> None:
        """A step begins; the previous one has ended."""
        self.end()
        self._last = (fork, step)

    def end(self) -> None:
        """The last step has ended. Warm-ups do not count: they do not grow with the objects."""
        now_s = self._clock()
        if self._last is not None:
            fork, step = self._last
            settings = self.plan.settings
            seconds, objects = self._spent.get(step.operation, (0.0, 0))
            seconds += max(0.0, now_s - self._step_s - warmup_ns(settings, fork) / _NS_PER_S)
            self._spent[step.operation] = (seconds, objects + _count(settings, fork, step))
        self._last = None
        self._step_s = now_s

    def object_s(self, operation: str) -> float | None:
        """The time per object in one operation, including the proof and the making of objects."""
        seconds, objects = self._spent.get(operation, (0.0, 0))
        return seconds / objects if objects else None


def study_words(spent: Spent) -> str | None:
    """How long the study's settings would take, extrapolated from this run; None if its objects are too
    few, if it has not written and read in both orders, or if it has done as much."""
    spent.end()
    settings = spent.plan.settings
    if not _TELLING_OBJECTS <= max(settings.objects) < STUDY.objects:
        return None
    times_s = [spent.object_s(operation) for operation in (WRITE, *ORDERS)]
    known = [time_s for time_s in times_s if time_s is not None]
    if len(known) < len(times_s):
        return None
    codecs = {fork.codec for fork in spent.plan.forks}
    seconds = sum(known) * STUDY.objects * len(codecs) * STUDY.repetitions * len(STUDY.pins)
    return (
        f"The study's settings (--study: {STUDY.objects} objects, {STUDY.repetitions} repetitions, pinned and"
        f" not) would take about {duration_words(seconds)} for these codecs."
    )


def preview(
    material: PoolMaterial,
    codecs: Sequence[CodecManifest],
    lacking: Mapping[str, str],
    settings: Settings,
    seed: int,
    max_time_ns: int | None,
) -> tuple[dict[str, Any], list[str]]:
    """What a run with these settings would write and read, as a document and as lines; ``lacking`` are the
    codecs that are unavailable here, with the reason. Nothing is built for it, so each codec is taken to have
    every level. Raises BadInput where --max-time is too short."""
    codecs = [codec for codec in codecs if codec.name not in lacking]
    levels = {codec.name: (RAW_LEVEL,) if codec.floor else LEVELS for codec in codecs}
    workload, mean_bytes = material.workload.name, material.pool.mean_bytes
    if max_time_ns is None:
        plan = make_plan(levels, workload, settings, seed)
    else:
        plan = fitted(levels, workload, settings, seed, max_time_ns, mean_bytes, writes=True)
    estimated_s = sum(estimated_ns(settings, fork, mean_bytes) for fork in plan.forks) / _NS_PER_S
    document = {
        "workload": workload,
        "codecs": [codec.name for codec in codecs],
        "objects": list(settings.objects),
        "reads": list(settings.orders),
        "random_reads": settings.random_reads,
        "cache": list(settings.caches),
        "level": None if settings.levels is None else list(settings.levels),
        "pin": list(settings.pins),
        "repetitions": plan.settings.repetitions,
        "seed": seed,
    }
    lines = [f"{name.replace('_', ' ') + ':':14}{_text(value)}" for name, value in document.items()]
    lines.append(f"measuring takes about {duration_words(estimated_s)} once everything is built")
    times = {
        "estimated_s": round(estimated_s, 1),
        "max_time_s": None if max_time_ns is None else max_time_ns / _NS_PER_S,
    }
    return {**document, **times, "unavailable": dict(lacking)}, lines


def _text(value: object) -> object:
    if value is None:
        return "by order"
    return ", ".join(map(str, value)) if isinstance(value, list) else value
