"""Reads JSON documents of any layout as a stream; every error names its line and column."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from serbench.errors import BadInput
from serbench.inputs.changes import Changes
from serbench.inputs.json.window import Window
from serbench.inputs.source import Accepts, Source, Unread

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# White space, and the separator of records of RFC 7464.
_SPACE_BYTES = b" \t\r\n\x1e"


def first_character(start: bytes) -> bytes:
    """The first byte that is neither white space nor a mark."""
    return start.removeprefix(_BYTE_ORDER_MARK).lstrip(_SPACE_BYTES)[:1]


def read_json(
    source: Source, accepts: Accepts | None = None, changes: Changes | None = None
) -> Iterator[tuple[int, Any]]:
    """The number and the value of each object of a file.

    The elements of a list are objects; so are documents one after the other, with or without line breaks or
    a comma between them. The number is that of the line in which the document begins; where the file begins
    with a list, that of the object; both from 1. Of members of one name the last counts, and
    ``changes`` counts the others. Documents that are all of a line each, and that ``accepts`` takes, are left
    unread; the number is that of the first. Raises BadInput with line and column for what is not UTF-8 or not
    JSON, for a document that is too long, and where none is.
    """
    with source.content() as content:
        window = Window(content, source.name, changes)
        counts_objects = window.next_character() == "["
        documents = 0
        try:
            for line, document in _documents(window, accepts):
                documents += 1
                yield documents if counts_objects else line, document
                documents += len(document.lines) - 1 if type(document) is Unread else 0
        except MemoryError:
            raise BadInput(f"{window.place()}: the document needs more memory than there is.") from None
    if not documents:
        raise BadInput(f"{source.name} holds no objects.")


def _documents(window: Window, accepts: Accepts | None) -> Iterator[tuple[int, Any]]:
    """The line and the value of each document, of a list each element."""
    is_first = True
    while character := window.next_character():
        if character == "[":
            yield from _elements(window, accepts)
        elif character == "," and not is_first:
            window.step()
            continue
        else:
            line = window.line
            together = window.lines(accepts) if accepts and character == "{" else None
            yield line, together or _value(window, accepts)
        is_first = False


def _elements(window: Window, accepts: Accepts | None) -> Iterator[tuple[int, Any]]:
    begun = window.line
    window.step()
    if window.next_character() == "]":
        window.step()
        return
    while True:
        yield window.line, _value(window, accepts)
        character = window.next_character()
        if character not in (",", "]"):
            raise window.error(f"expecting ',' or ']' of the list that begins in line {begun}")
        window.step()
        if character == "]":
            return
        window.next_character()


def _value(window: Window, accepts: Accepts | None) -> Any:
    found = window.line_document(accepts) if accepts else None
    return window.value() if found is None else found
