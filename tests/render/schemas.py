"""Small schemas for the tests of rendering."""

import tempfile
from pathlib import Path

from serbench.schema.build import read_schema
from serbench.schema.model import Schema


def schema_of(text: str, root: str | None = None) -> Schema:
    """The model of a .proto given as text; ``syntax`` proto3 and a package are put before it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "schema.proto"
        path.write_text('syntax = "proto3";\npackage t;\n' + text)
        return read_schema(path, root)
