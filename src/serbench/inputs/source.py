"""A file that the user named, as the readers of all kinds of input get it."""

from __future__ import annotations

import inspect
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, cast

from serbench.errors import BadInput
from serbench.inputs.changes import Changes
from serbench.inputs.compression import compression_of, decompressed, refusing_damage
from serbench.inputs.progress import watched
from serbench.inputs.types import Record
from serbench.scratch import scratch_folder
from serbench.spooling import keep_pieces, opened

# The bytes by which a kind is recognised.
START_BYTES = 1 << 12
# A document is held in memory, several copies of it while it is read.
LONGEST_DOCUMENT = 128 * 2**20
LINE = "line"
_PIECE_BYTES = 1 << 20


class SpecialNumber(float):
    """NaN or an infinity that the data hold as such. A plain infinite float is a number beyond a double."""

    __slots__ = ()


class Instant(str):
    """A time that the data hold as such, as RFC 3339 writes it in UTC."""

    __slots__ = ()


class Wide(int):
    """A whole number that the data hold in 64 bits, however small it is."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Unread:
    """Objects of which only the text is known, one in each of these lines, until they are parsed."""

    lines: Sequence[str]
    parse: Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Source:
    """A file that can be read as often as needed, which messages call ``name``."""

    path: str
    name: str

    @contextmanager
    def content(self) -> Iterator[BinaryIO]:
        """Its bytes, decompressed; standard input stays open. Raises BadInput, also while they are read."""
        try:
            with opened(self.path) as stream, watched(stream, self.name) as file:
                compression = compression_of(file)
                with refusing_damage(self.name, compression):
                    yield decompressed(file, compression)
        except OSError as error:
            raise BadInput(f"{self.name} cannot be read: {error.strerror or error}.") from None

    @contextmanager
    def file(self) -> Iterator[str]:
        """The path of its bytes, decompressed, for readers that need all of a file."""
        with opened(self.path) as stream:
            is_plain = not compression_of(io.BufferedReader(cast(io.RawIOBase, stream)))
        if is_plain:
            yield self.path
            return
        with scratch_folder("data") as folder, self.content() as content:
            plain = folder / "plain"
            keep_pieces(iter(partial(content.read, _PIECE_BYTES), b""), self.name, plain)
            yield str(plain)

    def start(self) -> bytes:
        """Its first bytes, decompressed."""
        with self.content() as content:
            return content.read(START_BYTES)


# Gives the number and the value of each object of a source. With ``as_text``, kinds whose cells are text
# leave them so, because a schema says what they are. Values that are not quite as the file has them are
# counted.
Read: TypeAlias = Callable[[Source, bool, Changes], Iterator[tuple[int, Any]]]
# Whether the text of so many documents, one in each line, need not be read to be known as valid.
Accepts: TypeAlias = Callable[[str, int], bool]


# Whether all objects have a member, by its name, and the number of each object with its other members.
Untold: TypeAlias = tuple[Mapping[str, bool], Iterator[tuple[int, Any]]]


@dataclass(frozen=True, slots=True)
class Typed:
    """How a kind of files that declare their types is read for less than all values. ``declared`` are the
    types. ``untold`` tells of some members whether all objects have them, and reads the others of each
    object; it counts values that are not quite as the file has them. ``count`` tells how many objects there
    are, and ``some`` reads those of ascending numbers without the others."""

    declared: Callable[[Source], Record]
    untold: Callable[[Source, Changes], Untold]
    count: Callable[[Source], int]
    some: Callable[[Source, Sequence[int]], Iterator[tuple[int, Any]]]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of input: ``suffixes`` of its files' names, ``begins`` recognises its first bytes, and ``unit``
    tells from them what the numbers count that ``read`` gives. ``of_text``: its cells are text.
    ``of_messages``: its values are the bytes of protobuf's messages, which a schema makes objects.
    ``typed``: its files declare their types. ``read_unread`` leaves objects unread that are accepted."""

    name: str
    suffixes: tuple[str, ...]
    begins: Callable[[bytes], bool]
    read: Read
    unit: Callable[[bytes], str]
    of_text: bool = False
    of_messages: bool = False
    typed: Typed | None = None
    read_unread: Callable[[Source, Accepts, Changes], Iterator[tuple[int, Any]]] | None = None

    def source(self) -> str:
        """The text of the modules that read it: a corpus of other ones is another."""
        modules = Path(inspect.getfile(self.read)).parent.glob("*.py")
        return "".join(module.read_text(encoding="utf-8") for module in sorted(modules))
