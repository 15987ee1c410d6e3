"""A folder of stores that are kept: what ``store write`` leaves and ``store read`` finds."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from serbench.codecs.manifest import CodecManifest
from serbench.errors import BadInput
from serbench.measure.run_folder import write_atomically
from serbench.store.execute import StorePlace

_LIST = "stores.json"


@dataclass(frozen=True, slots=True)
class Shelf:
    """The stores of one ``store write``: ``formats`` maps the codecs that wrote to their formats, ``own``
    says where own data has its schema, and ``pool`` is the folder with the objects."""

    folder: Path
    workload: str
    seed: int
    objects: int
    formats: Mapping[str, str]
    own: Mapping[str, Any] | None
    pool: str

    def place(self, codec: str) -> StorePlace:
        """Where the store that a codec writes lies."""
        name = codec.replace("/", "-")
        return StorePlace(self.folder / f"{name}.data", self.folder / f"{name}.index")

    def place_for(self, reader: CodecManifest) -> StorePlace | None:
        """The store that a codec reads: its own, or another's of the same format."""
        writers = [reader.name] if reader.name in self.formats else []
        writers += [codec for codec, format_ in sorted(self.formats.items()) if format_ == reader.format]
        return self.place(writers[0]) if writers else None

    def save(self) -> None:
        """Writes the list of the stores."""
        fields = {**asdict(self), "formats": dict(self.formats)}
        del fields["folder"]
        write_atomically(self.folder / _LIST, json.dumps(fields, indent=1) + "\n")

    @classmethod
    def load(cls, folder: Path) -> Shelf:
        """The stores in a folder; BadInput where ``store write`` has left none."""
        try:
            fields = json.loads((folder / _LIST).read_text(encoding="utf-8"))
            shelf = cls(folder.absolute(), **fields)
        except FileNotFoundError:
            shelf = None
        except TypeError:
            raise BadInput(
                f"The list of stores in {folder} was not written by this version of serbench."
            ) from None
        except (OSError, ValueError) as error:
            raise BadInput(f"The list of stores in {folder} cannot be read: {error}.") from error
        if shelf is None or not shelf.formats:
            raise BadInput(f"There are no stores in {folder}: `./serbench store write` makes them.")
        return shelf


def written_by(shelf: Shelf, codecs: Sequence[str]) -> Shelf:
    """The shelf with those stores alone that these codecs have written."""
    kept = {codec: format_ for codec, format_ in shelf.formats.items() if codec in codecs}
    return replace(shelf, formats=kept)
