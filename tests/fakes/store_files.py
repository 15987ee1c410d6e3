"""Stores as FORMAT.md, section 6, defines them, written and read by few lines."""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import xxhash

ALIGNMENT = 16


@dataclass
class Stored:
    """``records`` are by number, ``order`` is that in which they lie in the data file."""

    codec: str
    workload: str
    digest: int
    records: dict[int, bytes]
    order: list[int]


def write_store(data: Path, index: Path, store: Stored, places: Mapping[int, int] | None = None) -> int:
    """Writes a store and returns the size of its data; an object of ``places`` is said to lie where another
    one does."""
    content, offsets = b"", dict.fromkeys(store.records, 0)
    for number in store.order:
        offsets[number] = len(content)
        content += store.records[number]
        content += bytes(-len(content) % ALIGNMENT)
    for number, other in (places or {}).items():
        offsets[number] = offsets[other]
    entries = b"".join(
        struct.pack("<QQ", offsets[number], len(store.records[number])) for number in sorted(store.records)
    )
    checked = header(store, len(content)) + entries
    checksum = struct.pack("<Q", checksum_of(checked))
    index.write_bytes(checked + checksum)
    data.write_bytes(content + b"SERBDATA" + checksum)
    return len(content)


def header(store: Stored, data_bytes: int) -> bytes:
    texts = b"".join(struct.pack("<I", len(text)) + text.encode() for text in (store.codec, store.workload))
    size = 40 + len(texts) + -(40 + len(texts)) % 16
    fixed = struct.pack("<8sIIQQQ", b"SERBSTOR", 1, size, len(store.records), data_bytes, store.digest)
    return (fixed + texts).ljust(size, b"\0")


def checksum_of(checked: bytes) -> int:
    blocks: Sequence[bytes] = [checked[at : at + 65536] for at in range(0, len(checked), 65536)]
    return xxhash.xxh64_intdigest(
        b"".join(struct.pack("<Q", xxhash.xxh64_intdigest(block)) for block in blocks)
    )


def read_store(data: Path, index: Path) -> Stored:
    """A store that is whole."""
    content, found = data.read_bytes(), index.read_bytes()
    _, _, size, count, _, digest = struct.unpack_from("<8sIIQQQ", found)
    texts, at = [], 40
    for _ in range(2):
        (length,) = struct.unpack_from("<I", found, at)
        texts.append(found[at + 4 : at + 4 + length].decode())
        at += 4 + length
    places = list(struct.iter_unpack("<QQ", found[size : size + 16 * count]))
    records = {number: content[at : at + length] for number, (at, length) in enumerate(places)}
    order = sorted(records, key=lambda number: places[number][0])
    return Stored(texts[0], texts[1], digest, records, order)
