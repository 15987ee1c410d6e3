"""How runs of the cluster are reported and compared: by the CPU time of a job for one object."""

from typing import Any

from rich.console import Console

from serbench.compare.side import Side
from serbench.experiments.cluster.plan import SHUFFLE
from serbench.experiments.cluster.report import tables
from serbench.experiments.cluster.report.contents import TELLING, job_tables
from serbench.experiments.cluster.results import ClusterResults
from serbench.experiments.reporting import Extras, cells_reporting, cells_side
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
    facts = {"cluster": tables.cluster_words(folder.record).removesuffix(".")}
    return cells_side(TELLING, folder, sizes=_sizes(TELLING.results(folder)), distinguished_by=facts)


def _sizes(results: ClusterResults) -> dict[tuple[str, str], float]:
    """The bytes of an object by codec and workload: in the files of a shuffle, else in the cache."""
    found: dict[tuple[str, str], float] = {}
    for result in results.rows:
        if (result.codec, result.workload) not in found or result.job == SHUFFLE:
            found[result.codec, result.workload] = result.bytes / result.objects
    return found


REPORTING = cells_reporting(TELLING, cluster_side, document=_document, show=_show)
