"""How runs of the cluster are reported and compared: by the CPU time of a job for one object."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rich.console import Console

from serbench.compare.side import Side
from serbench.experiments.cluster.execute import EXPERIMENT
from serbench.experiments.cluster.plan import JOBS, SHUFFLE
from serbench.experiments.cluster.report import tables
from serbench.experiments.cluster.report.sentences import answers
from serbench.experiments.cluster.results import ClusterResult, ClusterResults, cluster_results, way_of
from serbench.experiments.reporting import Extras, cells_reporting, cells_side
from serbench.record.run_folder import RunFolder
from serbench.report.charts.marks import part_bars
from serbench.report.charts.picture import Picture, Theme
from serbench.report.table import Table
from serbench.report.telling import Telling


def job_tables(results: ClusterResults) -> list[Table]:
    """A table for each job in the same conditions."""
    return [
        tables.job_table(group, job)
        for group in tables.groups_of(results)
        for job in JOBS
        if any(one.job == job for one in group)
    ]


def _has_code(result: ClusterResult, record: Mapping[str, Any]) -> bool:
    """Whether it is a codec, and none of the engine's own serializers."""
    return any(runner["codec"] == result.codec for runner in record.get("runners", ()))


def _bars(results: ClusterResults, theme: Theme) -> list[Picture]:
    """Bars for each job in the same conditions."""
    caption = (
        "Time in serializers is an estimate; rest is the engine: files, compression, copies, its objects."
    )
    found = []
    for number, group in enumerate(tables.groups_of(results), 1):
        for job in JOBS:
            ordered = sorted((one for one in group if one.job == job), key=lambda one: one.cpu.median)
            if ordered:
                chart = part_bars(ordered, tables.serializer_name, "µs of CPU time per object", theme)
                title = f"{job}: {tables.conditions_words(ordered[0])}"
                found.append(Picture(f"cluster-{number}-{job}", title, caption, chart))
    return found


# Codecs and the engine's own serializers always rank together.
TELLING: Telling[ClusterResult, ClusterResults] = Telling(
    experiment=EXPERIMENT,
    title="Cluster",
    clock="CPU",
    each="round, with its stages",
    results_of=cluster_results,
    tables=lambda results, is_across: [tables.overview(group) for group in tables.groups_of(results)],
    further=lambda results, is_across: job_tables(results),
    page=lambda results, is_across: [
        *(tables.overview(group) for group in tables.groups_of(results)),
        *job_tables(results),
    ],
    answers=lambda results, is_across, record: answers(results, record),
    legend=lambda results, is_across, record: tables.legend(results, record),
    bars=_bars,
    amount_of=lambda one: (1, one.bytes / one.objects),
    samples_of=lambda one: one.forks * one.rounds,
    way_of=way_of,
    has_code=_has_code,
)


def _document(folder: RunFolder) -> dict[str, Any]:
    parts = {name: folder.record.get(name) for name in ("cluster", "engine")}
    return TELLING.document(folder) | parts


def _show(folder: RunFolder, console: Console, extras: Extras) -> None:
    results = TELLING.results(folder)
    jobs = job_tables(results) if extras.costs else []
    TELLING.show(folder, console, extras.is_across, [*TELLING.tables(results, extras.is_across), *jobs])


def cluster_side(folder: RunFolder) -> Side:
    """Every job as an operation, by the CPU time of one object."""
    facts = {"cluster": tables.cluster_words(folder.record).removesuffix(".")}
    side = cells_side(TELLING, folder, sizes=_sizes(TELLING.results(folder)), distinguished_by=facts)
    return replace(side, executables=_executables(side, folder.record))


def _executables(side: Side, record: Mapping[str, Any]) -> dict[tuple[str, str], str]:
    """The executables with their engine, and the engine alone of its own serializers, which are no codecs."""
    cluster, codecs = record.get("cluster", {}), record.get("codecs", ())
    engine = f"{cluster.get('engine_version')} on {cluster.get('runtime')}"
    own = {(codec, workload): "" for codec, workload, _ in side.times if codec not in codecs}
    return {key: f"{text} in {engine}" for key, text in {**own, **side.executables}.items()}


def _sizes(results: ClusterResults) -> dict[tuple[str, str], float]:
    """The bytes of an object by codec and workload: in the files of a shuffle, else in the cache."""
    found: dict[tuple[str, str], float] = {}
    for result in results.rows:
        if (result.codec, result.workload) not in found or result.job == SHUFFLE:
            found[result.codec, result.workload] = result.bytes / result.objects
    return found


REPORTING = cells_reporting(TELLING, cluster_side, document=_document, show=_show)
