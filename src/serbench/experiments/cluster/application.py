"""An application of the engine: what it is asked, and what it says of the cluster that it runs on."""

from dataclasses import dataclass, replace
from pathlib import Path

from serbench.codecs.runner import Runner
from serbench.errors import SerbenchError
from serbench.experiments.cluster.budget import executor_memory_bytes
from serbench.experiments.cluster.judging import Facts, read_facts
from serbench.experiments.cluster.masters import is_local, unanswered
from serbench.experiments.cluster.plan import SHUFFLE, Fork, Settings
from serbench.languages.builder import Builder
from serbench.pools.pool import Pool
from serbench.pools.requests import limit_s
from serbench.runner.process import ask
from serbench.scratch import scratch_folder

VERB = "cluster"
# The serializer of an application that is not the engine's own.
CODEC = "codec"
# The application that only asks what the cluster is.
_ASKING = Settings((1_000,), forks=1, rounds=1, warmup_least=0, warmup_most=0, jobs=(SHUFFLE,))
# A cluster may give its executors late.
_ASKING_S = 180.0


@dataclass(frozen=True, slots=True)
class Application:
    """The runner of one row's application, and the ``serializer`` that the application is asked to use."""

    runner: Runner
    serializer: str


def application_arguments(
    settings: Settings, fork: Fork, serializer: str, pool: Pool, seed: int, scratch: Path
) -> dict[str, object]:
    """The arguments of a request to an application (PROTOCOL.md, cluster)."""
    arguments: dict[str, object] = {"pool": pool.corpus.path}
    if pool.numbers is not None:
        arguments["numbers"] = pool.numbers
    if once := settings.once_of(fork.jobs):
        arguments["once"] = ",".join(once)
    return arguments | {
        "objects": fork.objects,
        "job_list": ",".join(fork.jobs),
        "serializer": serializer,
        "master": settings.master,
        "partitions": fork.partitions,
        "maps": settings.maps_of(fork.partitions),
        "compress": fork.compress,
        "scratch": scratch,
        "repetitions": settings.rounds,
        "warmup_rounds_min": settings.warmup_least,
        "warmup_rounds_max": settings.warmup_most,
        "seed": seed,
        "executor_memory_bytes": executor_memory_bytes(settings, pool),
    }


def sized(runner: Runner, settings: Settings, pool: Pool, builder: Builder) -> Runner:
    """The application with the heap that it needs where it is the whole cluster."""
    if builder.with_heap is None or not is_local(settings.master):
        return runner
    return replace(runner, command=builder.with_heap(runner.command, executor_memory_bytes(settings, pool)))


def ask_cluster(
    application: Application, settings: Settings, pool: Pool, seed: int, directory: Path
) -> Facts:
    """The facts of the cluster, from a short application. Raises SerbenchError where there is no cluster."""
    if reason := unanswered(settings.master):
        raise SerbenchError(reason)
    memory_bytes = executor_memory_bytes(settings, pool)
    asking = replace(_ASKING, master=settings.master, maps=settings.maps, memory_bytes=memory_bytes)
    workload = application.runner.workload
    fork = Fork(application.runner.codec, workload, 0, asking.objects[0], 2, "lz4", 0, asking.jobs)
    with scratch_folder("files", directory) as scratch:
        arguments = application_arguments(asking, fork, application.serializer, pool, seed, scratch)
        found = ask(application.runner, VERB, arguments, _ASKING_S)
    facts = read_facts(found.replies)
    if found.outcome != "ok" or facts is None:
        raise SerbenchError(f"No application runs on {settings.master}: {found.sentence}")
    return facts


def difference(before: Facts, now: Facts) -> str:
    """How a cluster differs from that of before, in one sentence; empty where it does not."""
    for name in ("engine_version", "runtime", "executors", "cores", "hosts"):
        was, is_now = getattr(before, name), getattr(now, name)
        if was != is_now:
            return (
                f"The cluster now has {name.replace('_', ' ')} {_words(is_now)} where the run began with"
                f" {_words(was)}."
            )
    return ""


def _words(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def application_limit_s(settings: Settings, fork: Fork, pool: Pool) -> float:
    """How long an application may take before it is ended."""
    return limit_s(fork.objects * settings.most_rounds * len(fork.jobs), pool.mean_bytes)
