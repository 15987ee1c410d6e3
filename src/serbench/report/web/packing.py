"""Packs samples and other data for a report's scripts, as small as a browser can unpack alone."""

import base64
import json
import zlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from serbench.engine.attempts import which_count
from serbench.record.row import Row
from serbench.record.shared import shell_line
from serbench.report.report import operation_of
from serbench.terminal.visible import visible

_SAMPLES_FROM = 4
_CHUNK_BYTES = 1 << 16


def samples_data(rows: Sequence[Row], way_of: Callable[[Row], str] = operation_of) -> dict[str, list[Any]]:
    """By codec, workload and operation a list for each fork: its number, the line in measurements.jsonl, when
    it began, the command that measured it, and the samples as three lists: n, cpu_ns, wall_ns; where it had
    phases, their wall times too, in nanoseconds. ``way_of`` gives the operation. Only what is in a result
    is there."""
    found: dict[str, list[Any]] = {}
    for line, (row, counts) in enumerate(zip(rows, which_count(rows), strict=True), 1):
        if counts:
            began, command = visible(row.started_at), _joined(row.command)
            fork = [row.fork, line, began, command, row.n, row.cpu_ns, row.wall_ns]
            if row.phases:
                fork.append({visible(name): time["wall_ns"] for name, time in row.phases.items()})
            cell = visible("\n".join((row.codec, row.workload, way_of(row))))
            found.setdefault(cell, []).append(fork)
    return found


@lru_cache(maxsize=1)
def _joined(command: tuple[str, ...]) -> str:
    """One fork after the other has a row for each of its operations, all with the same command."""
    return visible(shell_line(command))


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
    """The samples for a report; if they exceed the given number of bytes, each cell's first fork without
    its samples."""
    found = samples_data(rows, way_of)
    return packed_within(found, most_bytes) or packed(
        {cell: [forks[0][:_SAMPLES_FROM]] for cell, forks in found.items()}
    )
