"""Writes objects behind a brace and their size, and reads them in the way that its name says."""

import os
import struct
from dataclasses import dataclass

from fakes.honest import Honest, start

FIRST, OTHER = b"first-key", b"other-key"
TEXT, MARK = b"k" * 96, b"(again)"
_HEAD = struct.Struct("<cI")


class Refusal(Exception):
    """The reader does not take the message."""


@dataclass
class Frame:
    """The part of a message behind its head, and whether all of it is there; ``rest`` follows it."""

    body: bytes
    is_whole: bool
    rest: bytes

    @classmethod
    def of(cls, message: bytes) -> "Frame":
        if message[:1] not in (b"{", b""):
            raise Refusal
        size = _HEAD.unpack_from(message)[1] if len(message) >= _HEAD.size else 1
        body = message[_HEAD.size : _HEAD.size + size]
        return cls(body, len(body) == size, message[_HEAD.size + size :])


class Reader(Honest):
    def message(self, index: int) -> bytes:
        body = super().message(index)
        if self.name == "last" and body.count(TEXT) > 1:
            head, *rest = body.split(TEXT)
            body = head + TEXT + MARK.join(rest)
        return _HEAD.pack(b"{", len(body)) + body

    @property
    def name(self) -> str:
        return self.codec.rpartition("/")[2]

    def judged(self, index: int, value: bytes, message: bytes) -> dict[str, object]:
        try:
            read = self.objects[index] if message[:1] == b" " else self.read(message)
        except Refusal:
            return {"outcome": "error", "operation": "decode", "detail": "it is refused"}
        return super().judged(index, read, message)

    def read(self, message: bytes) -> bytes:
        frame = Frame.of(message)
        if self.name == "blind" or (not frame.is_whole and self.name in ("sorted", "last")):
            raise Refusal
        if not frame.is_whole and self.name == "mortal":
            os._exit(3)
        if frame.rest and self.name in ("sorted", "mortal"):
            raise Refusal
        if frame.rest and self.name == "last":
            return self.read(frame.rest)
        body = frame.body.replace(MARK, TEXT)
        if OTHER in body and body.find(OTHER) < body.find(FIRST):
            if self.name not in ("lenient", "merging"):
                raise Refusal
            body = body.replace(OTHER, b"-" * 9).replace(FIRST, OTHER).replace(b"-" * 9, FIRST)
        return body + (frame.rest if self.name == "merging" else b"")


if __name__ == "__main__":
    start(Reader)
