"""An even sample of a stream whose length is not known, in bounded memory."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from random import Random

from serbench.corpus.cache import MOST_OBJECTS, OBJECTS_WHEN_LARGE, object_count


@dataclass(frozen=True, slots=True)
class Extent:
    """How much a sample holds: ``count`` objects of a mean size in bytes, at most ``most_objects``. While the
    stream goes on, at most twice as many objects and about ``kept_bytes`` are kept. ``is_timed`` where times
    are measured over it, for which few objects are too few."""

    most_objects: int
    kept_bytes: int
    count: Callable[[float], int]
    is_timed: bool = True


CORPUS_EXTENT = Extent(MOST_OBJECTS, 32 * 2**20, object_count)


class Sample:
    """Takes as many objects as ``extent`` says, one at random from each of equal sections of the stream.

    The stream is cut into sections, of which one object each is kept. When too much is kept, two
    neighbouring sections are merged, and one of their two objects is dropped.
    """

    def __init__(self, seed: int, extent: Extent = CORPUS_EXTENT) -> None:
        self.objects = 0
        self._extent = extent
        self._random = Random(seed).random
        self._stretch = 1
        self._chosen = 0
        self._kept: list[bytes] = []
        self._kept_bytes = 0

    def add(self, encode: Callable[[], bytes]) -> None:
        """Adds the next object, which is encoded only where it is chosen."""
        at = self.objects % self._stretch
        if at == 0:
            self._chosen = int(self._random() * self._stretch)
        if at == self._chosen:
            data = encode()
            self._kept.append(data)
            self._kept_bytes += len(data)
        self.objects += 1
        if at == self._stretch - 1 and len(self._kept) % 2 == 0 and self._is_full():
            self._halve()

    def take(self) -> list[bytes]:
        """The sample, in the order of the stream."""
        if not self._kept:
            return []
        # Those that are kept lie evenly in the stream, so their mean size is that of all.
        count = min(len(self._kept), self._extent.count(self._kept_bytes / len(self._kept)))
        bounds = [place * len(self._kept) // count for place in range(count + 1)]
        return [self._kept[low + int(self._random() * (high - low))] for low, high in pairwise(bounds)]

    def _is_full(self) -> bool:
        extent = self._extent
        too_large = self._kept_bytes > extent.kept_bytes and len(self._kept) >= 2 * OBJECTS_WHEN_LARGE
        return len(self._kept) >= 2 * extent.most_objects or too_large

    def _halve(self) -> None:
        self._kept = [self._kept[at + (self._random() < 0.5)] for at in range(0, len(self._kept), 2)]
        self._kept_bytes = sum(map(len, self._kept))
        self._stretch *= 2


def planned(count: int, seed: int, extent: Extent) -> list[int]:
    """The numbers, from 0, of the objects that a sample of so many has encoded if they are small."""
    chosen: list[int] = []

    def encode(number: int) -> bytes:
        chosen.append(number)
        return b""

    sample = Sample(seed, extent)
    for number in range(count):
        sample.add(partial(encode, number))
    return chosen
