"""What reads of values fold to (FORMAT.md, section 4). The unit of a string is a code point."""

import struct
from zlib import adler32

MASK = 2**64 - 1

_NAN32, _NAN64 = 0x7FC00000, 0x7FF8000000000000
_FLOAT, _FLOAT_BITS = struct.Struct("<f"), struct.Struct("<I")
_DOUBLE, _DOUBLE_BITS = struct.Struct("<d"), struct.Struct("<Q")
# Of so many bytes the sum is below 65521, modulo which the low half of Adler-32 has it.
_SUMMED_AT_ONCE = 256


def touch_value(touch: int) -> int:
    """The share of a map's value in its entry."""
    return (touch << 7 | touch >> 57) & MASK


def touch_float(value: float) -> int:
    """The touch of a float."""
    touch: int = _NAN32 if value != value else _FLOAT_BITS.unpack(_FLOAT.pack(value))[0]
    return touch


def touch_double(value: float) -> int:
    """The touch of a double."""
    touch: int = _NAN64 if value != value else _DOUBLE_BITS.unpack(_DOUBLE.pack(value))[0]
    return touch


def touch_bytes(value: bytes) -> int:
    """The touch of a bytes value: its length and the sum of its bytes."""
    if len(value) <= _SUMMED_AT_ONCE:
        return len(value) + (adler32(value, 0) & 0xFFFF)
    step = _SUMMED_AT_ONCE
    parts = (adler32(value[at : at + step], 0) & 0xFFFF for at in range(0, len(value), step))
    return len(value) + sum(parts)


def touch_string(value: str) -> int:
    """The touch of a text: its length and the sum of its code points, also of surrogates that no text of
    UTF-8 has."""
    if value.isascii():
        return touch_bytes(value.encode())
    data = value.encode("utf-32-le", "surrogatepass")
    length = len(value)
    low, middle, high = (touch_bytes(data[place::4]) - length for place in range(3))
    return length + low + (middle << 8) + (high << 16)
