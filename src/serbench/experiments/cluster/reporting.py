"""How runs of the cluster are reported and compared: by the CPU time of a job for one object."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rich.console import Console

from serbench.compare.side import Side, measured_side
from serbench.experiments.cluster.plan import SHUFFLE
from serbench.experiments.cluster.report import tables
from serbench.experiments.cluster.report.contents import TELLING, job_tables
from serbench.experiments.cluster.results import ClusterResults
from serbench.experiments.reporting import Extras, Reporting
from serbench.record.run_folder import RunFolder


def _document(folder: RunFolder) -> dict[str, Any]:
    parts = {name: folder.record.get(name) for name in ("cluster", "engine")}
    return TELLING.document(folder) | parts


def _show(folder: RunFolder, console: Console, extras: Extras) -> None:
    results = TELLING.results(folder)
    jobs = job_tables(results) if extras.costs else []
    TELLING.show(folder, console, extras.is_across, [*TELLING.tables(results, extras.is_across), *jobs])


def cluster_side(folder: RunFolder) -> Side:
    """Every job as an operation, by the CPU time of one object."""
    results = TELLING.results(folder)
    side = measured_side(
        folder,
        {result.cell: result.cpu for result in results.rows},
        _sizes(results),
        failures=results.failures,
        noise=results.noise,
        distinguished_by={"cluster": tables.cluster_words(folder.record).removesuffix(".")},
    )
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


REPORTING = Reporting(
    document=_document,
    contents=TELLING.contents,
    show=_show,
    csv=TELLING.csv,
    side=cluster_side,
    ranking=lambda folder, console, extras: TELLING.ranking(folder, console, extras.is_across),
    twins=lambda folder: TELLING.results(folder).twinned,
)
