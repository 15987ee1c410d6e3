"""A window on the text of a JSON file that moves from value to value, so that little of it is in memory."""

from __future__ import annotations

import codecs
import json
import re
from typing import Any, BinaryIO

from serbench.errors import BadInput
from serbench.inputs.changes import Changes
from serbench.inputs.json.complete import holds_all
from serbench.inputs.repeated import Repeated
from serbench.inputs.source import LONGEST_DOCUMENT, Accepts, SpecialNumber, Unread

_PIECE_BYTES = 1 << 18
# Files with byte order marks may have been joined.
_SPACE = re.compile("[ \t\r\n\x1e\ufeff]*")
# A double may be written as -0; Python reads an integer, which has no such zero.
_MINUS_ZERO = re.compile(r"-0(?![0-9.eE])")
# No word of JSON, number aside, is longer: an error nearer to the end of the text may be that of a part.
_LONGEST_WORD = 16


def _integer(text: str) -> int | float:
    return -0.0 if text == "-0" else int(text)


_PLAIN = json.JSONDecoder(parse_constant=SpecialNumber)
_WITH_MINUS_ZERO = json.JSONDecoder(parse_constant=SpecialNumber, parse_int=_integer)
# Of one that is looked at as a whole, in characters.
_LONGEST_LINE = 1 << 23
# What may be in a line behind a document.
_BEHIND = " \t\r,"
# Of lines that are looked at together, in characters.
_MOST_TOGETHER = 1 << 16
# Where many are refused together, fewer are tried next.
_FEWER = 4


def _decoder(text: str) -> json.JSONDecoder:
    return _WITH_MINUS_ZERO if _MINUS_ZERO.search(text) else _PLAIN


def _parsed(text: str) -> Any:
    return _decoder(text).decode(text)


class Window:
    """Reads values one after the other. ``line`` is that of the next character, from 1. Members that later
    ones replace are counted in ``changes``."""

    def __init__(self, content: BinaryIO, name: str, changes: Changes | None = None) -> None:
        self.line = 1
        self._content, self._name = content, name
        self._changes = changes or Changes()
        self._utf8 = codecs.getincrementaldecoder("utf-8-sig")()
        self._text, self._at, self._column = "", 0, 0
        self._tried_line = 0
        self._together = _MOST_TOGETHER
        self._ended = False
        self._bad_byte: int | None = None
        self._decode = _PLAIN.raw_decode

    def place(self, at: int | None = None) -> str:
        """The file and the line of the next character, or of that at a position, which has a column."""
        if at is None:
            return f"{self._name}:{self.line}"
        line = self.line + self._text.count("\n", self._at, at)
        newline = self._text.rfind("\n", self._at, at)
        column = self._column + at - self._at if newline < 0 else at - newline - 1
        return f"{self._name}:{line}:{column + 1}"

    def error(self, reason: str, at: int | None = None) -> BadInput:
        """The error that what is expected is not at a position, by default that of the next character."""
        place = self.place(self._at if at is None else at)
        begun = "" if place.startswith(f"{self.place()}:") else f" (the document begins in line {self.line})"
        return BadInput(f"{place}: expected JSON: {reason[:1].lower()}{reason[1:]}{begun}")

    def next_character(self) -> str:
        """The next character that is not white space; empty at the end."""
        while True:
            match = _SPACE.match(self._text, self._at)
            assert match is not None
            self._move(match.end())
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def step(self) -> None:
        """Passes one character."""
        self._move(self._at + 1)

    def value(self) -> Any:
        """Passes the value that begins at the next character."""
        while True:
            try:
                value, end = self._decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if self._may_be_cut(error) and self._more():
                    continue
                raise self.error(error.msg, error.pos) from None
            except RecursionError:
                raise BadInput(f"{self.place()}: the document is nested too deeply") from None
            except ValueError:
                raise BadInput(f"{self.place()}: a number has too many digits to be read") from None
            # A number at the end of the text may go on behind it.
            if end < len(self._text) or not isinstance(value, int | float) or not self._more():
                if not holds_all(self._text, value, self._at, end):
                    self._count_repeated()
                self._move(end)
                return value

    def _count_repeated(self) -> None:
        """Counts the members of the next value whose names are repeated, which takes reading it again."""
        repeated = Repeated()
        decoder = json.JSONDecoder(object_pairs_hook=repeated.object)
        try:
            value, _ = decoder.raw_decode(self._text, self._at)
        except RecursionError:
            raise BadInput(f"{self.place()}: the document is nested too deeply") from None
        repeated.count((value,), self._changes)

    def lines(self, accepts: Accepts) -> Unread | None:
        """Passes many lines at once, what is left of this one among them, each of which is an object, if all
        of them are accepted. The next character opens an object."""
        end = self._text.rfind("\n", self._at, self._at + self._together)
        if end < 0:
            return None
        text = self._text[self._at : end]
        count = text.count("\n") + 1
        if count == 1:
            return None
        # Between a brace and another, a line can only end behind an object that is in no other one.
        has_objects = text.count("}\n{") + text.count("}\r\n{") == count - 1
        if not has_objects or not accepts(text, count):
            self._together //= _FEWER
            return None
        self._together = min(_MOST_TOGETHER, 2 * self._together)
        self._move(end)
        return Unread(text.split("\n"), _parsed)

    def line_document(self, accepts: Accepts) -> Unread | None:
        """Passes what is left of the line, but for commas and blanks, if that is one document that is
        accepted. A line is tried once."""
        if self.line == self._tried_line:
            return None
        self._tried_line = self.line
        while (end := self._text.find("\n", self._at)) < 0 and not self._ended:
            if self._bad_byte is not None or len(self._text) - self._at > _LONGEST_LINE or not self._more():
                return None
        text = self._text[self._at : end if end >= 0 else None].rstrip(_BEHIND)
        if not accepts(text, 1):
            return None
        self._together = min(_MOST_TOGETHER, self._together + len(text))
        self._move(self._at + len(text))
        return Unread((text,), _parsed)

    def _may_be_cut(self, error: json.JSONDecodeError) -> bool:
        """Whether the value may only go on behind the text."""
        return error.msg.startswith("Unterminated string") or len(self._text) - error.pos < _LONGEST_WORD

    def _move(self, to: int) -> None:
        lines = self._text.count("\n", self._at, to)
        if lines:
            self._column = to - self._text.rfind("\n", self._at, to) - 1
            self.line += lines
        else:
            self._column += to - self._at
        self._at = to

    def _more(self) -> bool:
        """Adds text, as much as is left of it or more, so that a long value is not read too often; False at
        the end. Raises BadInput where the text goes on with what is not UTF-8, or where too much is left."""
        if self._bad_byte is not None:
            place = self.place(len(self._text))
            raise BadInput(f"{place}: expected UTF-8, found the byte {self._bad_byte:#04x}")
        if self._ended:
            return False
        self._text, self._at = self._text[self._at :], 0
        if len(self._text) > LONGEST_DOCUMENT:
            raise BadInput(f"{self.place()}: the document is longer than {LONGEST_DOCUMENT >> 20} MiB.")
        piece = self._content.read(max(_PIECE_BYTES, len(self._text)))
        self._ended = not piece
        try:
            self._text += self._utf8.decode(piece, final=not piece)
        except UnicodeDecodeError as error:
            self._text += error.object[: error.start].decode("utf-8-sig" if not self._text else "utf-8")
            self._bad_byte = error.object[error.start]
        self._decode = _decoder(self._text).raw_decode
        return True
