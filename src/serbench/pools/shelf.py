"""Where stores lie: in a folder that is removed with its run, or, if it was killed, before the next; or in
one where ``store write`` keeps them and ``store read`` finds them."""

import json
import os
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NotRequired, Self, TypedDict

from serbench.codecs.manifest import CodecManifest
from serbench.errors import BadInput
from serbench.record.names import CodecName, Folder, Integer, Line, PositiveCount, WorkloadName
from serbench.record.reading import document_in, read_bytes, typed
from serbench.record.run_folder import write_atomically
from serbench.record.shape import OwnRecord
from serbench.scratch import locked

_LIST = "stores.json"
# POSIX does not define the unit of stat's blocks; Linux uses this.
_STAT_BLOCK_BYTES = 512


class _Listed(TypedDict):
    """The form of the list of stores; the fields are those of ``Shelf``."""

    workload: WorkloadName
    seed: Integer
    objects: PositiveCount
    formats: dict[CodecName, Line]
    own: OwnRecord | None
    pool: Folder
    unfinished: NotRequired[CodecName | None]


@dataclass(frozen=True, slots=True)
class StorePlace:
    """The two files of a store."""

    data: Path
    index: Path

    @classmethod
    def of(cls, folder: Path) -> Self:
        return cls(folder / "objects.data", folder / "objects.index")

    def remove(self) -> None:
        self.data.unlink(missing_ok=True)
        self.index.unlink(missing_ok=True)

    @property
    def disk_bytes(self) -> int:
        """The bytes that the files take on the disk, 0 where there are none."""
        there = (path.stat() for path in (self.data, self.index) if path.exists())
        return sum(found.st_blocks * _STAT_BLOCK_BYTES for found in there)


@dataclass(frozen=True, slots=True)
class Shelf:
    """The stores of a folder, all of the same objects: ``formats`` maps the codecs that wrote to their
    formats, ``own`` says where own data has its schema, and ``pool`` is the folder with the objects. The
    store of ``unfinished`` is being written, or was when its run was killed."""

    folder: Path
    workload: str
    seed: int
    objects: int
    formats: Mapping[str, str]
    own: Mapping[str, Any] | None
    pool: str
    unfinished: str | None = None

    def place(self, codec: str) -> StorePlace:
        """Where the store that a codec writes is."""
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

    def without(self, codecs: Collection[str]) -> Self:
        """The same without the stores that these codecs have written."""
        kept = {codec: format_ for codec, format_ in self.formats.items() if codec not in codecs}
        return replace(self, formats=kept)

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The stores in a folder; BadInput where ``store write`` has created none."""
        shelf = cls.found(folder)
        if shelf is None or not shelf.formats:
            raise BadInput(f"There are no stores in {folder}: `./serbench store write` creates them.")
        return shelf

    def beside(self) -> Self:
        """The stores in this shelf's folder that stay when its own are written. Raises BadInput
        where those are of other objects, because a folder has one list."""
        found = self.found(self.folder)
        if found is None or not found.formats:
            return replace(self.without(self.formats), unfinished=found.unfinished if found else None)
        if (found.workload, found.seed, found.objects) != (self.workload, self.seed, self.objects):
            raise self._taken(found, f"{found.objects} {found.workload} objects of seed {found.seed}")
        if found.pool != self.pool:
            raise self._taken(found, f"other {found.workload} objects, of other data or another serbench,")
        gone = [codec for codec in found.formats if not found.place(codec).index.exists()]
        return found.without([*self.formats, *gone])

    @classmethod
    def found(cls, folder: Path) -> Self | None:
        """The stores in a folder; None where it has no list of any. Raises BadInput for what is no list."""
        place = folder / _LIST
        try:
            listed = typed(document_in(read_bytes(place), place), _Listed, place)
        except FileNotFoundError:
            return None
        return cls(folder.absolute(), **listed)

    def _taken(self, found: Self, what: str) -> BadInput:
        codecs = ", ".join(sorted(found.formats))
        return BadInput(
            f"{self.folder} holds stores of {what} ({codecs}): choose another --dir, or remove that folder."
        )


class ShelfKeeper:
    """Keeps the list of a shelf while stores are written to it. Only complete stores are in it, each from the
    moment it is complete, so a run may be killed at any time; what that leaves behind is removed by the next
    run."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = self._whole = shelf
        self._lock: int | None = None

    def __enter__(self) -> Self:
        """Makes room for the stores of the shelf; other stores in its folder stay. Raises BadInput
        where another process writes there."""
        self._lock = locked(self._shelf.folder)
        if self._lock is None:
            raise BadInput(f"Another process is writing stores to {self._shelf.folder}.")
        beside = self._shelf.beside()
        self._keep(beside)
        for codec in replaced_by(self._shelf, beside):
            self._shelf.place(codec).remove()
        return self

    def __exit__(self, *_: object) -> None:
        if self._lock is not None:
            os.close(self._lock)

    def begin(self, codec: str) -> None:
        """The store of a codec is about to be written."""
        self._keep(replace(self._whole.without([codec]), unfinished=codec))

    def end(self, codec: str) -> None:
        """The store of a codec is complete, or gone."""
        formats = dict(self._whole.formats)
        if self._whole.place(codec).index.exists():
            formats[codec] = self._shelf.formats[codec]
        self._keep(replace(self._whole, formats=formats, unfinished=None))

    def _keep(self, whole: Shelf) -> None:
        whole.save()
        self._whole = whole


def replaced_by(shelf: Shelf, beside: Shelf) -> set[str]:
    """The codecs whose files go when the stores of a shelf are written ``beside`` what stays there."""
    return {*shelf.formats, *([beside.unfinished] if beside.unfinished else ())}
