"""The plan of a run of the store: what it measures, and in which order.
Pure, and recorded before the first file is written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Annotated

from serbench.engine import work
from serbench.engine.amounts import Preset, WarmSettings, presets
from serbench.engine.rounds import shuffled
from serbench.pools.cache_state import CACHES
from serbench.pools.requests import PINS
from serbench.record.names import Count, Line, Word, one_of

ORDERS = ("sequential", "random")
WHOLE_LEVEL = "decode"
LEVELS = ("access-one", "access-all", WHOLE_LEVEL)
RAW_LEVEL = "bytes"
WRITE = "write"
# How a file is written: into the page cache and from there to the disk, or past it.
BUFFERED, DIRECT = "buffered", "direct"

# The default levels of reading: a scan wants whole objects or every field of each, a
# fetch a whole object or one field of it.
_USUAL_LEVELS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"sequential": ("access-all", "decode"), "random": ("access-one", "decode")}
)


@dataclass(frozen=True, slots=True)
class StoreStep:
    """One process: ``operation`` is write, sequential or random; ``cache`` of a write buffered or
    direct."""

    operation: Annotated[str, one_of(WRITE, *ORDERS)]
    cache: Annotated[str, one_of(BUFFERED, DIRECT, *CACHES)]
    level: Annotated[str, one_of("", *LEVELS, RAW_LEVEL)] = ""


@dataclass(frozen=True, slots=True)
class Settings(WarmSettings):
    """How much is measured: ``objects`` are written, ``random_reads`` of them read by number, all of it
    ``repetitions`` times for each pin. ``levels`` is None where the usual ones are meant. Where the list
    ``ids`` is given its objects are read by number. That is a file which may change, so the SHA-256 of its
    numbers is kept with its name."""

    objects: tuple[Count, ...]
    random_reads: Count
    repetitions: Count
    orders: tuple[Word, ...] = ORDERS
    caches: tuple[Word, ...] = ("cold", "warm")
    pins: tuple[Word, ...] = ("free",)
    levels: tuple[Word, ...] | None = None
    threads: Count = 1
    keep_objects: bool = False
    ids: Line | None = None
    ids_sha256: Word | None = None

    def count(self, step: StoreStep, objects: int) -> int:
        """How many objects of a store of ``objects`` a step handles."""
        return self.random_reads if step.operation == "random" else objects


# What the complex-object study has published: whole objects, read from the disk, pinned and not.
STUDY = Settings(
    (5_000_000,),
    5_000_000,
    3,
    caches=("cold",),
    pins=("free", "core"),
    levels=("decode",),
    jit_warmup_ns=3_000_000_000,
)
PRESETS = presets(
    quick=Preset(Settings((20_000,), 5_000, 5, jit_warmup_ns=1_000_000_000)),
    standard=Preset(Settings((500_000,), 50_000, 5, jit_warmup_ns=3_000_000_000), twins=1),
    thorough=Preset(Settings((2_000_000,), 200_000, 10, jit_warmup_ns=3_000_000_000), twins=1),
    study=Preset(STUDY),
)


@dataclass(frozen=True, slots=True)
class Fork(work.Fork):
    """One repetition of one codec and number of objects: a write, then what is read of the file, in
    shuffled order; and the same again past the page cache."""

    objects: Count
    pin: Annotated[str, one_of(*PINS)]
    repetition: Count
    steps: tuple[StoreStep, ...]

    @property
    def cells(self) -> tuple[tuple[str, int, str], ...]:
        return ((self.codec, self.objects, self.pin),)


@dataclass(frozen=True, slots=True)
class Plan(work.Plan[Settings, Fork]):
    """All forks of a run."""


def make_plan(
    levels_of: Mapping[str, Sequence[str]],
    workload: str,
    settings: Settings,
    seed: int,
    *,
    writes: bool = True,
    order: str = "",
) -> Plan:
    """All forks of all codecs in one shuffled order.

    ``levels_of`` maps each codec to the levels at which it can be read. Every choice follows from the
    arguments, the order from the words of ``order``; without ``writes`` only existing stores are read.
    """
    forks: list[Fork] = []
    for codec, available in sorted(levels_of.items()):
        conditions = product(settings.objects, settings.pins, range(settings.repetitions))
        for index, (objects, pin, repetition) in enumerate(conditions):
            steps = _steps(available, settings, (order, codec, index), writes)
            if steps:
                forks.append(Fork(codec, workload, index, objects, pin, repetition, steps))
    return Plan(settings, seed, shuffled(forks, order, "order of forks"))


def _steps(
    available: Sequence[str], settings: Settings, drawn_by: Sequence[object], writes: bool
) -> tuple[StoreStep, ...]:
    if not writes:
        return _reads(available, settings, settings.caches, drawn_by)
    # What is read cold or warm was written through the page cache, what is read past it past it. Both
    # writes use the same file, so each comes right before its reads.
    through = tuple(cache for cache in settings.caches if cache != DIRECT)
    steps: tuple[StoreStep, ...] = ()
    if through or not settings.orders:
        steps += (StoreStep(WRITE, BUFFERED), *_reads(available, settings, through, drawn_by))
    if DIRECT in settings.caches:
        steps += (StoreStep(WRITE, DIRECT), *_reads(available, settings, (DIRECT,), drawn_by))
    return steps


def _reads(
    available: Sequence[str], settings: Settings, caches: Sequence[str], drawn_by: Sequence[object]
) -> tuple[StoreStep, ...]:
    reads = [
        StoreStep(order, cache, level)
        for order in settings.orders
        for cache in caches
        for level in _levels(available, settings, order)
    ]
    return shuffled(reads, *drawn_by, "order of reads")


def _levels(available: Sequence[str], settings: Settings, order: str) -> list[str]:
    if RAW_LEVEL in available:
        return [RAW_LEVEL]
    wanted = settings.levels or _USUAL_LEVELS[order]
    return [level for level in LEVELS if level in wanted and level in available]
