"""A file that the user named, as the readers of all kinds of input get it."""

from __future__ import annotations

import inspect
import io
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, cast

from serbench.errors import BadInput
from serbench.inputs.changes import Changes
from serbench.inputs.compression import compression_of, decompressed, refusing_damage
from serbench.inputs.progress import watched
from serbench.inputs.types import Record
from serbench.scratch import scratch_folder
from serbench.spooling import opened

# The bytes by which a kind is recognised.
START_BYTES = 1 << 12
# A document is held in memory, several copies of it while it is read.
LONGEST_DOCUMENT = 128 * 2**20
LINE = "line"


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
            with plain.open("wb") as file:
                shutil.copyfileobj(content, file)
            yield str(plain)

    def start(self) -> bytes:
        """Its first bytes, decompressed."""
        with self.content() as content:
            return content.read(START_BYTES)


# Gives the number and the value of each object of a source. With ``as_text``, kinds whose cells are text
# leave them so, because a schema says what they are. Values that are not quite as the file has them are
# counted.
Read: TypeAlias = Callable[[Source, bool, Changes], Iterator[tuple[int, Any]]]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of input: ``suffixes`` of its files' names, ``begins`` recognises its first bytes, and ``unit``
    tells from them what the numbers count that ``read`` gives. ``of_text``: its cells are text.
    ``of_messages``: its values are the bytes of protobuf's messages, which a schema makes objects.
    ``declared`` are the types that a file itself declares."""

    name: str
    suffixes: tuple[str, ...]
    begins: Callable[[bytes], bool]
    read: Read
    unit: Callable[[bytes], str]
    of_text: bool = False
    of_messages: bool = False
    declared: Callable[[Source], Record] | None = None

    def source(self) -> str:
        """The text of the modules that read it: a corpus of other ones is another."""
        modules = Path(inspect.getfile(self.read)).parent.glob("*.py")
        return "".join(module.read_text(encoding="utf-8") for module in sorted(modules))
