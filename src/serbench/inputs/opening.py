"""Finds the kind of a file, by its content or by its name, and reads its objects."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from serbench.errors import BadInput
from serbench.inputs.avro import AVRO
from serbench.inputs.bson import BSON
from serbench.inputs.cbor import CBOR
from serbench.inputs.changes import Changes, counting
from serbench.inputs.compression import compression_by
from serbench.inputs.csv import CSV
from serbench.inputs.json import JSON
from serbench.inputs.json.reader import first_character
from serbench.inputs.messagepack import MESSAGEPACK
from serbench.inputs.parquet import PARQUET
from serbench.inputs.protobuf import PROTOBUF
from serbench.inputs.source import LINE, Accepts, Kind, Source, Untold
from serbench.inputs.types import Record
from serbench.spooling import source_name, spooled

# Those that are recognised by more come first.
KINDS: tuple[Kind, ...] = (PARQUET, AVRO, JSON, CSV, BSON, MESSAGEPACK, CBOR, PROTOBUF)
KIND_NAMES = tuple(kind.name for kind in KINDS)
_COMPRESSED = (".gz", ".zst", ".bz2", ".xz")
# They may look like data: a .proto like CSV, an .avsc like JSON.
_SCHEMAS = (".proto", ".avsc", ".binpb", ".desc", ".fbs", ".capnp", ".thrift")
# Bytes that no text has.
_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1d\x1f]")
# The first characters of its values that are no objects; and of nothing, which holds none.
_OF_JSON = (b"", *(bytes((each,)) for each in b'"-0123456789tfnNI\x1e'))
_UTF_16 = (b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")
_NOT_READ = {
    b"ARROW1": "an Arrow file",
    b"ORC": "an ORC file",
    b"SQLite format 3": "a database of SQLite",
    b"PK\x03\x04": "a zip file",
    b"\x89HDF": "an HDF5 file",
}


@dataclass(frozen=True, slots=True)
class Input:
    """A file of the user whose kind is known. ``unit`` is what the numbers of its objects count, and
    ``changes`` are of the values that were read last."""

    source: Source
    kind: Kind
    unit: str
    changes: Changes = field(default_factory=Changes)

    def read(self, as_text: bool = False, accepts: Accepts | None = None) -> Iterator[tuple[int, Any]]:
        """The number, from 1, and the value of each object. ``as_text``: see ``Read``. Objects that
        ``accepts`` takes may be unread."""
        self.changes.clear()
        if accepts is not None and self.kind.read_unread is not None:
            yield from self.kind.read_unread(self.source, accepts, self.changes)
            return
        declared = self.declared()
        count = counting(declared) if declared else None
        for number, value in self.kind.read(self.source, as_text, self.changes):
            if count is not None:
                count(value, "", self.changes)
            yield number, value

    def declared(self) -> Record | None:
        """The types that the file itself declares, if it does."""
        return self.kind.typed.declared(self.source) if self.kind.typed else None

    def untold(self) -> Untold:
        """The parts of objects that the types of the file leave open; without such, all of each object."""
        if self.kind.typed is None:
            return {}, self.read()
        self.changes.clear()
        return self.kind.typed.untold(self.source, self.changes)

    def place(self, number: int) -> str:
        """The place of an object in messages."""
        name = self.source.name
        return f"{name}:{number}" if self.unit == LINE else f"{name}, {self.unit} {number}"

    @contextmanager
    def at(self, number: int) -> Iterator[None]:
        """Puts the place of an object before what is said of it."""
        try:
            yield
        except BadInput as error:
            raise BadInput(f"{self.place(number)}: {error}") from None

    def not_an_object(self, number: int) -> BadInput:
        if self.kind.of_messages:
            return BadInput(
                f"{self.source.name} holds messages of protobuf, whose names and types only their schema has,"
                " so nothing is inferred; describe, convert, sizes, run and others take it as --schema FILE."
            )
        return BadInput(f"{self.place(number)}: expected an object.")


@contextmanager
def opened_input(path: str, kind: str | None = None, name: str = "") -> Iterator[Input]:
    """The input at ``path`` (``-``: standard input), which messages call ``name``; what can be read only once
    is kept until the end. ``kind`` names its kind where content and name do not tell. Raises BadInput."""
    name = name or source_name(path)
    with spooled(path) as file:
        source = Source(file, name)
        if Path(file).is_dir():
            yield Input(source, _of_folder(kind, name), "message")
            return
        start = source.start()
        found = _named(kind) if kind else _kind(start, name)
        yield Input(source, found, found.unit(start))


def _of_folder(kind: str | None, name: str) -> Kind:
    if kind != PROTOBUF.name:
        raise BadInput(
            f"{name} is a folder; name one of its files, or --data-format {PROTOBUF.name}, which reads a"
            " message in each of them."
        )
    return PROTOBUF


def _named(name: str) -> Kind:
    return next(kind for kind in KINDS if kind.name == name)


def _kind(start: bytes, name: str) -> Kind:
    for first, what in _NOT_READ.items():
        if start.startswith(first):
            raise BadInput(f"{name} is {what}, which is not read; {', '.join(KIND_NAMES)} are.")
    if compression := compression_by(start):
        raise BadInput(f"{name} is compressed twice, which is not read: within is a {compression} file.")
    stem = Path(name.lower())
    suffix = stem.with_suffix("").suffix if stem.suffix in _COMPRESSED else stem.suffix
    if suffix in _SCHEMAS:
        raise BadInput(
            f"{name} is a schema by its name, which --schema takes; --data-format KIND reads it as objects."
        )
    by_name = [kind for kind in KINDS if suffix in kind.suffixes]
    by_start = [kind for kind in KINDS if kind.begins(start)]
    # Some begin as others may, and JSON of a scalar or with an error, and CSV, with anything.
    both = [kind for kind in by_start if kind in by_name]
    # Only a name tells protobuf.
    named = [kind for kind in by_name if kind.of_messages]
    found = next(iter((*both, *named, *by_start, *by_name)), None)
    if start.startswith(_UTF_16) and (found is None or found in (JSON, CSV)):
        raise BadInput(f"{name} begins as text in UTF-16 or UTF-32; JSON and CSV are read in UTF-8.")
    if found is None and _NO_TEXT.search(start):
        raise BadInput(f"{name} is not text; --data-format names its kind: {', '.join(KIND_NAMES)}.")
    if found is None and first_character(start) not in _OF_JSON:
        raise BadInput(
            f"Neither the first bytes of {name} nor its name tells what it is; --data-format names its kind:"
            f" {', '.join(KIND_NAMES)}."
        )
    return found or JSON
