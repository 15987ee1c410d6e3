"""The results of a run as the document of ``run --json`` and ``report --json``, and flat as CSV."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from serbench.engine.attempts import measured_again, still_disturbed
from serbench.experiments.memory.report.beside import beside_rows, compression_json
from serbench.experiments.memory.report.means import means
from serbench.experiments.memory.report.result import Result
from serbench.experiments.memory.report.results import results_of
from serbench.record.run_folder import RunFolder
from serbench.report.grid import crossing_json, crossings_in
from serbench.report.words import failure_json

_LISTS = {"parameters": json.dumps, "tied": " ".join}


def document_of(folder: RunFolder) -> dict[str, Any]:
    """The document that ``run --json`` prints."""
    results = results_of(folder.record, folder.rows)
    beside = beside_rows(folder.record, folder.rows)
    return {
        "run": folder.name,
        "directory": str(folder.path),
        "experiment": folder.record.get("experiment", "memory"),
        "noise_floor": results.noise_floor,
        "measured_again": measured_again(folder.rows),
        "disturbed_forks": still_disturbed(folder.rows),
        "rows": [result.to_json() for result in results.rows],
        "floors": [result.to_json() for result in results.floors],
        "twins": [result.to_json() for result in results.twins],
        "geometric_means": [mean.to_json() for mean in means(results)],
        "failures": [failure_json(failure) for failure in results.failures],
        "beside": [row.to_json() for row in beside],
        "compression": compression_json(beside),
        "interop": [crossing_json(crossing) for crossing in crossings_in(folder.record)],
    }


def csv_of(folder: RunFolder) -> str:
    """Codecs first, then floors (column ``kind``). ``tied`` joins names by spaces, ``parameters`` is JSON;
    unknown values are empty."""
    results = results_of(folder.record, folder.rows)
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    lines = [("row", result) for result in results.rows] + [("floor", result) for result in results.floors]
    for number, (kind, result) in enumerate(lines):
        fields = _fields(kind, result)
        if number == 0:
            writer.writerow(fields)
        writer.writerow(fields.values())
    return stream.getvalue()


def _fields(kind: str, result: Result) -> dict[str, Any]:
    fields = result.to_json()
    return {"kind": kind} | {
        name: _LISTS[name](value) if name in _LISTS else value for name, value in fields.items()
    }
