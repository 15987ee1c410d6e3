"""Lists of the objects to read: drawn by a seed, or in the study's files, one number a line."""

from __future__ import annotations

import random
import sys
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path

from serbench.errors import BadInput


def drawn(below: int, count: int, seed: int) -> array[int]:
    """``count`` numbers from 0 to ``below`` - 1, uniform and with replacement."""
    draw = random.Random(f"{seed} random reads").randrange
    return array("Q", (draw(below) for _ in range(count)))


def read_list(path: Path, below: int) -> array[int]:
    """The numbers of a file, one a line. Raises BadInput with the line of the first that is no number
    below ``below``."""
    numbers = array("Q")
    try:
        with path.open(encoding="ascii") as lines:
            for place, line in enumerate(lines, 1):
                text = line.strip()
                if not text.isdecimal():
                    raise BadInput(f"Line {place} of {path} is {text[:40]!r} where a number belongs.")
                number = int(text)
                if number >= below:
                    raise BadInput(
                        f"Line {place} of {path} asks for object {number}, but the store has {below} objects,"
                        f" 0 to {below - 1}."
                    )
                numbers.append(number)
    except OSError as error:
        raise BadInput(f"The list {path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadInput(f"The list {path} is no text of numbers.") from None
    if not numbers:
        raise BadInput(f"The list {path} is empty.")
    return numbers


def list_lines(numbers: Iterable[int]) -> Iterator[str]:
    """The lines of the study's format."""
    return (f"{number}\n" for number in numbers)


def write_for_runner(numbers: array[int], path: Path) -> None:
    """The list as store-read takes it: 8 bytes a number, little-endian."""
    ordered = numbers
    if sys.byteorder == "big":
        ordered = array("Q", numbers)
        ordered.byteswap()
    with path.open("wb") as file:
        ordered.tofile(file)
