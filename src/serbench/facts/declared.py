"""The table ``[facts]`` of a manifest: what its authors' documentation says, with source and day.

[facts]
source = "https://docs.rs/postcard/1.2.0/postcard/"
date = 2026-11-27
types = ["serde"]
no_std = { value = true, source = "https://…", date = 2026-11-27 }
"""

import tomllib
from collections.abc import Collection, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from serbench.codecs.manifest import CodecManifest, manifest_table
from serbench.errors import SerbenchError
from serbench.facts.fact import DECLARED, Fact, checked
from serbench.locations import CHECKOUT

FORMATS = CHECKOUT / "formats"
_EVIDENCE: Collection[str] = ("source", "date")


def facts_in(table: Mapping[str, Any]) -> dict[str, Fact]:
    """The facts of such a table. Raises ValueError with its first fault."""
    fields = dict(table)
    evidence = {name: fields.pop(name) for name in _EVIDENCE if name in fields}
    return {name: _fact(name, value, evidence) for name, value in fields.items()}


def _fact(name: str, value: Any, evidence: Mapping[str, Any]) -> Fact:
    own = dict(value) if isinstance(value, dict) else {"value": value}
    found = dict(evidence) | own
    if set(found) != {"value", "source", "date"}:
        raise ValueError(f"{name} needs a value, a source and a date, and nothing else")
    if not isinstance(found["source"], str) or not found["source"].startswith("https://"):
        raise ValueError(f"the source of {name} does not begin with https://")
    if type(found["date"]) is not date:
        raise ValueError(f"the date of {name} is not a day such as 2026-11-27, without quotation marks")
    return Fact(checked(name, found["value"]), DECLARED, found["source"], found["date"].isoformat())


def declared_by_codec(codec: CodecManifest) -> dict[str, Fact]:
    """The facts in a codec's manifest, and of those that it lacks the ones of its base, where that is the
    same library. Raises SerbenchError for a table that is invalid."""
    facts: dict[str, Fact] = {}
    for folder in _folders(codec):
        facts |= _checked(manifest_table(folder).get("facts", {}), folder / "codec.toml")
    return facts


def declared_by_format(name: str, folder: Path = FORMATS) -> dict[str, Fact]:
    """The facts of a format, in the manifest beside its description (``formats/json.toml``); none without
    one. Raises SerbenchError for a table that is invalid."""
    path = folder / f"{name}.toml"
    if not path.exists():
        return {}
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SerbenchError(f"{path} cannot be read as a format's manifest: {error}.") from error
    if set(document) != {"facts"}:
        raise SerbenchError(f"{path} needs a table [facts], and nothing else.")
    return _checked(document["facts"], path)


def _folders(codec: CodecManifest) -> Iterator[Path]:
    """The base's folder, where the base is the same library, and the codec's own."""
    base = codec.base_folder
    if base is not None and manifest_table(base).get("library") == codec.library:
        yield base
    yield codec.folder


def _checked(table: Any, path: Path) -> dict[str, Fact]:
    try:
        if not isinstance(table, dict):
            raise ValueError("it is no table")
        return facts_in(table)
    except ValueError as error:
        raise SerbenchError(f"{path} has a table [facts] that is invalid: {error}.") from error
