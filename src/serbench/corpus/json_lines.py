"""Reads JSON lines: one document per line, as a stream; every error names its position."""

from __future__ import annotations

import gzip
import io
import json
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, cast

import zstandard

from serbench.errors import BadInput

STANDARD_INPUT = "-"
# A line is held in memory, several copies of it while it is read.
LONGEST_LINE_BYTES = 128 * 2**20
_GZIP, _ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_JSON_SPACE = b" \t\r\n"
_CHUNK_BYTES = 1 << 17


def read_json_lines(
    path: str, on_line: Callable[[bytes], object] = lambda line: None, name: str = ""
) -> Iterator[tuple[int, Any]]:
    """The number, from 1, and the document of each line of a file, or of standard input for ``-``, which
    messages call ``name``.

    gzip and zstd are recognised by their first bytes. Empty lines are skipped. Of members of one name the
    last counts. ``on_line`` sees all bytes as they pass. Raises BadInput with line and column for what is not
    UTF-8 or not JSON, for a line that is too long, and when there is no document.
    """
    name = name or source_name(path)
    number = documents = 0
    try:
        with _opened(path) as file:
            while line := file.readline(LONGEST_LINE_BYTES + 1):
                number += 1
                on_line(line)
                if len(line) > LONGEST_LINE_BYTES:
                    raise BadInput(
                        f"{name}:{number}: the line is longer than {LONGEST_LINE_BYTES >> 20} MiB."
                    )
                text = line.removeprefix(_BYTE_ORDER_MARK) if number == 1 else line
                if text.strip(_JSON_SPACE):
                    documents += 1
                    yield number, _document(f"{name}:{number}", text)
    except zstandard.ZstdError:
        raise BadInput(f"{name} is a damaged or incomplete zstd file.") from None
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise BadInput(f"{name} is a damaged or incomplete gzip file.") from None
    except OSError as error:
        raise BadInput(f"{name} cannot be read: {error.strerror or error}.") from None
    except MemoryError:
        raise BadInput(f"{name}:{number}: the line needs more memory than there is.") from None
    if not documents:
        raise BadInput(f"{name} holds no objects.")


def source_name(path: str) -> str:
    """What messages call the file."""
    return "standard input" if path == STANDARD_INPUT else path


def standard_input() -> BinaryIO:
    """The bytes of standard input. Raises BadInput where the process has none."""
    if sys.stdin is None:
        raise BadInput("There is no standard input.")
    return sys.stdin.buffer


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    """The bytes of a file, decompressed; standard input stays open."""
    with nullcontext(standard_input()) if path == STANDARD_INPUT else Path(path).open("rb") as source:
        file = io.BufferedReader(cast(io.RawIOBase, source))
        try:
            yield _decompressed(path, file)
        finally:
            file.detach()


def _decompressed(path: str, file: io.BufferedReader[io.RawIOBase]) -> BinaryIO:
    start = file.peek(len(_ZSTD))
    if start.startswith(_ZSTD):
        return io.BufferedReader(_ZstdStream(file))
    if start.startswith(_GZIP):
        # GzipFile reads lines slowly; a buffer around it does not.
        return io.BufferedReader(gzip.GzipFile(fileobj=file))
    return file


class _ZstdStream(io.RawIOBase):
    """The content of all frames of a zstd file, one after the other.

    Reading raises zstandard.ZstdError for damaged data and for a last frame that is cut off, which the
    library's own stream takes for an end.
    """

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self._frame = zstandard.ZstdDecompressor().decompressobj()
        self._within_frame = False
        self._ready = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self._ready:
            compressed = self._frame.unused_data or self._source.read(_CHUNK_BYTES)
            if not compressed:
                if self._within_frame:
                    raise zstandard.ZstdError("the last frame is cut off")
                return 0
            if self._frame.eof:
                self._frame = zstandard.ZstdDecompressor().decompressobj()
            self._ready = self._frame.decompress(compressed)
            self._within_frame = not self._frame.eof
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count


def _document(place: str, line: bytes) -> Any:
    try:
        text = line.decode().rstrip(" \t\r\n")
    except UnicodeDecodeError as error:
        column = len(line[: error.start].decode()) + 1
        raise BadInput(f"{place}:{column}: expected UTF-8, found the byte {line[error.start]:#04x}") from None
    try:
        return json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        reason = error.msg[:1].lower() + error.msg[1:]
        raise BadInput(
            f"{place}:{error.colno}: expected one JSON document per line: {reason}{_advice(text)}"
        ) from None
    except _NotJson as error:
        raise BadInput(f'{place}: {error} is not JSON; as text, "{error}", it is a number') from None
    except RecursionError:
        raise BadInput(f"{place}: the document is nested too deeply") from None
    except ValueError:
        raise BadInput(f"{place}: a number has too many digits to be read") from None


def not_an_object(place: str, document: Any) -> BadInput:
    """The error about a document, in a file and line (``place``), that is not an object."""
    return BadInput(f"{place}: expected an object, one JSON object per line{advice_on_list(document) or '.'}")


def advice_on_list(document: Any) -> str:
    """Advice for a document that is a list of what should be the lines; empty for any other."""
    is_list = isinstance(document, list) and any(isinstance(element, dict) for element in document[:1])
    return _ADVICE_ON_LIST if is_list else ""


# What turns other JSON into lines.
_ADVICE_ON_LIST = "; `jq -c '.[]' FILE` makes lines of one JSON list"
_ADVICE_ON_LONG_DOCUMENTS = "; `jq -c . FILE` makes lines of documents that take several"


def _advice(text: str) -> str:
    """Advice for a line that ends before its document does."""
    if text.lstrip().startswith("[") and not text.endswith("]"):
        return _ADVICE_ON_LIST
    return _ADVICE_ON_LONG_DOCUMENTS if text.endswith(("{", ",", "[")) else ""


class _NotJson(Exception):
    """A word that Python reads as a number and JSON does not know."""


def _refuse(word: str) -> NoReturn:
    raise _NotJson(word)
