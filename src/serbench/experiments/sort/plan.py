"""The plan of a run of the sort: what it measures, and in which order.
Pure, and recorded before the first file is written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Annotated

from serbench.engine import work
from serbench.engine.amounts import Preset, WarmSettings, presets
from serbench.engine.rounds import in_rounds, shuffled
from serbench.experiments.sort.expected import ACCESS, KEYS, SHUFFLED
from serbench.pools.cache_state import CACHES
from serbench.pools.requests import PINS
from serbench.record.names import Count, Line, Word, one_of

OBJECTS, BYTES, LAZY, RAW = "objects", "bytes", "lazy", "raw"
# The modes of codecs; RAW is that of floors.
MODES = (OBJECTS, BYTES, LAZY)
# What is not of a codec and shown apart: GNU sort on the lines of a codec's messages.
LINES = "lines"
DIRECT = "direct"
MIB = 2**20


@dataclass(frozen=True, slots=True)
class SortStep:
    """One process. Its memory, the pin and the state of the page cache are those of the input's reading."""

    mode: Annotated[str, one_of(*MODES, RAW, LINES)]
    memory_bytes: Count
    pin: Annotated[str, one_of(*PINS)]
    cache: Annotated[str, one_of(*CACHES)]


@dataclass(frozen=True, slots=True)
class Settings(WarmSettings):
    """How much is measured. Keys are taken modulo ``distinct`` unless that is 0."""

    objects: tuple[Count, ...]
    memory_bytes: tuple[Count, ...]
    repetitions: Count
    modes: tuple[Word, ...] = (OBJECTS, BYTES)
    pins: tuple[Word, ...] = ("free",)
    caches: tuple[Word, ...] = ("cold",)
    fan_in: Count = 16
    key: Annotated[str, one_of(*KEYS)] = ACCESS
    distinct: Count = 0
    arrangement: Line = SHUFFLED
    threads: Count = 1

    def threads_of(self, step: SortStep) -> int:
        return self.threads if step.pin == "parallel" else 1


PRESETS = presets(
    quick=Preset(Settings((50_000,), (32 * MIB,), 5, jit_warmup_ns=1_000_000_000)),
    standard=Preset(Settings((500_000,), (64 * MIB,), 5, jit_warmup_ns=3_000_000_000), twins=1),
    thorough=Preset(Settings((2_000_000,), (64 * MIB, 256 * MIB), 10, jit_warmup_ns=3_000_000_000), twins=1),
)


@dataclass(frozen=True, slots=True)
class Fork(work.Fork):
    """One repetition of one codec and number of objects: its input is written once, then sorted by each of
    the steps, in shuffled order."""

    objects: Count
    repetition: Count
    steps: tuple[SortStep, ...]

    @property
    def cells(self) -> tuple[tuple[str, int], ...]:
        return ((self.codec, self.objects),)


@dataclass(frozen=True, slots=True)
class Plan(work.Plan[Settings, Fork]):
    """All forks of a run."""


def make_plan(
    modes_of: Mapping[str, Sequence[str]],
    workload: str,
    settings: Settings,
    seed: int,
    lines_of: str | None = None,
    *,
    order: str = "",
) -> Plan:
    """All forks in rounds, the repetitions of a codec spread over them.

    ``modes_of`` maps each codec to those that it has; the lines of the codec ``lines_of`` are also sorted
    by GNU sort. Every choice follows from the arguments, the order from the words of ``order``.
    """
    forks: list[tuple[int, Fork]] = []
    for codec, available in sorted(modes_of.items()):
        steps = steps_of(available, settings, codec == lines_of)
        conditions = product(settings.objects, range(settings.repetitions))
        for index, (objects, repetition) in enumerate(conditions if steps else ()):
            ordered = shuffled(steps, order, codec, index, "order of steps")
            forks.append((repetition, Fork(codec, workload, index, objects, repetition, ordered)))
    return Plan(settings, seed, in_rounds(forks, order))


def steps_of(available: Sequence[str], settings: Settings, with_lines: bool) -> list[SortStep]:
    chosen = [mode for mode in available if mode in (*settings.modes, RAW)]
    steps = [
        SortStep(mode, memory_bytes, pin, cache)
        for mode in chosen
        for memory_bytes in settings.memory_bytes
        for pin in settings.pins
        for cache in settings.caches
    ]
    # What is shown for comparison is measured one way: with one thread, its input as the first step's.
    beside = [SortStep(LINES, size, "free", settings.caches[0]) for size in settings.memory_bytes]
    return steps + (beside if with_lines and steps else [])
