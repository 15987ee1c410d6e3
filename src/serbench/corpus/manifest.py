"""The manifest of a corpus: what is in it, and what every language must compute from it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from serbench.errors import SerbenchError

UNITS = ("utf8", "utf16", "utf32")


@dataclass(frozen=True, slots=True)
class Manifest:
    """``corpus.json`` (FORMAT.md, section 2).

    ``bytes`` counts all objects without framing. ``touch`` maps a string unit and an access plan to the
    sum over all objects, for example ``touch["utf8"]["tenth"]``. ``features`` lists the features of each
    object of a conformance workload and is None elsewhere.
    """

    workload: str
    root: str
    schema: str
    seed: int
    objects: int
    bytes: int
    sha256: str
    digest: str
    touch: dict[str, dict[str, int]]
    features: tuple[tuple[str, ...], ...] | None = None
    format: int = 1

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Manifest:
        fields: dict[str, Any] = json.loads(text)
        features = fields.get("features")
        if features is not None:
            fields["features"] = tuple(tuple(of_object) for of_object in features)
        return cls(**fields)


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus on disk: the folder with corpus.bin, corpus.json and corpus.digests."""

    folder: Path
    manifest: Manifest

    @property
    def path(self) -> Path:
        return self.folder / "corpus.bin"

    @classmethod
    def load(cls, folder: Path) -> Corpus:
        try:
            return cls(folder, Manifest.from_json((folder / "corpus.json").read_text()))
        except (OSError, ValueError, TypeError) as error:
            raise SerbenchError(f"The corpus in {folder} cannot be read: {error}.") from error
