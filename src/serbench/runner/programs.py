"""Programs that the kernel does not start, found before a launcher starts them."""

import errno
import os
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

_ELF = b"\x7fELF"
_HEADER_BYTES = 64
_TYPES = (2, 3)
_MOST_TABLE_BYTES = 65536
_INTERPRETER = 3
_LONGEST_PATH_BYTES = 4096
# As elf(5) has it: type, processor, and place, size and number of the program headers; then of each of those
# the type, and the place and size of what it describes. By the width of this machine's addresses, in its
# order of bytes, which is all that the kernel looks at.
_HEADER, _SEGMENT = (
    ("=16xHH12xQ14xHH", "=I4xQ16xQ16x") if sys.maxsize > 2**32 else ("=16xHH8xI10xHH", "=II8xI12x")
)
_SEGMENT_BYTES = struct.calcsize(_SEGMENT)


def require_programs(words: Iterable[str]) -> None:
    """Raises OSError where a word is the path of an executable file that the kernel does not start, such as
    one whose writing was cut short. ``setpriv``, ``env`` and ``taskset`` have a shell read such a file as a
    script, which does whatever its bytes say."""
    for path in (Path(word) for word in words if word.startswith("/")):
        if path.is_file() and os.access(path, os.X_OK) and not _is_program(path):
            raise OSError(errno.ENOEXEC, os.strerror(errno.ENOEXEC), str(path))


def _is_program(path: Path) -> bool:
    """Whether a file begins as the kernel asks of it (fs/binfmt_elf.c); true where programs are not ELF."""
    ours = _bytes_in(Path(sys.executable), _HEADER_BYTES)
    start = _bytes_in(path, _HEADER_BYTES)
    if start.startswith(b"#!") or not ours.startswith(_ELF):
        return True
    if not start.startswith(_ELF) or len(start) < _HEADER_BYTES:
        return False
    kind, processor, place, size, count = struct.unpack_from(_HEADER, start)
    same_processor = processor == struct.unpack_from(_HEADER, ours)[1]
    if kind not in _TYPES or not same_processor or size != _SEGMENT_BYTES:
        return False
    return 0 < count * size <= _MOST_TABLE_BYTES and _has_sound_interpreter(path, place, count)


def _has_sound_interpreter(path: Path, place: int, count: int) -> bool:
    """Whether the path of the program that loads it, if it names one, is within bounds and has an end."""
    table = _bytes_in(path, count * _SEGMENT_BYTES, place)
    if len(table) < count * _SEGMENT_BYTES:
        return False
    for kind, at, size in struct.iter_unpack(_SEGMENT, table):
        if kind == _INTERPRETER:
            return 2 <= size <= _LONGEST_PATH_BYTES and _bytes_in(path, size, at).endswith(b"\0")
    return True


def _bytes_in(path: Path, size: int, place: int = 0) -> bytes:
    """The bytes at a place of a file; fewer where it ends before, none where there is no such place."""
    with path.open("rb") as file:
        try:
            file.seek(place)
        except (OSError, ValueError):
            return b""
        return file.read(size)
