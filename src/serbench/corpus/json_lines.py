"""Reads JSON lines: one document per line, as a stream; every error names its position."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, NoReturn, cast

from serbench.corpus.compression import decompressed, refusing_damage
from serbench.errors import BadInput
from serbench.spooling import opened, source_name

# A line is held in memory, several copies of it while it is read.
LONGEST_LINE_BYTES = 128 * 2**20
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_JSON_SPACE = b" \t\r\n"


def read_json_lines(path: str, name: str = "") -> Iterator[tuple[int, Any]]:
    """The number, from 1, and the document of each line of a file, or of standard input for ``-``, which
    messages call ``name``.

    gzip and zstd are recognised by their first bytes. Empty lines are skipped. Of members of one name the
    last counts. Raises BadInput with line and column for what is not UTF-8 or not JSON, for a line that is
    too long, and when there is no document.
    """
    name = name or source_name(path)
    number = documents = 0
    try:
        with _opened(path) as file, refusing_damage(name):
            while line := file.readline(LONGEST_LINE_BYTES + 1):
                number += 1
                if len(line) > LONGEST_LINE_BYTES:
                    raise BadInput(
                        f"{name}:{number}: the line is longer than {LONGEST_LINE_BYTES >> 20} MiB."
                    )
                text = line.removeprefix(_BYTE_ORDER_MARK) if number == 1 else line
                if text.strip(_JSON_SPACE):
                    documents += 1
                    yield number, _document(f"{name}:{number}", text)
    except OSError as error:
        raise BadInput(f"{name} cannot be read: {error.strerror or error}.") from None
    except MemoryError:
        raise BadInput(f"{name}:{number}: the line needs more memory than there is.") from None
    if not documents:
        raise BadInput(f"{name} holds no objects.")


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    """The bytes of a file, decompressed; standard input stays open."""
    with opened(path) as source:
        file = io.BufferedReader(cast(io.RawIOBase, source))
        try:
            yield decompressed(file)
        finally:
            file.detach()


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
