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


# One object would not stand for all that a user has.
CORPUS_EXTENT = Extent(MOST_OBJECTS, 32 * 2**20, partial(object_count, least=OBJECTS_WHEN_LARGE))
# So many tell how much smaller messages are than what is held of them.
_JUDGED = 128
_NUMBER_BYTES = 8


@dataclass(frozen=True, slots=True)
class Later:
    """A message that is encoded when it is known to be taken, and the bytes of what is held of it until
    then."""

    encode: Callable[[], bytes]
    held_bytes: int


class Sample:
    """Takes as many messages as ``extent`` says, one at random from each of equal sections of the stream.

    The stream is cut into sections, of which one message each is kept. When too much is kept, two
    neighbouring sections are merged, and one of their two messages is dropped.
    """

    def __init__(self, seed: int, extent: Extent = CORPUS_EXTENT) -> None:
        self.objects = 0
        self._extent = extent
        self._random = Random(seed).random
        self._stretch = 1
        self._chosen = 0
        self._kept: list[bytes | Later] = []
        self._kept_bytes = 0

    def add(self, count: int, message: Callable[[int], bytes | Later]) -> None:
        """Adds the next ``count`` messages. Where one is chosen, ``message`` makes it of its number, from
        0."""
        done = 0
        while done < count:
            at = self.objects % self._stretch
            if at == 0:
                self._chosen = int(self._random() * self._stretch)
            step = min(count - done, self._stretch - at)
            if at <= self._chosen < at + step:
                self._keep(message(done + self._chosen - at))
            self.objects += step
            done += step
            if at + step == self._stretch and len(self._kept) % 2 == 0 and self._is_full():
                self._halve()

    def encode_all(self) -> None:
        """Encodes all that is kept, in the order of the stream."""
        kept, self._kept, self._kept_bytes = self._kept, [], 0
        for each in kept:
            self._keep(_encoded(each))

    def take(self) -> list[bytes]:
        """The sample, in the order of the stream."""
        if not self._kept:
            return []
        # Those that are kept lie evenly in the stream, so their mean size is that of all.
        count = min(len(self._kept), self._extent.count(self._mean_bytes()))
        bounds = [place * len(self._kept) // count for place in range(count + 1)]
        return [
            _encoded(self._kept[low + int(self._random() * (high - low))]) for low, high in pairwise(bounds)
        ]

    def _keep(self, message: bytes | Later) -> None:
        self._kept.append(message)
        self._kept_bytes += _held_bytes(message)

    def _mean_bytes(self) -> float:
        held_bytes = encoded_bytes = 0
        for at in range(0, len(self._kept), max(1, len(self._kept) // _JUDGED)):
            held_bytes += _held_bytes(self._kept[at])
            data = self._kept[at] = _encoded(self._kept[at])
            encoded_bytes += len(data)
        return self._kept_bytes / len(self._kept) * (encoded_bytes / held_bytes if held_bytes else 1)

    @property
    def _is_too_large(self) -> bool:
        """Whether sections would be merged because of the bytes that are kept."""
        return self._kept_bytes > self._extent.kept_bytes and len(self._kept) >= 2 * OBJECTS_WHEN_LARGE

    def _is_full(self) -> bool:
        if self._is_too_large:
            # Messages are smaller than their text, and it is they that are to be enough.
            self.encode_all()
        return len(self._kept) >= 2 * self._extent.most_objects or self._is_too_large

    def _halve(self) -> None:
        self._kept = [self._kept[at + (self._random() < 0.5)] for at in range(0, len(self._kept), 2)]
        self._kept_bytes = sum(map(_held_bytes, self._kept))
        self._stretch *= 2


def _held_bytes(message: bytes | Later) -> int:
    return message.held_bytes if isinstance(message, Later) else len(message)


def _encoded(message: bytes | Later) -> bytes:
    return message.encode() if isinstance(message, Later) else message


def planned(count: int, seed: int, extent: Extent) -> list[int]:
    """The numbers, from 0, of those that a sample of so many small messages keeps to the end."""
    sample = Sample(seed, extent)
    sample.add(count, lambda number: Later(lambda: number.to_bytes(_NUMBER_BYTES), 0))
    return [int.from_bytes(_encoded(each)) for each in sample._kept]
