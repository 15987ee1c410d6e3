"""A corpus from which any number of objects is made."""

import struct

from harness.protocol.container import CORPUS, NUMBERS, ContainerReader
from harness.protocol.refusal import refuse
from harness.values.digest import digest_of_digests, xxh64
from harness.values.form import Form

_PLACE = struct.Struct("<I")
_LOW_BITS = 0xFFFF_FFFF


class Pool:
    """Object i is that of i modulo the corpus's number; where the corpus comes with the places of the
    objects' numbers (FORMAT.md, section 6), the low 32 bits there are i, so that no two objects are equal."""

    def __init__(self, corpus: str, numbers: str | None) -> None:
        """Reads a corpus; without ``numbers``, the file of places, objects repeat."""
        self._objects = _entries(corpus)
        if not self._objects:
            raise refuse("The corpus holds no objects, so there is nothing to store.")
        self.digest = digest_of_digests([xxh64(content) for content in self._objects])
        self.size_bytes = sum(map(len, self._objects))
        self._places = None if numbers is None else _places(numbers, self._objects)

    def __len__(self) -> int:
        return len(self._objects)

    def bytes_of(self, number: int) -> bytes:
        """The bytes of an object, as FORMAT.md, section 1, has them."""
        index = number % len(self._objects)
        content = self._objects[index]
        if self._places is None:
            return content
        place = self._places[index]
        return content[:place] + _PLACE.pack(number & _LOW_BITS) + content[place + _PLACE.size :]

    def make(self, form: Form, number: int) -> object:
        """A fresh object, as an application holds those that it is about to write."""
        try:
            return form.read(self.bytes_of(number))
        except Exception as error:
            raise refuse(f"The corpus is not of this runner's schema: {error}") from error

    def block_objects(self, most: int, block_bytes: int) -> int:
        """How many objects make a block of at most so many, and about ``block_bytes``."""
        return max(1, min(most, block_bytes // (self.size_bytes // len(self) + 1)))


def _entries(path: str) -> list[bytes]:
    found: list[bytes] = []
    with ContainerReader(path, CORPUS) as file:
        for index in range(file.count):
            content = file.next()
            if content is None:
                raise file.refusal(f"lacks the object {index}")
            found.append(content)
        file.finish()
    return found


def _places(path: str, objects: list[bytes]) -> list[int]:
    found: list[int] = []
    with ContainerReader(path, NUMBERS) as file:
        foreign = file.refusal("does not belong to the corpus")
        if file.count != len(objects):
            raise foreign
        for content in objects:
            entry = file.next()
            if entry is None or len(entry) != _PLACE.size:
                raise foreign
            (place,) = _PLACE.unpack(entry)
            if place + _PLACE.size > len(content):
                raise foreign
            found.append(place)
        file.finish()
    return found
