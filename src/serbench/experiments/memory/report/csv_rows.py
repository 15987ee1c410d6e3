"""The rows of a run as CSV, one line a cell: what ``--json`` has, flat."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from serbench.experiments.memory.report.result import Result
from serbench.experiments.memory.report.results import results_of
from serbench.record.run_folder import RunFolder

_LISTS = {"parameters": json.dumps, "tied": " ".join}


def csv_of(folder: RunFolder) -> str:
    """Codecs first, then floors (column ``kind``). ``tied`` joins names by spaces, ``parameters`` is JSON;
    what is not known is empty."""
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
