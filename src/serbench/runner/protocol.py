"""PROTOCOL.md as data: the keys of each verb and the fields of each tag, from protocol.toml."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_WORD = re.compile(r"(?P<optional>\[?)(?P<name>[a-z0-9_]+)=(?P<value>[^ \]]+)\]?")


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a request or field of a reply: its name, what its value is, whether it may be missing."""

    name: str
    value: str
    optional: bool

    def __str__(self) -> str:
        return f"[{self.name}={self.value}]" if self.optional else f"{self.name}={self.value}"


@dataclass(frozen=True, slots=True)
class Protocol:
    """Every verb with its keys, and every tag with its fields, in the order of PROTOCOL.md."""

    verbs: Mapping[str, tuple[Key, ...]]
    tags: Mapping[str, tuple[Key, ...]]


@cache
def protocol() -> Protocol:
    """The protocol that this version of serbench speaks."""
    found = tomllib.loads(files(__package__).joinpath("protocol.toml").read_text(encoding="utf-8"))
    return Protocol(
        {verb: _keys(words) for verb, words in found["verbs"].items()},
        {tag: _keys(words) for tag, words in found["tags"].items()},
    )


def _keys(words: str) -> tuple[Key, ...]:
    return tuple(
        Key(match["name"], match["value"], bool(match["optional"])) for match in _WORD.finditer(words)
    )
