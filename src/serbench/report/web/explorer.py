"""What the page's scripts work with: every cell, and every sample. Pure."""

from __future__ import annotations

import base64
import json
import shlex
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from serbench.engine.attempts import counted
from serbench.experiments.store.results import StoreResult, way_of
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder
from serbench.report.languages import language_of
from serbench.report.result import Result
from serbench.report.rows import Results, ranking_operations, sums
from serbench.report.shown_code import show_options, shown_as
from serbench.report.view import View
from serbench.statistics import Estimate

COLUMNS = (
    "codec workload operation side median low high wall size rank tied allocations allocated instructions"
    " samples mark"
).split()
_SAMPLES_FROM = 4
_NOT_READ, _FLOOR, _DECODE, _TWIN = "not read", "floor", "decode", "twin"
_CHUNK_BYTES = 1 << 16


def explorer_data(folder: RunFolder, cells: Sequence[Sequence[Any]], clock: str) -> dict[str, Any]:
    """The cells of the table that can be sorted and filtered, each a list in the order of ``columns``. Times
    are nanoseconds for one operation on one object, of the ``clock`` (CPU or wall) by which is ranked."""
    return {
        "run": folder.name,
        "revision": folder.record.get("machine", {}).get("git_revision"),
        "clock": clock,
        "columns": COLUMNS,
        "cells": cells,
        "codecs": _codecs(folder.record),
        "shown_as": shown_as(folder.record),
        "show_options": show_options(folder.record, folder.name),
    }


def cells_of(results: Results, views: Sequence[View]) -> list[list[Any]]:
    """What ranks, then every operation; a twin has no line in the table, but what leads to it finds it."""
    cells = [cell for view in views for cell in _total_cells(view)]
    cells += [_cell(result, _mark(result)) for result in (*results.rows, *results.floors)]
    return cells + [_cell(result, _TWIN) for result in results.twins if not result.shown_as_decode]


def store_cells(results: Sequence[StoreResult]) -> list[list[Any]]:
    """Each way of writing or reading as an operation of its own, by the wall time of all phases."""
    return [
        [
            result.codec,
            result.workload,
            result.way,
            "application",
            *(round(ns / result.count, 3) for ns in (total.median, total.low, total.high)),
            None,
            round(result.size_bytes / result.count, 3),
            None,
            [],
            None,
            None,
            None,
            len(total.fork_values),
            _FLOOR if result.floor else "",
        ]
        for result in results
        for total in [result.total.estimate]
    ]


def samples_data(rows: Sequence[Row]) -> dict[str, list[Any]]:
    """By codec, workload and operation a list for each fork: its number, the line in measurements.jsonl, when
    it began, the command that measured it, and the samples as three lists: n, cpu_ns, wall_ns. A fork of the
    store has the wall times of its phases too, in nanoseconds, and its way is the operation. Of a fork that
    was measured again only the attempt that counts is there."""
    found: dict[str, list[Any]] = {}
    # What has phases is measured once, and its fork has several rows of one operation.
    kept = {id(row) for row in counted(row for row in rows if not row.phases)}
    for line, row in enumerate(rows, 1):
        if row.ok and (row.phases or id(row) in kept):
            fork = [row.fork, line, row.started_at, _joined(row.command), row.n, row.cpu_ns, row.wall_ns]
            operation = row.operation
            if row.phases:
                operation = way_of(row)
                fork.append({name: time["wall_ns"] for name, time in row.phases.items()})
            found.setdefault("\n".join((row.codec, row.workload, operation)), []).append(fork)
    return found


@lru_cache(maxsize=1)
def _joined(command: tuple[str, ...]) -> str:
    """One fork after the other has a row for each of its operations, all with the same command."""
    return shlex.join(command)


def packed(value: object) -> str:
    """JSON, deflated, in base64: what a browser can unfold without a library."""
    return base64.b64encode(zlib.compress(_json(value), 9)).decode()


def packed_within(value: object, most_bytes: int) -> str | None:
    """The same, or None where it takes more than so many bytes; it ends as soon as that is sure."""
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


def packed_samples(rows: Sequence[Row], most_bytes: int) -> str:
    """The samples for a page; where they take more than so many bytes, of each cell the first fork without
    its samples."""
    found = samples_data(rows)
    return packed_within(found, most_bytes) or packed(
        {cell: [forks[0][:_SAMPLES_FROM]] for cell, forks in found.items()}
    )


def _mark(result: Result) -> str:
    """What is special about a result, which the table says beside it or in its place."""
    if result.not_read:
        return _NOT_READ
    return _FLOOR if result.floor else _DECODE if result.shown_as_decode else ""


def _cell(result: Result, mark: str = "") -> list[Any]:
    place = result.place
    return [
        result.codec,
        result.workload,
        result.operation,
        result.side,
        *(round(value, 3) for value in (result.cpu.median, result.cpu.low, result.cpu.high)),
        round(result.wall.median, 3),
        round(result.size_bytes, 3),
        place.rank if place else None,
        list(place.tied) if place else [],
        result.allocations,
        result.allocated_bytes,
        result.instructions,
        result.samples,
        mark,
    ]


def _total_cells(view: View) -> list[list[Any]]:
    """What ranks, encode and decode together, and the same of the floors. Without both there is nothing that
    another row does not say."""
    operations = ranking_operations([*view.rows.values()])
    if len(operations) < 2:
        return []
    measured = {**view.rows, **view.floors}
    totals = {codec: total for codec, (total, _) in view.totals.items()} | sums([*view.floors.values()])
    cells = []
    for codec, total in totals.items():
        parts = [measured[codec, name] for name in operations if (codec, name) in measured]
        if len(parts) < len(operations):
            continue
        together = replace(
            parts[0],
            operation=" + ".join(operations),
            cpu=total,
            wall=Estimate.of([sum(part.wall.median for part in parts)]),
            place=view.places.get(codec),
            allocations=_sum([part.allocations for part in parts]),
            allocated_bytes=_sum([part.allocated_bytes for part in parts]),
            instructions=_sum([part.instructions for part in parts]),
            samples=sum(part.samples for part in parts),
        )
        cells.append(_cell(together, _FLOOR if together.floor else ""))
    return cells


def _sum(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None


def _codecs(record: Mapping[str, Any]) -> dict[str, Any]:
    """What is known of each codec, whatever the workload."""
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
