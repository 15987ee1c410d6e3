"""Every sample of a run as CSV, one line each."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from serbench.measure.row import Row

COLUMNS = (
    "codec workload operation side experiment fork attempt disturbed"
    " sample n cpu_ns wall_ns size_bytes objects"
).split()


def csv_samples(rows: Sequence[Row]) -> str:
    """``n`` operations took ``cpu_ns`` and ``wall_ns`` nanoseconds; ``size_bytes`` is that of all ``objects``
    together. Rows that failed have no samples; of a fork that was measured again all attempts are there."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        for sample, (n, cpu_ns, wall_ns) in enumerate(zip(row.n, row.cpu_ns, row.wall_ns, strict=True)):
            cell = [row.codec, row.workload, row.operation, row.side, row.experiment]
            fork = [row.fork, row.attempt, row.disturbed, sample]
            writer.writerow([*cell, *fork, n, cpu_ns, wall_ns, row.size_bytes, row.objects])
    return stream.getvalue()
