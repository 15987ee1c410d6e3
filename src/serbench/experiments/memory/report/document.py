"""The results of a run as the document of ``run --json`` and ``report --json``, and flat as CSV."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from serbench.engine.attempts import measured_again, still_disturbed
from serbench.experiments.memory.costs import Costs, costs_in
from serbench.experiments.memory.report.means import means
from serbench.experiments.memory.report.results import Result, results_of
from serbench.record.run_folder import RunFolder
from serbench.report.grid import crossing_json, crossings_in
from serbench.report.words import failure_json

_COSTS = ("codec", "workload", "peak_bytes", "executable_bytes", "build_ms", "page_lines")
_LISTS = {"parameters": json.dumps, "tied": " ".join}


def document_of(folder: RunFolder) -> dict[str, Any]:
    """The document that ``run --json`` prints."""
    results = results_of(folder.record, folder.rows)
    costs = costs_in(folder.record, folder.rows)
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
        "beside": [{name: getattr(of, name) for name in _COSTS} for of in costs],
        "compression": [row for of in costs for row in _compressed_rows(of)],
        "interop": [crossing_json(crossing) for crossing in crossings_in(folder.record)],
    }


def _compressed_rows(costs: Costs) -> list[dict[str, Any]]:
    """A row for each compressor: the mean size of a message, and the time for one."""
    return [
        {
            "codec": costs.codec,
            "workload": costs.workload,
            "compressor": one.compressor,
            "size_bytes": round(one.size_bytes, 3),
            "compress_ns": round(one.compress_ns, 3),
            "decompress_ns": round(one.decompress_ns, 3),
        }
        for one in costs.compressed
    ]


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
