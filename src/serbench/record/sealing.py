"""Files that were sealed by their hash when they were published, and packed ones of them."""

import hashlib
import lzma
from pathlib import Path
from typing import Annotated, Protocol, TypeVar

from msgspec import Meta

from serbench.errors import BadInput
from serbench.record.reading import MOST_BYTES, document_in, read_bytes, typed

# What stands beside the files of an entry of the archive: their hashes.
SEAL = "entry.json"
Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
# Of xz: a higher one takes seconds longer and saves little.
_PRESET = 3


class Seal(Protocol):
    """The seal of an entry, of whatever kind."""

    @property
    def format(self) -> int: ...


_Seal = TypeVar("_Seal", bound=Seal)


def seal_in(folder: Path, kind: type[_Seal], latest: int) -> _Seal:
    """The seal in a folder. Raises BadInput where it is missing or damaged, or of a ``format`` after the
    ``latest`` that is known here."""
    place = folder / SEAL
    try:
        seal = typed(document_in(read_bytes(place), place), kind, place)
    except FileNotFoundError:
        raise BadInput(f"{place} is missing.") from None
    if seal.format > latest:
        raise BadInput(f"{place} was made by a later serbench; update this one.")
    return seal


def hash_of(content: bytes) -> str:
    """The SHA-256 of a content as hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def sealed(place: Path, sha256: str) -> bytes:
    """The content of a file that has this hash. Raises BadInput for any other."""
    try:
        content = read_bytes(place)
    except FileNotFoundError:
        raise BadInput(f"{place} is missing.") from None
    if (found := hash_of(content)) != sha256:
        raise BadInput(
            f"{place} was damaged or altered after it was published: its SHA-256 is {found[:12]}…, but"
            f" {SEAL} names {sha256[:12]}…."
        )
    return content


def packed(content: bytes) -> bytes:
    """The content as xz packs it."""
    return lzma.compress(content, preset=_PRESET)


def unpacked(content: bytes, place: Path) -> bytes:
    """The content of a packed file. Raises BadInput that names ``place`` for what is none, or too large."""
    unpacker = lzma.LZMADecompressor()
    try:
        found = unpacker.decompress(content, MOST_BYTES + 1)
    except lzma.LZMAError:
        raise BadInput(f"{place} is not compressed as xz.") from None
    if not unpacker.eof or unpacker.unused_data:
        raise BadInput(f"{place} is not one whole stream of at most {MOST_BYTES >> 20} MiB.")
    return found
