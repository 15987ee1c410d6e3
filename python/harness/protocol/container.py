"""The files of FORMAT.md, section 2, by their first 8 bytes."""

import os
import struct
from types import TracebackType
from typing import Self

from harness.protocol.refusal import RequestError, because, refuse_file

CORPUS, MESSAGES, NUMBERS = b"SERBCRP1", b"SERBMSG1", b"SERBNUM1"

_MISSING = 2**32 - 1
_SIZE = struct.Struct("<I")
_COUNT = struct.Struct("<Q")


class ContainerReader:
    """Reads one entry after the other and refuses a file at its first fault. ``count`` is the number of
    entries that the file claims to hold."""

    def __init__(self, path: str, magic: bytes) -> None:
        self._path = path
        try:
            self._file = open(path, "rb")  # noqa: SIM115, PTH123 (closed by __exit__)
        except OSError as fault:
            raise refuse_file(path, f"cannot be opened: {because(fault)}") from fault
        try:
            self._left = os.fstat(self._file.fileno()).st_size
            if self._take(len(magic)) != magic:
                raise self.refusal(f"does not begin with {magic.decode()}")
            (self.count,) = _COUNT.unpack(self._take(_COUNT.size))
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def next(self) -> bytes | None:
        """The next entry; None if it is missing, as messages can be."""
        (size,) = _SIZE.unpack(self._take(_SIZE.size))
        return None if size == _MISSING else self._take(size)

    def finish(self) -> None:
        """Refuses bytes behind the last entry."""
        if self._left > 0:
            raise self.refusal("has bytes after its last entry")

    def refusal(self, why: str) -> RequestError:
        """The refusal of this file, to be raised."""
        return refuse_file(self._path, why)

    def _take(self, size: int) -> bytes:
        # A length beyond the end of the file must not become an allocation.
        if size > self._left:
            raise self.refusal("ends too early")
        try:
            data = self._file.read(size)
        except OSError as fault:
            raise self.refusal(f"cannot be read: {because(fault)}") from fault
        self._left -= size
        if len(data) != size:
            raise self.refusal("ends too early")
        return data


class ContainerWriter:
    """Writes one entry after the other, of as many as it was made for."""

    def __init__(self, path: str, magic: bytes, count: int) -> None:
        self._path = path
        try:
            self._file = open(path, "wb")  # noqa: SIM115, PTH123 (closed by __exit__)
        except OSError as fault:
            raise self._fault(fault) from fault
        self._put(magic + _COUNT.pack(count))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, entry: bytes | None) -> None:
        """Writes an entry; None for the mark that it is missing."""
        if entry is None:
            self._put(_SIZE.pack(_MISSING))
            return
        if len(entry) >= _MISSING:
            raise refuse_file(self._path, "cannot hold an entry of 2^32-1 bytes or more")
        self._put(_SIZE.pack(len(entry)))
        self._put(entry)

    def finish(self) -> None:
        """Hands everything to the system, which refuses here at the latest."""
        try:
            self._file.close()
        except OSError as fault:
            raise self._fault(fault) from fault

    def _put(self, data: bytes) -> None:
        try:
            self._file.write(data)
        except OSError as fault:
            raise self._fault(fault) from fault

    def _fault(self, fault: OSError) -> RequestError:
        return refuse_file(self._path, f"cannot be written: {because(fault)}")
