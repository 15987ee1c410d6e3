"""``serbench cluster``: shuffles, sorts and caches objects, with codecs as an engine's serializers."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import click

from serbench.engine.amounts import DEFAULT_PRESET, settings_of
from serbench.engine.asked import asked_of
from serbench.engine.lacked import without_lacked
from serbench.experiments.cluster.application import VERB
from serbench.experiments.cluster.execute import EXPERIMENT
from serbench.experiments.cluster.flow import ClusterFlow, flow_again, made_flow
from serbench.experiments.cluster.masters import is_local, local_cores, parse_master
from serbench.experiments.cluster.plan import COMPRESSIONS, JOBS, LOCAL_MASTER, PRESETS, Settings
from serbench.experiments.cluster.rows import choose_rows, find_engine
from serbench.experiments.reporting import Extras, session_of
from serbench.pools.options import WrittenOptions, numbers_in, numbers_of_objects, workload_of
from serbench.pools.pool import gather_pool
from serbench.pools.sizes import parse_size
from serbench.terminal.options import (
    AMOUNT,
    RUN,
    SUBJECT,
    BlockedOptions,
    Everywhere,
    GroupedCommand,
    codecs_option,
    legend_option,
    option,
    preset_option,
    taking,
)
from serbench.terminal.values import chosen

_MOST_PARTITIONS = 100_000
# Tasks that write, for each core: so that both kinds have several.
_MAPS_OF_A_CORE = 2


@dataclass(frozen=True)
class Options(BlockedOptions, WrittenOptions, Everywhere):
    """The options of ``cluster``."""

    codecs: str | None = codecs_option("the set default, and serializers of Spark itself")
    job_list: str | None = option(
        SUBJECT, "--jobs", ",".join(JOBS), "What Spark does with the objects. Default: shuffle,cache,sort.",
    )  # fmt: skip
    jobs: int | None = option(
        RUN, "-j --compilers", "N", "Parallel compilers.", presentation=True, type=click.IntRange(min=1)
    )
    master: str | None = option(
        RUN, "--master", "local[*]|spark://HOST:PORT|yarn|k8s://…", "The cluster. Default: this machine,"
        " local[*]. With --resume, name the run's cluster again.", presentation=True,
    )  # fmt: skip
    executor_memory: str | None = option(
        RUN,
        "--executor-memory",
        "4G",
        "Executor heap. Default: large enough for one executor to hold all objects.",
    )
    objects: str | None = option(
        AMOUNT, "--objects", "N,...", "How many objects; each number is measured separately."
    )
    partitions: str | None = option(
        AMOUNT,
        "--partitions",
        "P,...",
        "Partitions after the shuffle; each number is measured separately. Default: 8.",
    )
    compress: str | None = option(
        SUBJECT, "--compress", ",".join(COMPRESSIONS), "Compression of shuffle files and cached blocks; each"
        " is measured separately. Default: lz4.",
    )  # fmt: skip
    legend: bool = legend_option()
    preset: str | None = preset_option(PRESETS, DEFAULT_PRESET)
    repeat: int | None = option(
        AMOUNT, "--repeat", "R", "Applications per row.", type=click.IntRange(1, 1000)
    )
    rounds: int | None = option(
        AMOUNT, "--rounds", "R", "How often a warm application does each job.",
        type=click.IntRange(1, 1000),
    )  # fmt: skip


@click.command(
    VERB, cls=GroupedCommand, epilog="Example: ./serbench cluster --codecs fory,kryo --compress lz4,none"
)
@taking(Options)
def command(options: Options) -> int:
    """Shuffle, sort and cache objects in Apache Spark, with codecs as its serializers (default workload:
    tweet)."""
    session = session_of(EXPERIMENT, VERB, options, Extras(legend=options.legend))
    return session.run(
        options,
        _flow,
        lambda folder: flow_again(folder, find_engine(), options.master),
    )


def _flow(options: Options, tell: Callable[[str], object]) -> ClusterFlow:
    """Raises BadInput for what is no row, no job, no cluster or no workload, before anything is made."""
    asked, engine_place = asked_of(options, _settings(options), PRESETS), find_engine()
    chosen_rows = choose_rows(engine_place, asked.patterns)
    material = gather_pool(*workload_of(options), asked.seed, tell)
    material = without_lacked(material, chosen_rows.codecs, tell)
    flow = made_flow(asked, material, engine_place, chosen_rows)
    if not options.dry_run:
        flow.require_answer()
    return flow


def _settings(options: Options) -> Settings:
    usual = settings_of(options, PRESETS)
    master, heap = parse_master(options.master or LOCAL_MASTER), options.executor_memory
    return replace(
        usual,
        objects=numbers_of_objects(options.objects) or usual.objects,
        jobs=chosen("--jobs", options.job_list, JOBS) or usual.jobs,
        partitions=numbers_in("--partitions", options.partitions, _MOST_PARTITIONS) or usual.partitions,
        compress=chosen("--compress", options.compress, COMPRESSIONS) or usual.compress,
        master=master,
        maps=_MAPS_OF_A_CORE * local_cores(master) if is_local(master) else None,
        memory_bytes=None if heap is None else parse_size("--executor-memory", heap),
        rounds=options.rounds or usual.rounds,
    )
