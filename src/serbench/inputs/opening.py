"""Finds the kind of a file, by its content or by its name, and reads its objects."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serbench.errors import BadInput
from serbench.inputs.avro import AVRO
from serbench.inputs.csv import CSV
from serbench.inputs.json import JSON
from serbench.inputs.parquet import PARQUET
from serbench.inputs.source import LINE, Kind, Source
from serbench.inputs.types import Record
from serbench.spooling import source_name, spooled

# Those that are recognised by more come first.
KINDS: tuple[Kind, ...] = (PARQUET, AVRO, JSON, CSV)
KIND_NAMES = tuple(kind.name for kind in KINDS)
_COMPRESSED = (".gz", ".zst", ".bz2", ".xz")
_NOT_READ = {
    b"ARROW1": "an Arrow file",
    b"ORC": "an ORC file",
    b"SQLite format 3": "a database of SQLite",
    b"PK\x03\x04": "a zip file",
    b"\x89HDF": "an HDF5 file",
}


@dataclass(frozen=True, slots=True)
class Input:
    """A file of the user whose kind is known. ``unit`` is what the numbers of its objects count."""

    source: Source
    kind: Kind
    unit: str

    def read(self, as_text: bool = False) -> Iterator[tuple[int, Any]]:
        """The number, from 1, and the value of each object. ``as_text``: see ``Read``."""
        return self.kind.read(self.source, as_text)

    def declared(self) -> Record | None:
        """The types that the file itself declares, if it does."""
        return self.kind.declared(self.source) if self.kind.declared else None

    def place(self, number: int) -> str:
        """The place of an object in messages."""
        name = self.source.name
        return f"{name}:{number}" if self.unit == LINE else f"{name}, {self.unit} {number}"

    def not_an_object(self, number: int) -> BadInput:
        return BadInput(f"{self.place(number)}: expected an object.")


@contextmanager
def opened_input(path: str, kind: str | None = None, name: str = "") -> Iterator[Input]:
    """The input at ``path`` (``-``: standard input), which messages call ``name``; what can be read only once
    is kept until the end. ``kind`` names its kind where content and name do not tell. Raises BadInput."""
    name = name or source_name(path)
    with spooled(path) as file:
        source = Source(file, name)
        start = source.start()
        found = _named(kind) if kind else _kind(start, name)
        yield Input(source, found, found.unit(start))


def _named(name: str) -> Kind:
    return next(kind for kind in KINDS if kind.name == name)


def _kind(start: bytes, name: str) -> Kind:
    for first, what in _NOT_READ.items():
        if start.startswith(first):
            raise BadInput(f"{name} is {what}, which is not read; {', '.join(KIND_NAMES)} are.")
    stem = Path(name.lower())
    suffix = stem.with_suffix("").suffix if stem.suffix in _COMPRESSED else stem.suffix
    by_name = (kind for kind in KINDS if suffix in kind.suffixes)
    # JSON of a scalar or with an error, and CSV, can begin with anything.
    return next((kind for kind in KINDS if kind.begins(start)), None) or next(by_name, JSON)
