"""Runs that may be published, and copies of them with one thing changed."""

import hashlib
import json
import lzma
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from serbench.archive.entry import ROWS
from serbench.archive.publishing import publish
from serbench.record.sealing import SEAL

GOLDEN = Path(__file__).parents[1] / "golden" / "runs"
# That of sizes has data of a user.
PUBLISHABLE = ("cluster", "evolution", "memory", "relay", "sort", "store", "torture")


def published_run(run: Path, archive: Path) -> Path:
    """The entry of a run whose commit is one of the project."""
    return publish(run, archive, lambda commit: True)


def changed(
    folder: Path,
    record: Callable[[dict[str, Any]], object] = lambda record: None,
    rows: Callable[[list[dict[str, Any]]], object] = lambda rows: None,
    run: str = "memory",
) -> Path:
    """A copy of a run with its record and its rows changed."""
    path = folder / "run"
    shutil.copytree(GOLDEN / run, path)
    document = json.loads((path / "run.json").read_text())
    lines = [json.loads(line) for line in (path / "measurements.jsonl").read_text().splitlines()]
    record(document)
    rows(lines)
    (path / "run.json").write_text(json.dumps(document))
    (path / "measurements.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def sealed_again(entry: Path) -> None:
    """Gives an entry the hashes that its files have now, as one who alters it may."""
    seal = json.loads((entry / SEAL).read_text())
    for name, file in (("run_sha256", "run.json"), ("rows_sha256", ROWS)):
        seal[name] = hashlib.sha256((entry / file).read_bytes()).hexdigest()
    (entry / SEAL).write_text(json.dumps(seal))


def rows_of(entry: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lzma.decompress((entry / ROWS).read_bytes()).splitlines()]


def with_rows(entry: Path, rows: list[dict[str, Any]]) -> None:
    """Replaces the rows of an entry."""
    (entry / ROWS).write_bytes(lzma.compress("".join(json.dumps(row) + "\n" for row in rows).encode()))
