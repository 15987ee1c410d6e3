"""Schemas that have no file of their own, kept where a resumed run finds them again."""

import hashlib
from pathlib import Path

from serbench.errors import BadInput, SerbenchError
from serbench.locations import cache_directory
from serbench.schema.limits import LARGEST_SCHEMA_BYTES, too_large
from serbench.spooling import is_read_once, opened, source_name


def keep_schema(kind: str, text: bytes, identity: bytes) -> Path:
    """Writes a .proto into the cache, into the folder of its ``kind`` and under a name of its ``identity``.
    Raises SerbenchError where that fails."""
    path = cache_directory() / kind / f"{hashlib.sha256(identity).hexdigest()[:16]}.proto"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
    except OSError as error:
        raise SerbenchError(f"The schema cannot be written to {path}: {error.strerror}.") from error
    return path


def readable_again(schema: Path) -> Path:
    """The file of a schema that the user named: the same, or for a pipe, standard input (``-``) and the like
    one in the cache. Raises BadInput for what cannot be read or is too large."""
    if not is_read_once(str(schema)):
        return schema
    name = source_name(str(schema))
    try:
        with opened(str(schema)) as file:
            text = file.read(LARGEST_SCHEMA_BYTES + 1)
    except OSError as error:
        raise BadInput(f"The schema {name} cannot be read: {error.strerror}.") from None
    if len(text) > LARGEST_SCHEMA_BYTES:
        raise too_large(name)
    return keep_schema("schemas", text, text)
