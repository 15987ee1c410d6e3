"""Finds what kind of schema a file is, and keeps the .proto that is made of it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from serbench.errors import BadInput
from serbench.infer.declaration import declare
from serbench.infer.from_lines import proto_text
from serbench.infer.inference import Inferred, infer
from serbench.infer.names import message_name
from serbench.infer.observation import Place
from serbench.infer.readers.json_schema import JsonSchema
from serbench.inputs.avro.types import Types
from serbench.inputs.types import Record
from serbench.schema.kept import keep_schema
from serbench.schema.limits import LARGEST_SCHEMA_BYTES, too_large

_AVRO_TYPES = ("record", "error")


def translated_schema(path: Path) -> tuple[Path, Inferred] | None:
    """The .proto of a schema of Avro or of JSON Schema, kept in the cache, and what is said of it; None for
    any other file. Raises BadInput where the schema is not valid, or describes no object."""
    if not path.is_file():
        return None
    if path.stat().st_size > LARGEST_SCHEMA_BYTES:
        raise too_large(str(path))
    text = path.read_bytes()
    if not text.removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"{", b"[")):
        return None
    try:
        inferred = _inferred(path, text)
    except RecursionError:
        raise BadInput(f"The schema {path} is nested too deeply.") from None
    made = proto_text(inferred, f"the schema {path.name}")
    return keep_schema("schemas", made.encode(), made.encode()), inferred


def _inferred(path: Path, text: bytes) -> Inferred:
    try:
        document = json.loads(text)
    except ValueError as error:
        raise BadInput(f"The schema {path} is not valid JSON: {error}.") from None
    record, notes = _record(path, document)
    name = message_name(record.name or path.name.partition(".")[0])
    root = Place()
    declare(root, record, is_schema=True)
    inferred = infer(root, name)
    return replace(
        inferred, notes=(*inferred.notes, *notes), needs_relaxed=inferred.needs_relaxed or bool(notes)
    )


def _record(path: Path, document: Any) -> tuple[Record, tuple[str, ...]]:
    if isinstance(document, dict) and document.get("type") in _AVRO_TYPES:
        return Types(document).root(f"The schema {path}")[0], ()
    if isinstance(document, list):
        raise BadInput(f"The schema {path} is a list; a schema of Avro is a record here.")
    schema = JsonSchema(document, f"The schema {path}")
    return schema.root(), tuple(schema.notes)
