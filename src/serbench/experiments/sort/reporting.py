"""How runs of the sort are reported and compared: by the wall time of a whole sort."""

from typing import Any

from serbench.compare.side import Side, measured_side
from serbench.experiments.reporting import Reporting
from serbench.experiments.sort.execute import EXPERIMENT
from serbench.experiments.sort.expected import ACCESS
from serbench.experiments.sort.report.contents import TELLING
from serbench.pools.disk import disk_words
from serbench.record.run_folder import RunFolder
from serbench.statistics.estimate import Estimate


def _document(folder: RunFolder) -> dict[str, Any]:
    results = TELLING.results(folder)
    return {
        **TELLING.document(folder),
        "marks": [result.to_json() for result in results.marks],
        "marks_missing": results.marks_missing or None,
    }


def sort_side(folder: RunFolder) -> Side:
    """Every way of sorting as an operation, by the time of one object."""
    results = TELLING.results(folder)
    return measured_side(
        folder,
        {
            result.cell: Estimate.of([time / result.objects for time in result.total.fork_values])
            for result in results.rows
        },
        {(result.codec, result.workload): result.size_bytes / result.objects for result in results.rows},
        failures=results.failures,
        noise=results.noise,
        clock="wall",
        distinguished_by={"disk of the sort": disk_words(folder.record, EXPERIMENT), "sort": _how(folder)},
    )


def _how(folder: RunFolder) -> str:
    """How objects were sorted: two runs that differ there are not compared without a word."""
    settings = folder.record.get("plan", {}).get("settings", {})
    keys = f"{settings.get('distinct') or 'all'} keys of {settings.get('key', ACCESS)}"
    return f"{settings.get('arrangement')}, {keys}, {settings.get('fan_in')} chunks at once"


REPORTING = Reporting(
    document=_document,
    contents=TELLING.contents,
    show=lambda folder, console, extras: TELLING.show(folder, console, extras.is_across),
    csv=TELLING.csv,
    side=sort_side,
    ranking=lambda folder, console, extras: TELLING.ranking(folder, console, extras.is_across),
    twins=lambda folder: TELLING.results(folder).twinned,
)
