"""Files that were sealed by their hash when they were published, and packed ones of them."""

import hashlib
import lzma
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from serbench.errors import BadInput
from serbench.record.reading import MOST_BYTES, read_bytes

# What stands beside the files of an entry of the archive: their hashes.
SEAL = "entry.json"
Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
# Of xz: a higher one takes seconds longer and saves little.
_PRESET = 3


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
