"""Reads the index of a store (FORMAT.md, section 6) and checks it against its data file. Nothing in either is
believed."""

import mmap
import struct
import sys
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import xxhash

from serbench.errors import SerbenchError
from serbench.pools.resources import INDEX_ENTRY_BYTES
from serbench.pools.shelf import StorePlace

_MAGIC, _DATA_MAGIC = b"SERBSTOR", b"SERBDATA"
_VERSION = 1
# Magic, version, size of the header, number of objects, size of the data, digest of the pool.
_FIXED = struct.Struct("<8sIIQQQ")
_LENGTH = struct.Struct("<I")
_CHECKSUM = struct.Struct("<Q")
_TRAILER = struct.Struct("<8sQ")
_CHECKED_BLOCK_BYTES = 65536
_HASHED_BYTES = 2**24


class UnsoundStore(SerbenchError):
    """The files are not those of a whole store; the text says why."""


@dataclass(frozen=True, slots=True)
class Index:
    """``codec`` has no language. ``digest`` is that of the pool's corpus, as text. Object i lies at
    ``offsets[i]`` and has ``sizes[i]`` bytes."""

    codec: str
    workload: str
    digest: str
    data_bytes: int
    offsets: "array[int]"
    sizes: "array[int]"

    @property
    def objects(self) -> int:
        return len(self.offsets)


def read_index(place: StorePlace) -> Index:
    """The index of a store. Raises UnsoundStore where it, or the data file, is not whole."""
    with mapped(place.index) as content:
        return _read(place, content)


@contextmanager
def mapped(path: Path) -> Iterator[mmap.mmap]:
    """The content of a file. Raises UnsoundStore for one that is empty or cannot be read."""
    try:
        with path.open("rb") as file:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except ValueError:
        raise UnsoundStore(f"The file {path.name} is empty.") from None
    except OSError as error:
        raise UnsoundStore(f"The file {path.name} cannot be read: {error.strerror}.") from None
    with content:
        yield content


def content_hashes(place: StorePlace) -> tuple[str, str]:
    """The XXH64 of both files. Raises UnsoundStore where one cannot be read."""
    return _hash_of(place.data), _hash_of(place.index)


def _hash_of(path: Path) -> str:
    found = xxhash.xxh64()
    with mapped(path) as content:
        for at in range(0, len(content), _HASHED_BYTES):
            found.update(content[at : at + _HASHED_BYTES])
    return found.hexdigest()


def _read(place: StorePlace, content: mmap.mmap) -> Index:
    name = place.index.name
    if len(content) < _FIXED.size or content[: len(_MAGIC)] != _MAGIC:
        raise UnsoundStore(f"The file {name} is no index of a store.")
    _, version, header_bytes, objects, data_bytes, digest = _FIXED.unpack_from(content, 0)
    if version != _VERSION:
        raise UnsoundStore(f"The file {name} has version {version} of the format and not {_VERSION}.")
    entries_end = header_bytes + INDEX_ENTRY_BYTES * objects
    if header_bytes < _FIXED.size or len(content) != entries_end + _CHECKSUM.size:
        raise UnsoundStore(f"The file {name} does not have the size that its header tells.")
    (checksum,) = _CHECKSUM.unpack_from(content, entries_end)
    if _checksum_of(content, entries_end) != checksum:
        raise UnsoundStore(f"The file {name} has a wrong checksum.")
    codec, workload = _texts(name, content[_FIXED.size : header_bytes])
    _require_data(place.data, data_bytes, checksum)
    entries = array("Q", content[header_bytes:entries_end])
    if sys.byteorder == "big":
        entries.byteswap()
    return Index(codec, workload, f"{digest:016x}", data_bytes, entries[0::2], entries[1::2])


def _checksum_of(content: mmap.mmap, end: int) -> int:
    blocks = (content[at : min(at + _CHECKED_BLOCK_BYTES, end)] for at in range(0, end, _CHECKED_BLOCK_BYTES))
    digests = b"".join(_CHECKSUM.pack(xxhash.xxh64_intdigest(block)) for block in blocks)
    return xxhash.xxh64_intdigest(digests)


def _texts(name: str, header: bytes) -> list[str]:
    """The two strings of the header."""
    found: list[str] = []
    at = 0
    for _ in range(2):
        if at + _LENGTH.size > len(header):
            raise UnsoundStore(f"The file {name} is damaged in its header.")
        end = at + _LENGTH.size + _LENGTH.unpack_from(header, at)[0]
        if end > len(header):
            raise UnsoundStore(f"The file {name} is damaged in its header.")
        found.append(header[at + _LENGTH.size : end].decode("utf-8", errors="replace"))
        at = end
    return found


def _require_data(path: Path, data_bytes: int, checksum: int) -> None:
    """The data file is of this index and whole."""
    with mapped(path) as content:
        if len(content) != data_bytes + _TRAILER.size:
            raise UnsoundStore(
                f"The file {path.name} has {len(content)} bytes where its index tells"
                f" {data_bytes + _TRAILER.size}."
            )
        if _TRAILER.unpack_from(content, data_bytes) != (_DATA_MAGIC, checksum):
            raise UnsoundStore(f"The file {path.name} belongs to another index.")
