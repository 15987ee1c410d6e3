"""Every sample of a run as CSV, one line each."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from serbench.engine.attempts import which_count
from serbench.record.row import Row
from serbench.report.csv_text import csv_text

COLUMNS = (
    "codec workload operation side experiment fork block attempt disturbed counts"
    " sample n cpu_ns wall_ns size_bytes objects parameters phases"
).split()


def csv_samples(rows: Sequence[Row]) -> str:
    """``n`` operations took ``cpu_ns`` and ``wall_ns`` nanoseconds; ``size_bytes`` is that of all ``objects``
    together. ``parameters`` and ``phases`` are JSON objects, empty where there are none. Rows that failed
    have no samples; all attempts of a fork that was measured again are included, and ``counts`` tells those
    that are in a result."""
    return csv_text(_lines(rows))


def _lines(rows: Sequence[Row]) -> Iterator[Sequence[Any]]:
    yield COLUMNS
    for row, counts in zip(rows, which_count(rows), strict=True):
        for sample, (n, cpu_ns, wall_ns) in enumerate(zip(row.n, row.cpu_ns, row.wall_ns, strict=True)):
            cell = [row.codec, row.workload, row.operation, row.side, row.experiment]
            fork = [row.fork, row.block, row.attempt, row.disturbed, counts, sample]
            rest = [row.size_bytes, row.objects, _json(row.parameters), _json(row.phases)]
            yield [*cell, *fork, n, cpu_ns, wall_ns, *rest]


def _json(value: Mapping[str, Any]) -> str:
    """Empty where there is nothing."""
    return json.dumps(value, separators=(",", ":")) if value else ""
