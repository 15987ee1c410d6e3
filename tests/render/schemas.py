"""Small schemas for the tests of rendering."""

import tempfile
from dataclasses import replace
from pathlib import Path

from serbench.schema.build import read_schema
from serbench.schema.model import Schema


def schema_of(text: str, root: str | None = None, syntax: str = "proto3") -> Schema:
    """The model of a .proto given as text; its syntax and a package are put before it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "schema.proto"
        path.write_text(f'syntax = "{syntax}";\npackage t;\n{text}')
        return read_schema(path, root)


def without(schema: Schema, name: str, message: str = "") -> Schema:
    """The schema without a field of a message, by default of its root, which keeps it as a retired one."""
    changed = schema.message(message or schema.root)
    kept = tuple(member for member in changed.members if member.name != name)
    retired = tuple(field for field in changed.fields if field.name == name)
    messages = (
        replace(one, members=kept, retired=retired) if one is changed else one for one in schema.messages
    )
    return Schema(schema.root, tuple(messages), schema.enums)
