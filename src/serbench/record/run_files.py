"""The two files of a run as they are read: run.json, and the rows of measurements.jsonl."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import serbench
from serbench.errors import BadInput
from serbench.record.reading import document_in, mapping_in, read_bytes, typed
from serbench.record.row import Row
from serbench.record.shape import FORMAT, RunRecord
from serbench.record.titles import TITLES

RECORD = "run.json"


def record_in(path: Path) -> dict[str, Any]:
    """The checked run.json of a folder, without titles, which only a shown run has. What only its experiment
    knows is there as it was read: numbers are within bounds, and its experiment checks the rest. Raises
    BadInput where there is no run, where its record is not one, and where a later serbench wrote it."""
    place = path / RECORD
    try:
        document = mapping_in(document_in(read_bytes(place), place), place)
    except FileNotFoundError:
        raise BadInput(f"There is no run in {path}.") from None
    if reason := _is_later(document):
        raise BadInput(f"The run in {path} was made by a later serbench ({reason}); update this one.")
    written = {name: value for name, value in document.items() if name != TITLES}
    return {**written, **typed(written, RunRecord, place)}


def _is_later(document: Mapping[str, Any]) -> str:
    """By what a record is of a later serbench than this one; empty where it is not."""
    form, version = document.get("format"), document.get("serbench")
    if isinstance(form, int) and form > FORMAT:
        return f"its format is {form}, and the latest that is known here {FORMAT}"
    if isinstance(version, str) and _numbers(version) > _numbers(serbench.__version__):
        return f"{version[:20]!r}, and this is {serbench.__version__}"
    return ""


def _numbers(version: str) -> tuple[int, ...]:
    """The numbers at the beginning of a version."""
    found = re.match(r"[0-9]{1,9}(\.[0-9]{1,9})*", version)
    return tuple(map(int, found[0].split("."))) if found else ()


def whole_forks(content: bytes, path: Path) -> tuple[list[Row], int]:
    """The rows of the whole forks in measurements.jsonl, and how many bytes they take.

    A last line without its end and a last fork that lacks rows are left out: each write is on the disk before
    the next begins, so only the last can have been torn. Anything else that is not as it was written has been
    damaged later, and rows after it may be good; BadInput with the line in ``path``.
    """
    rows: list[Row] = []
    size_bytes = 0
    open_fork: list[Row] = []
    seen: set[tuple[object, ...]] = set()
    position = 0
    while (newline := content.find(b"\n", position)) >= 0:
        try:
            row = Row.from_line(content[position:newline])
        except BadInput as error:
            raise _damaged(path, content, position, "is damaged", str(error)) from None
        if open_fork and _attempt(row) != _attempt(open_fork[0]):
            raise _damaged(path, content, position, "begins a fork before the last one is complete")
        measured = (*_attempt(row), row.operation, repr(sorted(row.parameters.items())))
        if measured in seen:
            raise _damaged(path, content, position, "repeats what another line has")
        seen.add(measured)
        position = newline + 1
        open_fork.append(row)
        if len(open_fork) == row.fork_rows:
            rows += open_fork
            size_bytes = position
            open_fork = []
    return rows, size_bytes


def _attempt(row: Row) -> tuple[str, str, int, int]:
    return (*row.fork_identity, row.attempt)


def _damaged(path: Path, content: bytes, position: int, what: str, reason: str = "") -> BadInput:
    number = content.count(b"\n", 0, position) + 1
    because = f" ({reason.removeprefix('the line').lstrip(': ').removesuffix('.')})" if reason else ""
    return BadInput(
        f"Line {number} of {path} {what}{because}: restore the file, or remove that line and all after it and"
        " resume the run, which then measures again what is lost."
    )
