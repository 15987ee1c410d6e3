"""How far the reading of a large file is, for whoever shows it."""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import BinaryIO, TypeAlias

# Gets a line that replaces the one before; an empty line removes it.
Hear: TypeAlias = Callable[[str], object]
# Reading that takes less is not told.
_FIRST_S, _BETWEEN_S = 1.0, 0.2
_BUFFER_BYTES = 1 << 16
_hearing: ContextVar[Hear | None] = ContextVar("hearing", default=None)


@contextmanager
def heard(hear: Hear | None) -> Iterator[None]:
    """Tells ``hear`` of what is read within; None: nobody."""
    before = _hearing.set(hear)
    try:
        yield
    finally:
        _hearing.reset(before)


@contextmanager
def watched(stream: BinaryIO, name: str) -> Iterator[io.BufferedReader[io.RawIOBase]]:
    """The bytes of a file that messages call ``name``; the share that is read is told, if that takes long.
    The file stays open."""
    watch = _Watch(stream, name, _hearing.get())
    file: io.BufferedReader[io.RawIOBase] = io.BufferedReader(watch, _BUFFER_BYTES)
    try:
        yield file
    finally:
        file.detach()
        watch.end()


class _Watch(io.RawIOBase):
    """Counts the bytes that pass."""

    def __init__(self, stream: BinaryIO, name: str, hear: Hear | None) -> None:
        self._stream, self._name, self._hear = stream, name, hear
        self._bytes = 0
        self._next_s = time.monotonic() + _FIRST_S
        self._has_told = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        piece = self._stream.read(len(buffer))
        buffer[: len(piece)] = piece
        self._bytes += len(piece)
        if self._hear is not None and time.monotonic() >= self._next_s:
            self._next_s = time.monotonic() + _BETWEEN_S
            self._has_told = True
            self._hear(f"Reading {self._name}: {self._bytes / 1e6:.0f}{self._of()} MB")
        return len(piece)

    def seekable(self) -> bool:
        return self._stream.seekable()

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        return self._stream.seek(offset, whence)

    def end(self) -> None:
        """Removes the line."""
        if self._hear is not None and self._has_told:
            self._hear("")

    def _of(self) -> str:
        """The size of the file in words, where it has one."""
        try:
            size_bytes = os.fstat(self._stream.fileno()).st_size
        except OSError:
            return ""
        return f" of {size_bytes / 1e6:.0f}" if size_bytes >= self._bytes else ""
