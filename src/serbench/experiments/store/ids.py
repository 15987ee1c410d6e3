"""Lists of the objects to read: drawn by a seed, or in the study's files, one number per line. A list may be
larger than memory, so it is always a stream."""

from __future__ import annotations

import hashlib
import itertools
import random
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path

from serbench.errors import BadInput

_AT_ONCE = 8192
_NUMBER = struct.Struct("<Q")
_MOST_DIGITS = 20


def drawn(below: int, count: int, seed: int) -> Iterator[int]:
    """``count`` numbers from 0 to ``below`` - 1, uniform and with replacement."""
    draw = random.Random(f"{seed} random reads").randrange
    return (draw(below) for _ in range(count))


def read_list(path: Path, below: int) -> Iterator[int]:
    """The numbers of a file, one per line. Raises BadInput with the line of the first that is not a number
    below ``below``."""
    place = 0
    try:
        with path.open(encoding="ascii") as lines:
            for place, line in enumerate(lines, 1):
                text = line.strip()
                if not text.isdecimal() or len(text) > _MOST_DIGITS:
                    raise BadInput(f"Line {place} of {path} is {text[:40]!r} where a number belongs.")
                number = int(text)
                if number >= below:
                    raise BadInput(
                        f"Line {place} of {path} asks for object {number}, but the store has {below} objects,"
                        f" 0 to {below - 1}."
                    )
                yield number
    except OSError as error:
        raise BadInput(f"The list {path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadInput(f"The list {path} is not a text of numbers.") from None
    if not place:
        raise BadInput(f"The list {path} is empty.")


def list_lines(numbers: Iterable[int]) -> Iterator[str]:
    """The lines of the study's format."""
    return (f"{number}\n" for number in numbers)


def write_for_runner(numbers: Iterable[int], path: Path) -> None:
    """The list as store-read takes it: 8 bytes per number, little-endian."""
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


def count_for_runner(path: Path) -> int:
    """How many numbers ``write_for_runner`` has written."""
    return path.stat().st_size // _NUMBER.size
