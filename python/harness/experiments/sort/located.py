"""Where records lie, in 16 bytes each."""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

from harness.experiments.store.file import Extent
from harness.experiments.store.reader import Reader
from harness.protocol.refusal import refuse

_NUMBERS_AT_ONCE = 4096
_MOST = 2**32 - 1


@dataclass(slots=True)
class Located:
    """The offsets, bytes and numbers of records, in an order."""

    offsets: "array[int]" = field(default_factory=lambda: array("Q"))
    sizes: "array[int]" = field(default_factory=lambda: array("I"))
    numbers: "array[int]" = field(default_factory=lambda: array("I"))

    def __len__(self) -> int:
        return len(self.offsets)

    def extents(self, begin: int, end: int) -> list[Extent]:
        return list(zip(self.offsets[begin:end], self.sizes[begin:end], strict=True))


def in_file_order(reader: Reader) -> Located:
    """All records in the order in which they lie in the data file."""
    objects = reader.identity.objects
    if objects > _MOST:
        raise refuse(f"{objects} objects are too many to sort.")
    found = sorted(_all(reader, objects))
    return Located(
        array("Q", (offset for offset, _, _ in found)),
        array("I", (size for _, _, size in found)),
        array("I", (number for _, number, _ in found)),
    )


def _all(reader: Reader, objects: int) -> Iterator[tuple[int, int, int]]:
    for first in range(0, objects, _NUMBERS_AT_ONCE):
        numbers = range(first, min(objects, first + _NUMBERS_AT_ONCE))
        for number, (offset, size) in zip(numbers, reader.locate(numbers), strict=True):
            if size > _MOST:
                raise refuse(f"The object {number} has {size} bytes, which are too many to sort.")
            yield offset, number, size
