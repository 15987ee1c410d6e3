"""The measures besides time of a run, as rows for each codec and for each compressor. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from serbench.experiments.memory.beside import Beside
from serbench.record.row import Row


@dataclass(frozen=True, slots=True)
class BesideRow:
    """A codec and a workload; ``peak_bytes`` is the largest resident size of any of its forks, with the
    harness and the corpus in it, None where no fork reported it."""

    beside: Beside
    peak_bytes: int | None

    def to_json(self) -> dict[str, Any]:
        return {
            "codec": self.beside.codec,
            "workload": self.beside.workload,
            "peak_bytes": self.peak_bytes,
            "executable_bytes": self.beside.executable_bytes,
            "build_ms": self.beside.build_ms,
            "page_lines": self.beside.page_lines,
        }


def beside_rows(record: Mapping[str, Any], rows: Sequence[Row]) -> list[BesideRow]:
    """The rows of a run from its run.json and its measurements; none where the run recorded nothing."""
    peaks: dict[tuple[str, str], int] = {}
    for row in rows:
        if row.peak_bytes is not None:
            key = (row.codec, row.workload)
            peaks[key] = max(row.peak_bytes, peaks.get(key, 0))
    noted = [Beside.from_json(fields) for fields in record.get("beside", ())]
    return [BesideRow(beside, peaks.get((beside.codec, beside.workload))) for beside in noted]


def compression_json(rows: Sequence[BesideRow]) -> list[dict[str, Any]]:
    """A row for each codec, workload and compressor: the mean size of a message, and the time for one."""
    return [
        {
            "codec": row.beside.codec,
            "workload": row.beside.workload,
            "compressor": compressed.compressor,
            "size_bytes": round(compressed.size_bytes, 3),
            "compress_ns": round(compressed.compress_ns, 3),
            "decompress_ns": round(compressed.decompress_ns, 3),
        }
        for row in rows
        for compressed in row.beside.compressed
    ]
