"""XXH64 with seed 0, written from its specification, and the digests of FORMAT.md, section 3."""

import struct
from collections.abc import Sequence
from typing import Any

from harness.values.form import Form

_MASK = 2**64 - 1
_PRIME1 = 0x9E3779B185EBCA87
_PRIME2 = 0xC2B2AE3D27D4EB4F
_PRIME3 = 0x165667B19E3779F9
_PRIME4 = 0x85EBCA77C2B2AE63
_PRIME5 = 0x27D4EB2F165667C5
_STRIPES = struct.Struct("<QQQQ")
_WORD = struct.Struct("<Q")


def xxh64(data: bytes) -> int:
    """The hash of the bytes."""
    at = len(data) & ~31
    value = _of_stripes(data, at) if at else _PRIME5
    return _avalanche(_of_rest(value + len(data) & _MASK, data, at))


def digest_of(form: Form, object: Any) -> int:
    """The digest of an object."""
    return xxh64(form.write(object))


def digest_of_digests(digests: Sequence[int]) -> int:
    """The digest of objects whose digests are given in order."""
    return xxh64(struct.pack(f"<{len(digests)}Q", *digests))


def _of_stripes(data: bytes, end: int) -> int:
    """The hash of blocks of 32 bytes. The lanes are variables of their own, as this is the inmost loop."""
    a, b, c, d = _PRIME1 + _PRIME2 & _MASK, _PRIME2, 0, -_PRIME1 & _MASK
    mask, prime1, prime2 = _MASK, _PRIME1, _PRIME2
    for w, x, y, z in _STRIPES.iter_unpack(memoryview(data)[:end]):
        a = a + w * prime2 & mask
        a = ((a << 31 | a >> 33) & mask) * prime1 & mask
        b = b + x * prime2 & mask
        b = ((b << 31 | b >> 33) & mask) * prime1 & mask
        c = c + y * prime2 & mask
        c = ((c << 31 | c >> 33) & mask) * prime1 & mask
        d = d + z * prime2 & mask
        d = ((d << 31 | d >> 33) & mask) * prime1 & mask
    value = _rotated(a, 1) + _rotated(b, 7) + _rotated(c, 12) + _rotated(d, 18) & mask
    for lane in (a, b, c, d):
        value = (value ^ _round(0, lane)) * prime1 + _PRIME4 & mask
    return value


def _of_rest(value: int, data: bytes, at: int) -> int:
    while at + 8 <= len(data):
        value ^= _round(0, _WORD.unpack_from(data, at)[0])
        value = _rotated(value, 27) * _PRIME1 + _PRIME4 & _MASK
        at += 8
    if at + 4 <= len(data):
        value ^= int.from_bytes(data[at : at + 4], "little") * _PRIME1 & _MASK
        value = _rotated(value, 23) * _PRIME2 + _PRIME3 & _MASK
        at += 4
    for unit in data[at:]:
        value = _rotated(value ^ (unit * _PRIME5 & _MASK), 11) * _PRIME1 & _MASK
    return value


def _round(lane: int, word: int) -> int:
    return _rotated(lane + word * _PRIME2 & _MASK, 31) * _PRIME1 & _MASK


def _rotated(value: int, bits: int) -> int:
    return (value << bits | value >> 64 - bits) & _MASK


def _avalanche(value: int) -> int:
    value = (value ^ value >> 33) * _PRIME2 & _MASK
    value = (value ^ value >> 29) * _PRIME3 & _MASK
    return value ^ value >> 32
