"""Reads a runner's reply (PROTOCOL.md): flat lines ``tag key=value``."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from types import MappingProxyType
from typing import ParamSpec, TypeVar

from serbench.errors import SerbenchError
from serbench.languages import languages
from serbench.outcomes import of_failed
from serbench.runner.protocol import Key, protocol

PROTOCOL_VERSION = 1

_DIGEST = re.compile(r"[0-9a-f]{16}")
_INTEGER = re.compile(r"-?[0-9]{1,20}")
_PAIR = re.compile(r"([a-z][a-z0-9_-]*)=((?:[!-$&-~]|%[0-9A-F]{2})*)")
_ESCAPE = re.compile(rb"%([0-9A-F]{2})")
_SHOWN_CHARACTERS = 60
_Asked = ParamSpec("_Asked")
_Finding = TypeVar("_Finding")


class ProtocolFault(SerbenchError):
    """A runner said something that PROTOCOL.md does not allow; the text is one sentence about it."""


@dataclass(frozen=True, slots=True)
class Unfit:
    """Why a request has no result: the ``outcome`` of its row, and one sentence."""

    outcome: str
    detail: str


@dataclass(frozen=True, slots=True)
class Reply:
    """One line of a reply: its tag and its decoded values by key."""

    tag: str
    fields: Mapping[str, str]

    def text(self, key: str) -> str:
        """The value of a key that must be there."""
        try:
            return self.fields[key]
        except KeyError:
            raise ProtocolFault(f'The reply "{self.tag}" lacks {key}.') from None

    def integer(self, key: str) -> int:
        """The value of a key as a decimal integer."""
        value = self.text(key)
        if not _INTEGER.fullmatch(value):
            raise ProtocolFault(f'The reply "{self.tag}" has {key}={_shown(value)} where a number belongs.')
        return int(value)

    def count(self, key: str) -> int:
        """The value of a key as an integer that is not negative."""
        value = self.integer(key)
        if value < 0:
            raise ProtocolFault(f'The reply "{self.tag}" has the negative number {key}={value}.')
        return value

    def digest(self, key: str = "digest") -> str:
        """The value of a key as a digest: 16 lower-case hexadecimal digits."""
        value = self.text(key)
        if not _DIGEST.fullmatch(value):
            raise ProtocolFault(f'The reply "{self.tag}" has {key}={_shown(value)} where a digest belongs.')
        return value

    def require(self, fields: Iterable[Key]) -> None:
        """Raises ProtocolFault where one of these fields is missing or is not what it should be."""
        for key in fields:
            if not (key.optional and key.name not in self.fields):
                _READ[key.value](self, key.name)


_READ: Mapping[str, Callable[[Reply, str], object]] = {
    "text": Reply.text,
    "integer": Reply.integer,
    "count": Reply.count,
    "digest": Reply.digest,
}


@dataclass(slots=True)
class ReplyReader:
    """Takes the lines of one reply as they arrive and refuses the first invalid one.

    ``complete`` says whether the reply has ended properly, with ``end`` or, when the request could not
    be served, with ``error``.
    """

    replies: list[Reply] = field(default_factory=list)
    lines: int = 0

    @property
    def complete(self) -> bool:
        return bool(self.replies) and self.replies[-1].tag in ("end", "error")

    @property
    def refusal(self) -> str | None:
        """The sentence of the ``error`` line, where there is one."""
        for reply in self.replies:
            if reply.tag == "error":
                return reply.fields.get("detail", "")
        return None

    def take(self, line: bytes) -> Reply:
        """Reads one line, given without its newline."""
        self.lines += 1
        reply = _parse_line(self.lines, line)
        if self.lines == 1:
            _require_greeting(reply)
        elif reply.tag == "runner":
            raise ProtocolFault(f"Line {self.lines} introduces the runner a second time.")
        # Nothing follows ``end``; an ``error`` may still be closed by one.
        if self.replies and (self.replies[-1].tag == "end" or (self.complete and reply.tag != "end")):
            raise ProtocolFault(f"Line {self.lines} comes after the end of the reply: {_shown_line(line)}.")
        reply.require(protocol().tags.get(reply.tag, ()))
        self.replies.append(reply)
        return reply


def _parse_line(number: int, line: bytes) -> Reply:
    text = line.decode("latin-1")
    words = text.split(" ")
    fields: dict[str, str] = {}
    for word in words[1:]:
        pair = _PAIR.fullmatch(word)
        if pair is None or pair[1] in fields:
            raise ProtocolFault(f"Line {number} is not a reply: {_shown_line(line)}.")
        fields[pair[1]] = _decoded(pair[2])
    known = words[0] in protocol().tags
    if not known and not any(words[0] in language.runtime_tags for language in languages()):
        kind = "an unknown tag" if fields else "not a reply"
        raise ProtocolFault(f"Line {number} is {kind}: {_shown_line(line)}.")
    return Reply(words[0], MappingProxyType(fields))


def _require_greeting(reply: Reply) -> None:
    if reply.tag != "runner":
        raise ProtocolFault(f'The first line is "{reply.tag}" where "runner" belongs.')
    version = reply.text("protocol")
    if version != str(PROTOCOL_VERSION):
        raise ProtocolFault(
            f"The runner speaks version {_shown(version)} of the protocol,"
            f" serbench speaks {PROTOCOL_VERSION}."
        )


def _decoded(value: str) -> str:
    if "%" not in value:
        return value
    raw = _ESCAPE.sub(lambda escape: bytes([int(escape[1], 16)]), value.encode("ascii"))
    return raw.decode("utf-8", errors="replace")


def _shown(value: str) -> str:
    short = value if len(value) <= _SHOWN_CHARACTERS else value[:_SHOWN_CHARACTERS] + "…"
    return repr(short)


def _shown_line(line: bytes) -> str:
    return _shown(line[: _SHOWN_CHARACTERS + 1].decode("utf-8", errors="replace"))


def by_tag(replies: Iterable[Reply]) -> dict[str, list[Reply]]:
    """The replies by their tags, in their order."""
    found: dict[str, list[Reply]] = {}
    for reply in replies:
        found.setdefault(reply.tag, []).append(reply)
    return found


def unfit_of(failed: Reply, *, among_others: bool = False) -> Unfit:
    """The reason in a line ``failed``, of what runs a codec ``among_others`` where that is said. Raises
    ProtocolFault for an outcome that it must not name."""
    said, detail = failed.text("outcome"), failed.fields.get("detail", "")
    outcome = of_failed(said, detail, among_others)
    if outcome is None:
        raise ProtocolFault(f"The runner failed with the unknown outcome {said!r}.")
    where = f"Object {failed.integer('index')}: " if "index" in failed.fields else ""
    return Unfit(outcome, where + (detail or "The runner gives no reason."))


def judging(
    finding: Callable[[str, str], _Finding],
) -> Callable[[Callable[_Asked, _Finding]], Callable[_Asked, _Finding]]:
    """Makes a judge give a ``finding`` of the outcome ``protocol`` where it raises ProtocolFault."""

    def decorate(judge: Callable[_Asked, _Finding]) -> Callable[_Asked, _Finding]:
        @wraps(judge)
        def judged(*asked: _Asked.args, **more: _Asked.kwargs) -> _Finding:
            try:
                return judge(*asked, **more)
            except ProtocolFault as fault:
                return finding("protocol", str(fault))

        return judged

    return decorate
