"""The plan of a run of the cluster: what it measures, and in which order.
Pure, and recorded before the first application starts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from types import MappingProxyType
from typing import Annotated, Self

from serbench.engine import amounts, work
from serbench.engine.amounts import Preset, presets
from serbench.engine.rounds import in_rounds
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
class Settings(amounts.Settings):
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

    @property
    def most_repetitions(self) -> int:
        return self.forks

    def with_repetitions(self, most: int) -> Self:
        return replace(self, forks=most)

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


PRESETS = presets(
    quick=Preset(Settings((6_000,), forks=5, rounds=3, warmup_least=3, warmup_most=8), twins=1),
    standard=Preset(
        Settings((50_000,), forks=5, rounds=5, warmup_least=3, warmup_most=8, unranked_forks=2), twins=1
    ),
    thorough=Preset(
        Settings((200_000,), forks=9, rounds=7, warmup_least=3, warmup_most=12, unranked_forks=5), twins=1
    ),
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
class Plan(work.Plan[Settings, Fork]):
    """All forks of a run."""


def make_plan(
    rows: Sequence[str],
    workload: str,
    settings: Settings,
    seed: int,
    lacking: Mapping[str, Sequence[str]] = MappingProxyType({}),
    *,
    order: str = "",
) -> Plan:
    """All forks in rounds, the repetitions of a row spread over them. ``lacking`` are the jobs that rows
    cannot do. Every choice follows from the arguments, the order from the words of ``order``."""
    forks: list[tuple[int, Fork]] = []
    for row in sorted(rows):
        conditions = product(settings.objects, settings.partitions, settings.compress, range(settings.forks))
        for index, (objects, partitions, compress, repetition) in enumerate(conditions):
            if jobs := settings.jobs_of(repetition, lacking.get(row, ())):
                fork = Fork(row, workload, index, objects, partitions, compress, repetition, jobs)
                forks.append((repetition, fork))
    return Plan(settings, seed, in_rounds(forks, order))
