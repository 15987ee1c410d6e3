"""Files of a store, of which every fault names the file."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from harness.protocol.refusal import RequestError, because, refuse, refuse_file
from harness.values.digest import digest_of_digests, xxh64

# The page of a disk, to which direct input and output are aligned.
PAGE_BYTES = 4096
# Where records begin, so that libraries that read in place find their numbers aligned.
RECORD_ALIGNMENT = 16
# How much is written through the page cache before the disk is waited for. Without it the system would write
# while objects are made, which is not timed.
MOST_UNSYNCED_BYTES = 64 << 20
_CHECKED_BLOCK_BYTES = 65536

# Where a record lies in the data file: its offset and its bytes.
Extent: TypeAlias = tuple[int, int]


class File:
    """An open file. ``direct`` leaves the system's page cache out."""

    def __init__(self, path: str, flags: int = os.O_RDONLY, *, direct: bool = False) -> None:
        if direct:
            flags |= _direct_flag()
        self.path = path
        try:
            self._descriptor = os.open(path, flags, 0o666)
        except OSError as error:
            raise self.refusal(f"cannot be opened: {because(error)}") from error

    def refusal(self, why: str) -> RequestError:
        """Says what is wrong with the file."""
        return refuse_file(self.path, why)

    def close(self) -> None:
        """Nothing is buffered, so nothing can be lost here."""
        os.close(self._descriptor)

    def size_bytes(self) -> int:
        return os.fstat(self._descriptor).st_size

    def write_at(self, content: bytes | bytearray | memoryview, offset: int) -> None:
        with memoryview(content) as rest:
            done = 0
            while done < len(rest):
                with self._writing():
                    done += os.pwrite(self._descriptor, rest[done:], offset + done)

    def read_some(self, to: memoryview, offset: int, needed: int) -> None:
        """Fills ``to`` as far as the file goes, but at least its first ``needed`` bytes."""
        done = 0
        while done < needed:
            try:
                count = os.preadv(self._descriptor, [to[done:]], offset + done)
            except OSError as error:
                raise self.refusal(f"cannot be read: {because(error)}") from error
            if count == 0:
                raise self.refusal("ends too early")
            done += count

    def read_at(self, size: int, offset: int) -> bytes:
        """These bytes, all of them."""
        content = bytearray(size)
        with memoryview(content) as view:
            self.read_some(view, offset, size)
        return bytes(content)

    def checksum(self, size: int) -> int:
        """That of the first ``size`` bytes: the digest of the digests of their blocks."""
        return digest_of_digests(
            [
                xxh64(self.read_at(min(_CHECKED_BLOCK_BYTES, size - offset), offset))
                for offset in range(0, size, _CHECKED_BLOCK_BYTES)
            ]
        )

    def sync(self) -> None:
        """Waits until what was written is on the disk."""
        with self._writing():
            os.fsync(self._descriptor)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise self.refusal(f"cannot be written: {because(error)}") from error


def create(path: str, *, direct: bool = False) -> File:
    """An empty file, to be written and read."""
    return File(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, direct=direct)


def round_up(number: int, multiple: int) -> int:
    return -(-number // multiple) * multiple


def granule_of(direct: bool) -> int:
    """What divides the places where blocks begin and end."""
    return PAGE_BYTES if direct else RECORD_ALIGNMENT


def _direct_flag() -> int:
    flag = getattr(os, "O_DIRECT", 0)
    if not flag:
        raise refuse("This system has no direct input and output.")
    return int(flag)
