"""The bytes of a zstd file as a stream, with an error where the file ends too early."""

from __future__ import annotations

import io
from typing import BinaryIO

import zstandard

_CHUNK_BYTES = 1 << 17


class ZstdStream(io.RawIOBase):
    """The content of all frames of a zstd file, one after the other.

    Reading raises zstandard.ZstdError for damaged data and for a last frame that is cut off, which the
    library's own stream takes for an end.
    """

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self._frame = zstandard.ZstdDecompressor().decompressobj()
        self._within_frame = False
        self._ready = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self._ready:
            compressed = self._source.read(_CHUNK_BYTES)
            if not compressed:
                if self._within_frame:
                    raise zstandard.ZstdError("the last frame is cut off")
                return 0
            self._ready = self._decompressed(compressed)
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count

    def _decompressed(self, compressed: bytes) -> bytes:
        parts: list[bytes] = []
        while compressed:
            parts.append(self._frame.decompress(compressed))
            self._within_frame = not self._frame.eof
            compressed = self._frame.unused_data if self._frame.eof else b""
            if self._frame.eof:
                self._frame = zstandard.ZstdDecompressor().decompressobj()
        return b"".join(parts)
