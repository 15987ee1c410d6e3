"""The content of compressed files as a stream, of which little is in memory at a time."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import BinaryIO, cast

import zstandard

from serbench.errors import BadInput

_ZSTD = b"\x28\xb5\x2f\xfd"
_STARTS = {"zstd": _ZSTD, "gzip": b"\x1f\x8b", "xz": b"\xfd7zXZ\x00"}
# Text may begin so, too: what follows is the start of a block, or the end of all.
_BZIP2 = re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90|.{0,5}\Z)", re.DOTALL)
_START_BYTES = 10
# A frame that is skipped, with which files of several frames may begin: its first byte is one of sixteen.
_ZSTD_SKIPPED, _ZSTD_SKIPPED_FIRST = b"\x2a\x4d\x18", range(0x50, 0x60)
# A block of zstd has at least 4 bytes and gives at most 128 KiB, so a piece gives at most 32 MiB.
_ZSTD_PIECE_BYTES = 1 << 10
_CONTENT_BYTES = 1 << 17


def compression_of(file: io.BufferedReader[io.RawIOBase]) -> str:
    """The name of a file's compression; empty for none."""
    return compression_by(file.peek(_START_BYTES))


def compression_by(start: bytes) -> str:
    """The name of a compression by the first bytes; empty for none."""
    if start[1:4] == _ZSTD_SKIPPED and start[0] in _ZSTD_SKIPPED_FIRST:
        return "zstd"
    if _BZIP2.match(start):
        return "bzip2"
    return next((name for name, first in _STARTS.items() if start.startswith(first)), "")


def decompressed(file: io.BufferedReader[io.RawIOBase], compression: str) -> BinaryIO:
    """The content of a file; the file itself where it is not compressed."""
    if not compression:
        return file
    # The libraries' own streams read lines slowly; a buffer around them does not.
    return io.BufferedReader(_STREAMS[compression](file), _CONTENT_BYTES)


@contextmanager
def refusing_damage(name: str, compression: str) -> Iterator[None]:
    """Raises BadInput, with what messages call the file, where reading finds it damaged or cut off."""
    try:
        yield
    except (zstandard.ZstdError, lzma.LZMAError, gzip.BadGzipFile, EOFError, zlib.error):
        pass
    except OSError as error:
        # The library of bzip2 has no error of its own, but gives no number.
        if error.errno is not None or compression != "bzip2":
            raise
    else:
        return
    raise BadInput(f"{name} is a damaged or incomplete {compression} file.") from None


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


_STREAMS: Mapping[str, Callable[[BinaryIO], io.RawIOBase]] = {
    "zstd": _ZstdStream,
    "gzip": lambda file: cast(io.RawIOBase, gzip.GzipFile(fileobj=file)),
    "bzip2": lambda file: cast(io.RawIOBase, bz2.BZ2File(file)),
    "xz": lambda file: cast(io.RawIOBase, lzma.LZMAFile(file)),  # noqa: SIM115 (closing it is its buffer's)
}
