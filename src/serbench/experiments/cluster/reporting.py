"""How runs of the cluster are reported and compared: by the CPU time of a job for one object."""

from typing import Any

from rich.console import Console

from serbench.compare.side import Side, measured_side
from serbench.experiments.cluster.execute import EXPERIMENT
from serbench.experiments.cluster.plan import SHUFFLE
from serbench.experiments.cluster.report import tables
from serbench.experiments.cluster.report.contents import contents_of, job_tables
from serbench.experiments.cluster.report.sentences import answers
from serbench.experiments.cluster.results import ClusterResults, cluster_results
from serbench.experiments.reporting import Extras, Reporting
from serbench.record.run_folder import RunFolder
from serbench.report.document import cells_document, results_csv
from serbench.report.terminal import print_failures, print_table, say_all


def _results(folder: RunFolder) -> ClusterResults:
    return cluster_results(folder.record, folder.rows)


def _document(folder: RunFolder) -> dict[str, Any]:
    return {
        **cells_document(EXPERIMENT, folder.name, str(folder.path), _results(folder)),
        "cluster": folder.record.get("cluster"),
        "engine": folder.record.get("engine"),
    }


def _show(folder: RunFolder, console: Console, extras: Extras) -> None:
    results = _results(folder)
    _print_overview(results, console)
    for table in job_tables(tables.groups_of(results)) if extras.costs else ():
        print_table(table, console)
        console.print()
    print_failures(results.failures, console)
    say_all(answers(results, folder.record), console)
    if results.all:
        say_all(tables.legend(results, folder.record), console, "dim")


def _ranking(folder: RunFolder, console: Console, extras: Extras) -> None:
    _print_overview(_results(folder), console)


def _print_overview(results: ClusterResults, console: Console) -> None:
    for group in tables.groups_of(results):
        print_table(tables.overview(group), console)
        console.print()


def _csv(folder: RunFolder) -> str:
    return results_csv(_results(folder).all)


def cluster_side(folder: RunFolder) -> Side:
    """Every job as an operation, by the CPU time of one object."""
    results = _results(folder)
    return measured_side(
        folder,
        {result.cell: result.cpu for result in results.rows},
        _sizes(results),
        failures=results.failures,
        noise_floor=results.noise_floor,
        distinguished_by={"cluster": tables.cluster_words(folder.record).removesuffix(".")},
    )


def _sizes(results: ClusterResults) -> dict[tuple[str, str], float]:
    """What an object takes in the files of a shuffle, else in the cache."""
    found: dict[tuple[str, str], float] = {}
    for result in results.rows:
        if (result.codec, result.workload) not in found or result.job == SHUFFLE:
            found[result.codec, result.workload] = result.bytes / result.objects
    return found


REPORTING = Reporting(
    document=_document,
    contents=contents_of,
    show=_show,
    csv=_csv,
    side=cluster_side,
    ranking=_ranking,
)
