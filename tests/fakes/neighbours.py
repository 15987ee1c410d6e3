"""Runs that lie next to each other."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fakes.samples import RECORD, measured

from serbench.record.row import Row
from serbench.record.run_folder import RunFolder


def runner(codec: str, version: str = "1.0") -> dict[str, Any]:
    operations = dict.fromkeys(("encode", "decode"), "application")
    return {"codec": codec, "workload": "record", "operations": operations, "libraries": {"it": version}}


def write(path: Path, record: dict[str, Any], rows: Sequence[Row]) -> RunFolder:
    path.mkdir(parents=True)
    (path / "run.json").write_text(json.dumps(record))
    (path / "measurements.jsonl").write_text("".join(row.to_line() for row in rows))
    return RunFolder.load(path)


def run_in_memory(results: Path, *codecs: str) -> RunFolder:
    rows = [
        measured(codec, operation, fork, 1000 + fork)
        for fork in range(5)
        for codec in codecs
        for operation in ("encode", "decode")
    ]
    record = {
        **RECORD,
        "plan": {"preset": {"name": "quick", "forks": 5}},
        "runners": [runner(codec) for codec in codecs],
    }
    write(results / "20261121-210700", record, rows)
    return RunFolder(results / "20261121-210700", record, rows)
