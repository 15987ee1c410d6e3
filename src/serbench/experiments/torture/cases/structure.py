"""Messages of which a length, count or offset is another number, in each way that formats write numbers."""

import random
from collections.abc import Iterator

from serbench.experiments.torture.cases.case import Case, CaseMaterial, edited

KIND = "structure"
_WIDTHS = (1, 2, 4, 8)
_GREAT = (2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1)
# A byte that says how many bytes of the number follow it: bincode's, and MessagePack's of bytes, a text, a
# list and a map. Those of CBOR are made of what stands there.
_MARKS = (
    (0xFC, 4, "little"), (0xFD, 8, "little"), (0xC6, 4, "big"), (0xDB, 4, "big"), (0xDD, 4, "big"),
    (0xDF, 4, "big"),
)  # fmt: skip
_CBOR_KIND, _CBOR_MARKS = 0xE0, ((0x1A, 4), (0x1B, 8))
# Of a varint of 64 bits, and one more than that.
_VARINT_BYTES, _OVER_LONG = 10, 11


def cases(material: CaseMaterial, budget: int, rng: random.Random) -> list[Case]:
    every = [
        (base, at, *edit)
        for base, message in enumerate(material.messages)
        for at in message.positions.structure
        for edit in edits(message.data, at)
    ]
    chosen = sorted(rng.sample(range(len(every)), min(budget, len(every))))
    return [
        edited(KIND, material, base, at, at + length, replacement, f"{words} at byte {at}")
        for base, at, length, replacement, words in map(every.__getitem__, chosen)
    ]


def edits(data: bytes, at: int) -> Iterator[tuple[int, bytes, str]]:
    """How many bytes are replaced at a position, by which, and what that is; each replacement once."""
    seen = set()
    for length, replacement, words in (*_fixed(data, at), *_varints(data, at), *_marked(data, at)):
        if (length, replacement) not in seen and data[at : at + length] != replacement:
            seen.add((length, replacement))
            yield length, replacement, words


def _fixed(data: bytes, at: int) -> Iterator[tuple[int, bytes, str]]:
    for width in _WIDTHS:
        if at + width > len(data):
            return
        left = len(data) - at - width
        for order in ("little", "big") if width > 1 else ("little",):
            number = int.from_bytes(data[at : at + width], order)
            for value in (0, number - 1, number + 1, left - 1, left, left + 1, *_GREAT, -1):
                if value < 2 ** (8 * width):
                    wrapped = value % 2 ** (8 * width)
                    written = wrapped.to_bytes(width, order)
                    yield width, written, f"{value} in {width} bytes, {order}-endian,"


def _varints(data: bytes, at: int) -> Iterator[tuple[int, bytes, str]]:
    """Edits that replace the varint at a position with greater ones, and with itself in more bytes."""
    end = at
    while end < len(data) and end - at < _VARINT_BYTES and data[end] & 0x80:
        end += 1
    length = min(end + 1, len(data)) - at
    if length <= 0:
        return
    for value in _GREAT:
        yield length, varint(value), f"the varint {value}"
        yield length, varint(2 * value % 2**64), f"the zigzag varint {value}"
    for size in (length + 1, _VARINT_BYTES, _OVER_LONG):
        if size > length:
            padded = data[at : at + length - 1] + bytes([data[at + length - 1] | 0x80])
            yield length, padded + b"\x80" * (size - length - 1) + b"\0", f"the same varint in {size} bytes"


def _marked(data: bytes, at: int) -> Iterator[tuple[int, bytes, str]]:
    """Edits that replace the byte at a position with a mark and a great number."""
    of_cbor = [(data[at] & _CBOR_KIND | mark, width, "big") for mark, width in _CBOR_MARKS]
    for mark, width, order in (*_MARKS, *of_cbor):
        for value in _GREAT:
            if value < 2 ** (8 * width):
                written = value.to_bytes(width, "little" if order == "little" else "big")
                yield 1, bytes([mark]) + written, f"{value} behind the mark {mark:02x}"


def varint(value: int) -> bytes:
    """A number in groups of 7 bits, the lowest first."""
    found = bytearray()
    while value >= 0x80:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])
