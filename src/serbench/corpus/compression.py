"""The content of compressed files as a stream, of which little is in memory at a time."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

import zstandard

from serbench.errors import BadInput

_GZIP, _ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
# A frame that is skipped, with which files of several frames may begin: its first byte is one of sixteen.
_ZSTD_SKIPPED, _ZSTD_SKIPPED_FIRST = b"\x2a\x4d\x18", range(0x50, 0x60)
# A block of zstd has at least 4 bytes and gives at most 128 KiB, so a piece gives at most 32 MiB.
_ZSTD_PIECE_BYTES = 1 << 10
_CONTENT_BYTES = 1 << 17


def decompressed(file: io.BufferedReader[io.RawIOBase]) -> BinaryIO:
    """The content of a file that is compressed with gzip or zstd, by its first bytes; any other as it is."""
    start = file.peek(len(_ZSTD))[: len(_ZSTD)]
    if start == _ZSTD or (start[1:] == _ZSTD_SKIPPED and start[0] in _ZSTD_SKIPPED_FIRST):
        return io.BufferedReader(_ZstdStream(file), _CONTENT_BYTES)
    if start.startswith(_GZIP):
        # GzipFile reads lines slowly; a buffer around it does not.
        return io.BufferedReader(gzip.GzipFile(fileobj=file), _CONTENT_BYTES)
    return file


@contextmanager
def refusing_damage(name: str) -> Iterator[None]:
    """Raises BadInput, with what messages call the file, where reading finds it damaged or cut off."""
    try:
        yield
    except zstandard.ZstdError:
        raise BadInput(f"{name} is a damaged or incomplete zstd file.") from None
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise BadInput(f"{name} is a damaged or incomplete gzip file.") from None


class _ZstdStream(io.RawIOBase):
    """The content of all frames of a zstd file, one after the other.

    Reading raises zstandard.ZstdError for damaged data and for a last frame that is cut off, which the
    library's own stream takes for an end.
    """

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self._decompressor = zstandard.ZstdDecompressor()
        self._frame = self._decompressor.decompressobj()
        self._within_frame = False
        self._ready = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self._ready:
            compressed = self._frame.unused_data or self._source.read(_ZSTD_PIECE_BYTES)
            if not compressed:
                if self._within_frame:
                    raise zstandard.ZstdError("the last frame is cut off")
                return 0
            if self._frame.eof:
                self._frame = self._decompressor.decompressobj()
            self._ready = memoryview(self._frame.decompress(compressed))
            self._within_frame = not self._frame.eof
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count
