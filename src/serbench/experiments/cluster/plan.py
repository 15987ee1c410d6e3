"""What a run of the cluster measures and in which order: pure, and recorded before the first application
starts."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated

from serbench.engine import work
from serbench.record.names import Count, Line, one_of

SHUFFLE, SORT, CACHE, BROADCAST, AGGREGATE = "shuffle", "sort", "cache", "broadcast", "aggregate"
# In the order in which they are shown: the first of them leads.
JOBS = (SHUFFLE, CACHE, BROADCAST, AGGREGATE, SORT)
# What is mostly the engine's own work is shown and not ranked.
UNRANKED_JOBS = frozenset({SORT})
USUAL_JOBS = (SHUFFLE, CACHE, SORT)
COMPRESSIONS = ("lz4", "none")
LOCAL_MASTER = "local[*]"
Job = Annotated[str, one_of(*JOBS)]
Compression = Annotated[str, one_of(*COMPRESSIONS)]


@dataclass(frozen=True, slots=True)
class Settings:
    """How much is measured. Each row has ``forks`` applications for each number of objects, number of
    partitions and compression. A job is done ``warmup_least`` to ``warmup_most`` times until it has settled,
    then ``rounds`` times. Jobs that do not rank are done by the first ``unranked_forks`` of them alone, and
    once.
    ``maps`` are the tasks that write, None for as many as the partitions, and
    ``memory_bytes`` the heap of an executor, None for what the objects need."""

    objects: tuple[Count, ...]
    forks: Count
    rounds: Count
    warmup_least: Count
    warmup_most: Count
    unranked_forks: Count = 1
    jobs: tuple[Job, ...] = USUAL_JOBS
    partitions: tuple[Count, ...] = (8,)
    compress: tuple[Compression, ...] = ("lz4",)
    master: Line = LOCAL_MASTER
    maps: Count | None = None
    memory_bytes: Count | None = None

    def maps_of(self, partitions: int) -> int:
        return partitions if self.maps is None else min(self.maps, partitions)

    def jobs_of(self, repetition: int, lacking: Sequence[str] = ()) -> tuple[str, ...]:
        """The jobs of the application with this number, of a row that lacks some; where there are no others,
        those that do not rank are done in each."""
        own = tuple(job for job in self.jobs if job not in lacking)
        ranked = tuple(job for job in own if job not in UNRANKED_JOBS)
        return own if repetition < self.unranked_forks or not ranked else ranked

    @staticmethod
    def once_of(jobs: Sequence[str]) -> tuple[str, ...]:
        """Of the jobs of an application, those that are done once after their proof, without a warm-up: what
        does not rank, where something else does."""
        unranked = tuple(job for job in jobs if job in UNRANKED_JOBS)
        return unranked if len(unranked) < len(jobs) else ()

    def rounds_of(self, jobs: Sequence[str]) -> dict[str, int]:
        """How often each of the jobs of an application is measured."""
        once = self.once_of(jobs)
        return {job: 1 if job in once else self.rounds for job in jobs}

    @property
    def most_rounds(self) -> int:
        """How often an application does a job at most, with the proofs before and after."""
        return 2 + self.warmup_most + self.rounds


@dataclass(frozen=True, slots=True)
class Preset:
    """``twins`` is how many codecs are measured twice (serbench.engine.twins)."""

    settings: Settings
    twins: int = 1


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "quick": Preset(Settings((6_000,), forks=4, rounds=3, warmup_least=3, warmup_most=8)),
        "standard": Preset(
            Settings((50_000,), forks=5, rounds=5, warmup_least=3, warmup_most=8, unranked_forks=2)
        ),
        "thorough": Preset(
            Settings((200_000,), forks=9, rounds=7, warmup_least=3, warmup_most=12, unranked_forks=5)
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Fork(work.Fork):
    """One application: all jobs of a row, over ``objects`` objects. ``codec`` is the name of the row."""

    objects: Count
    partitions: Count
    compress: Compression
    repetition: Count
    jobs: tuple[Job, ...]

    @property
    def cells(self) -> tuple[tuple[object, ...], ...]:
        return tuple((self.codec, job, self.objects, self.partitions, self.compress) for job in self.jobs)


@dataclass(frozen=True, slots=True)
class Plan:
    """All forks in the order in which they run. ``max_time_ns`` is the time limit into which the plan was
    fitted, None where the settings are unchanged."""

    settings: Settings
    seed: int
    forks: tuple[Fork, ...]
    max_time_ns: Count | None = None


def make_plan(
    rows: Sequence[str],
    workload: str,
    settings: Settings,
    seed: int,
    lacking: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Plan:
    """All forks in rounds, the repetitions of a row spread over them. ``lacking`` are the jobs that rows
    cannot do. Every choice follows from the seed and the arguments."""
    rounds: dict[int, list[Fork]] = {}
    ways = [
        (objects, partitions, compress)
        for objects in settings.objects
        for partitions in settings.partitions
        for compress in settings.compress
    ]
    for row in sorted(rows):
        for number, way in enumerate(ways):
            for repetition in range(settings.forks):
                index = number * settings.forks + repetition
                jobs = settings.jobs_of(repetition, lacking.get(row, ()))
                if jobs:
                    fork = Fork(row, workload, index, *way, repetition, jobs)
                    rounds.setdefault(repetition, []).append(fork)
    forks: list[Fork] = []
    for number in sorted(rounds):
        random.Random(f"{seed} round {number}").shuffle(rounds[number])
        forks += rounds[number]
    return Plan(settings, seed, tuple(forks))
