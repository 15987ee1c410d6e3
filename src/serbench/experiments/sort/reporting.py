"""How runs of the sort are reported and compared: by the wall time of a whole sort."""

from typing import Any

from serbench.compare.side import Side
from serbench.experiments.reporting import cells_reporting, cells_side
from serbench.experiments.sort.execute import EXPERIMENT
from serbench.experiments.sort.expected import ACCESS
from serbench.experiments.sort.report.contents import TELLING
from serbench.pools.disk import disk_words
from serbench.record.run_folder import RunFolder


def _document(folder: RunFolder) -> dict[str, Any]:
    results = TELLING.results(folder)
    return {
        **TELLING.document(folder),
        "marks": [result.to_json() for result in results.marks],
        "marks_missing": results.marks_missing or None,
    }


def sort_side(folder: RunFolder) -> Side:
    """Every way of sorting as an operation, by the time of one object."""
    facts = {"disk of the sort": disk_words(folder.record, EXPERIMENT), "sort": _how(folder)}
    return cells_side(TELLING, folder, distinguished_by=facts)


def _how(folder: RunFolder) -> str:
    """How objects were sorted: two runs that differ there are not compared without a word."""
    settings = folder.record.get("plan", {}).get("settings", {})
    keys = f"{settings.get('distinct') or 'all'} keys of {settings.get('key', ACCESS)}"
    return f"{settings.get('arrangement')}, {keys}, {settings.get('fan_in')} chunks at once"


REPORTING = cells_reporting(TELLING, sort_side, document=_document)
