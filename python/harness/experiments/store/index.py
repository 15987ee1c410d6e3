"""The index of a store (FORMAT.md, section 6): a header, an entry for each object, a checksum."""

import struct
from dataclasses import dataclass

from harness.experiments.store.file import RECORD_ALIGNMENT, File, round_up

_MAGIC = b"SERBSTOR"
_VERSION = 1
_FIXED = struct.Struct("<8sIIQQQ")
_LONGEST_HEADER_BYTES = 65536
_SIZE = struct.Struct("<I")
ENTRY = struct.Struct("<QQ")
CHECKSUM_BYTES = 8
# The data file ends with these and the checksum of its index.
DATA_MAGIC = b"SERBDATA"
TRAILER_BYTES = 16


@dataclass(frozen=True, slots=True)
class Identity:
    """What an index says of its store; ``corpus_digest`` is that of the pool of objects."""

    codec: str
    workload: str
    corpus_digest: int
    objects: int


@dataclass(frozen=True, slots=True)
class Header:
    """What stands before the entries, in ``size_bytes``."""

    identity: Identity
    data_bytes: int
    size_bytes: int

    @property
    def end(self) -> int:
        """Where the entries end."""
        return self.size_bytes + ENTRY.size * self.identity.objects


def header_of(identity: Identity, data_bytes: int) -> bytes:
    """The bytes of an index before its entries."""
    texts = b"".join(
        _SIZE.pack(len(text)) + text for text in (identity.codec.encode(), identity.workload.encode())
    )
    size = round_up(_FIXED.size + len(texts), RECORD_ALIGNMENT)
    fixed = _FIXED.pack(_MAGIC, _VERSION, size, identity.objects, data_bytes, identity.corpus_digest)
    return (fixed + texts).ljust(size, b"\0")


def read_header(index: File) -> Header:
    """Refuses what is no index, or not a whole one."""
    size = index.size_bytes()
    fixed = index.read_at(_FIXED.size, 0) if size >= _FIXED.size else bytes(_FIXED.size)
    magic, version, header_bytes, objects, data_bytes, corpus_digest = _FIXED.unpack(fixed)
    if magic != _MAGIC:
        raise index.refusal("is no index of a store")
    if version != _VERSION:
        raise index.refusal(f"has another version of the format than {_VERSION}")
    fits = _FIXED.size <= header_bytes <= min(size, _LONGEST_HEADER_BYTES)
    if not fits or size != header_bytes + ENTRY.size * objects + CHECKSUM_BYTES:
        raise index.refusal("does not have the size that its header tells")
    codec, workload = _texts(index, header_bytes)
    return Header(Identity(codec, workload, corpus_digest, objects), data_bytes, header_bytes)


def _texts(index: File, header_bytes: int) -> tuple[str, str]:
    rest = index.read_at(header_bytes - _FIXED.size, _FIXED.size)
    codec, rest = _text(index, rest)
    workload, rest = _text(index, rest)
    return codec, workload


def _text(index: File, rest: bytes) -> tuple[str, bytes]:
    damaged = index.refusal("is damaged in its header")
    if len(rest) < _SIZE.size:
        raise damaged
    end = _SIZE.size + _SIZE.unpack_from(rest)[0]
    if end > len(rest):
        raise damaged
    try:
        return rest[_SIZE.size : end].decode(), rest[end:]
    except UnicodeDecodeError as error:
        raise damaged from error
