"""Numbers of objects, or their keys, in files as runners take them: 8 bytes each, little-endian. They may be
more than fit into memory, so they are always a stream."""

import hashlib
import itertools
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path

_AT_ONCE = 8192
_NUMBER = struct.Struct("<Q")


def write_for_runner(numbers: Iterable[int], path: Path) -> None:
    """Writes a list. Raises OSError where that fails."""
    with path.open("wb") as file:
        for packed in _packed(numbers):
            file.write(packed)


def hash_of(numbers: Iterable[int]) -> tuple[int, str]:
    """How many numbers they are, and the SHA-256 of what ``write_for_runner`` writes of them."""
    found = hashlib.sha256()
    packed_bytes = 0
    for packed in _packed(numbers):
        found.update(packed)
        packed_bytes += len(packed)
    return packed_bytes // _NUMBER.size, found.hexdigest()


def _packed(numbers: Iterable[int]) -> Iterator[bytes]:
    rest = iter(numbers)
    while some := tuple(itertools.islice(rest, _AT_ONCE)):
        yield struct.pack(f"<{len(some)}Q", *some)


def written_for_runner(path: Path) -> Iterator[int]:
    """The numbers that ``write_for_runner`` has written."""
    with path.open("rb") as file:
        while some := file.read(_AT_ONCE * _NUMBER.size):
            yield from (number for (number,) in _NUMBER.iter_unpack(some))
