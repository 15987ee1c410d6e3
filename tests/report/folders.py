"""A run in memory, for the tests of its pages."""

import base64
import json
import re
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from fakes.samples import RECORD, failed, measured

from serbench.compare.side import Side, named_table
from serbench.experiments.reporting import published_tables, report_of
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder
from serbench.report.web import writing

MACHINE: dict[str, Any] = {
    "cpu_model": "Some CPU | 3000",
    "architecture": "aarch64",
    "logical_cores": 4,
    "allowed_cores": [0, 1],
    "memory_bytes": 8 * 1024**3,
}


def rows_of(forks: int = 5) -> list[Row]:
    """Codec a takes 12 µs for both ways, c 6 µs; b can only decode; the floor copies."""
    rows: list[Row] = []
    for fork in range(forks):
        rows.append(measured("cpp/a", "encode", fork, 4000 + fork))
        rows.append(measured("cpp/a", "decode", fork, 8000 + fork))
        rows.append(measured("cpp/c", "encode", fork, 2000 + fork, size_bytes=64 * 17416))
        rows.append(measured("cpp/c", "decode", fork, 4000 + fork, size_bytes=64 * 17416))
        rows.append(measured("cpp/b", "decode", fork, 9000 + fork))
        rows.append(measured("cpp/a", "serialize", fork, 3000 + fork, side="library"))
        rows.append(measured("cpp/floor", "decode", fork, 110))
    return rows


def folder_of(path: Path, rows: Sequence[Row] | None = None, **record: Any) -> RunFolder:
    full = {
        **RECORD,
        "run": "20261121-210700",
        "started_at": "2026-11-21T21:07:00+00:00",
        "command": ["./serbench", "run", "--codecs", "cpp/*"],
        "seed": 1,
        "machine": MACHINE,
        "corpora": {"record": {"objects": 64, "bytes": 1088512, "sha256": "ab" * 32}},
        "plan": {"preset": {"name": "quick", "forks": 5}},
        **record,
    }
    return RunFolder(path / "20261121-210700", full, list(rows_of() if rows is None else rows))


def published(table: str) -> Side:
    """A published table as the side of a comparison."""
    return named_table(table, published_tables()).side()


def html(folder: RunFolder) -> str:
    """The page of a run, as it is written."""
    return writing.html(folder, report_of(folder))


def hostile_folder(path: Path) -> RunFolder:
    """Every name and text that a stranger could have chosen is markup."""
    name = "cpp/<script>alert(1)</script>|*_`"
    rows = [replace(row, codec=name) for row in rows_of() if row.codec == "cpp/a"]
    rows += [failed(name, "access-one", 0, "crashed", "Said <b>“no”</b> & | died\nwith [it](x)")]
    return folder_of(
        path,
        rows,
        runners=[],
        command=["./serbench", "run", "```", "</pre><script>"],
        machine={"cpu_model": "<img src=x>"},
        unavailable={"cpp/<i>": "no <u>"},
    )


def island(text: str, name: str) -> str:
    """The content of an element for data."""
    found = re.search(rf'<script type="[^"]+" id="{name}">(.*?)</script>', text, re.DOTALL)
    assert found
    return found[1]


def unpacked(text: str) -> Any:
    """The data that such an element has compressed."""
    return json.loads(zlib.decompress(base64.b64decode(text)))


def cells_in(text: str) -> list[dict[str, Any]]:
    """The cells that a report has as data."""
    columns = unpacked(island(text, "data-cells"))["cells"]
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
