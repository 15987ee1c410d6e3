"""What the page's scripts work with: every cell, and every sample. Pure."""

from __future__ import annotations

import base64
import json
import shlex
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from serbench.engine.attempts import counted
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder
from serbench.report.contents import EXPLORER_COLUMNS, ExplorerCell, operation_of
from serbench.report.languages import language_of
from serbench.report.shown_code import show_options, shown_as

_SAMPLES_FROM = 4
_CHUNK_BYTES = 1 << 16


def explorer_data(folder: RunFolder, cells: Sequence[ExplorerCell], clock: str) -> dict[str, Any]:
    """The cells of the table that can be sorted and filtered, each a list in the order of ``columns``. Times
    are nanoseconds for one operation on one object, of the ``clock`` (CPU or wall) by which is ranked."""
    return {
        "run": folder.name,
        "revision": folder.record.get("machine", {}).get("git_revision"),
        "clock": clock,
        "columns": EXPLORER_COLUMNS,
        "cells": [cell.values() for cell in cells],
        "codecs": _codecs(folder.record),
        "shown_as": shown_as(folder.record),
        "show_options": show_options(folder.record, folder.name),
    }


def samples_data(rows: Sequence[Row], way_of: Callable[[Row], str] = operation_of) -> dict[str, list[Any]]:
    """By codec, workload and operation a list for each fork: its number, the line in measurements.jsonl, when
    it began, the command that measured it, and the samples as three lists: n, cpu_ns, wall_ns; where it had
    phases, their wall times too, in nanoseconds. ``way_of`` gives the operation. Of a fork that was measured
    again only the attempt that counts is there."""
    found: dict[str, list[Any]] = {}
    # What has phases is measured once, and its fork has several rows of one operation.
    kept = {id(row) for row in counted(row for row in rows if not row.phases)}
    for line, row in enumerate(rows, 1):
        if row.ok and (row.phases or id(row) in kept):
            fork = [row.fork, line, row.started_at, _joined(row.command), row.n, row.cpu_ns, row.wall_ns]
            if row.phases:
                fork.append({name: time["wall_ns"] for name, time in row.phases.items()})
            found.setdefault("\n".join((row.codec, row.workload, way_of(row))), []).append(fork)
    return found


@lru_cache(maxsize=1)
def _joined(command: tuple[str, ...]) -> str:
    """One fork after the other has a row for each of its operations, all with the same command."""
    return shlex.join(command)


def packed(value: object) -> str:
    """JSON, deflated, in base64: a browser can unpack it without a library."""
    return base64.b64encode(zlib.compress(_json(value), 9)).decode()


def packed_within(value: object, most_bytes: int) -> str | None:
    """The same, or None if it exceeds the given number of bytes; it stops as soon as that is certain."""
    text, deflate = _json(value), zlib.compressobj(9)
    found = b""
    for start in range(0, len(text), _CHUNK_BYTES):
        found += deflate.compress(text[start : start + _CHUNK_BYTES])
        if len(found) * 4 > most_bytes * 3:
            return None
    whole = base64.b64encode(found + deflate.flush()).decode()
    return whole if len(whole) <= most_bytes else None


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def packed_samples(rows: Sequence[Row], most_bytes: int, way_of: Callable[[Row], str] = operation_of) -> str:
    """The samples for a page; if they exceed the given number of bytes, each cell's first fork without
    its samples."""
    found = samples_data(rows, way_of)
    return packed_within(found, most_bytes) or packed(
        {cell: [forks[0][:_SAMPLES_FROM]] for cell, forks in found.items()}
    )


def _codecs(record: Mapping[str, Any]) -> dict[str, Any]:
    """What is known about each codec, for all workloads."""
    found: dict[str, Any] = {}
    for runner in record.get("runners", ()):
        found[runner["codec"]] = {
            "language": language_of(runner["codec"]),
            "format": runner.get("format", ""),
            "traits": list(runner.get("traits", ())),
            "library": runner.get("library", ""),
            "homepage": runner.get("homepage", ""),
            "licence": runner.get("licence", ""),
            "versions": runner.get("libraries", {}),
            "build": runner.get("build", {}),
        }
    return found
