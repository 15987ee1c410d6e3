"""The licences of the crates that a codec's lock pins, by the sources that cargo has fetched."""

import os
import tomllib
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.languages.rust.locks import locked_by

_SOURCES = "registry/src/*/{}-{}/Cargo.toml"


def licences_of(codec: CodecManifest) -> frozenset[str]:
    """The licences as the crates declare them, empty for one that declares none. Crates that no build on this
    machine needs are not fetched and say nothing. Raises SerbenchError where the lock cannot be read."""
    home = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")
    names = [line.split() for line in locked_by(codec)]
    found = (next(home.glob(_SOURCES.format(name, version)), None) for name, version in names)
    return frozenset(licence_in(path.read_text(encoding="utf-8")) for path in found if path is not None)


def licence_in(manifest: str) -> str:
    """The licence in the text of a Cargo.toml, as SPDX writes it: ``A/B``, as crates once wrote it, is ``A OR
    B``. Empty where it names none, or only a file. Pure."""
    stated: str = tomllib.loads(manifest).get("package", {}).get("license", "")
    return " OR ".join(part.strip() for part in stated.split("/"))
