"""Draws objects of a schema by a seed, where there are no data. Pure."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any, Self

from serbench.corpus.layout import LIMITS
from serbench.errors import BadInput
from serbench.schema.model import Field, Kind, Label, Member, Message, Oneof, Schema, Type

_LETTERS = "abcdefghijklmnopqrstuvwxyz "
# Of whole numbers that their schema says are often negative.
_SIGNED = ("sint32", "sint64", "sfixed32", "sfixed64")
# Below so many messages a message that can hold itself holds none.
_DEEPEST = 4
_LARGEST = 1_000_000
_SETTING = re.compile(r"(?P<name>[a-z]+)=(?P<low>[0-9]{1,7}(\.[0-9]{1,4})?)(-(?P<high>[0-9]{1,7}))?")
_UNITS = {
    "text": "letters of a text",
    "bytes": "bytes of a field of bytes",
    "items": "elements of a list or a map",
    "bits": "bits of a number",
}


@dataclass(frozen=True, slots=True)
class Distribution:
    """From how many to how many there are, each as likely as the next: letters of a ``text``, ``bytes``,
    ``items`` of a list or a map, ``bits`` of a number; and the share of fields with ``presence`` that are
    there."""

    text: tuple[int, int] = (1, 32)
    bytes: tuple[int, int] = (0, 32)
    items: tuple[int, int] = (0, 8)
    bits: tuple[int, int] = (1, 32)
    presence: float = 0.75

    @classmethod
    def parse(cls, text: str) -> Self:
        """The usual one with the settings of ``text=1-64,presence=0.5``. Raises BadInput for anything
        else."""
        found = cls()
        for setting in text.split(","):
            match = _SETTING.fullmatch(setting.strip())
            if match is None or match["name"] not in (each.name for each in fields(cls)):
                raise BadInput(
                    f"--distribution is {text}, where settings such as {cls().words()} belong, each once."
                )
            settings: dict[str, Any] = {match["name"]: _value(match)}
            found = replace(found, **settings)
        return found

    def words(self) -> str:
        """The settings as ``parse`` takes them."""
        ranges = {name: getattr(self, name) for name in _UNITS}
        return ",".join(
            [f"{name}={low}-{high}" for name, (low, high) in ranges.items()] + [f"presence={self.presence:g}"]
        )

    def sentence(self) -> str:
        """The settings for the user."""
        ranges = [
            f"{low} to {high} {_UNITS[name]}" for name in _UNITS for low, high in (getattr(self, name),)
        ]
        return (
            f"{', '.join(ranges)}, each number of them as likely as the next; fields with presence are there"
            f" in {100 * self.presence:g} % (--distribution {self.words()}). Texts are random letters, so"
            " compressed sizes tell little of real data."
        )


def _value(match: re.Match[str]) -> object:
    """The value of a setting. Raises BadInput where it is none."""
    name, low, high = match["name"], match["low"], match["high"]
    if name == "presence":
        if high is None and float(low) <= 1:
            return float(low)
        raise BadInput(f"{match[0]} is not a share from 0 to 1.")
    if "." in low:
        raise BadInput(f"{match[0]} is not a range of whole numbers.")
    least, most = int(low), int(high or low)
    if least > most or most > (64 if name == "bits" else _LARGEST):
        raise BadInput(f"{match[0]} is not a range up to {64 if name == 'bits' else _LARGEST}.")
    return least, most


class Drawer:
    """Draws objects of a schema, each a dict as serbench.corpus.encoding takes it."""

    def __init__(self, schema: Schema, distribution: Distribution, seed: int) -> None:
        self._schema = schema
        self._of = distribution
        # Only this of Python's random numbers is the same everywhere.
        self._random = Random(seed).random

    def objects(self, count: int) -> Iterator[dict[str, Any]]:
        root = self._schema.message(self._schema.root)
        return (self._message(root, 0) for _ in range(count))

    def _message(self, message: Message, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for member in message.members:
            self._add(found, member, depth)
        return found

    def _add(self, found: dict[str, Any], member: Member, depth: int) -> None:
        if isinstance(member, Oneof):
            cases = [case for case in member.cases if not (case.on_cycle and depth >= _DEEPEST)]
            if cases and self._is_there():
                case = cases[self._below(len(cases))]
                found[case.name] = self._of_type(case.type, depth)
            return
        too_deep = member.on_cycle and depth >= _DEEPEST
        if member.label is Label.REPEATED:
            count = 0 if too_deep else self._items(depth)
            found[member.name] = [self._of_type(member.type, depth) for _ in range(count)]
        elif member.label is Label.MAP:
            found[member.name] = {} if too_deep else self._map(member, depth)
        elif member.label is Label.PLAIN or member.required or (not too_deep and self._is_there()):
            found[member.name] = self._of_type(member.type, depth)

    def _map(self, field: Field, depth: int) -> dict[Any, Any]:
        """The entries of a map; two that draw the same key are one."""
        assert field.key is not None
        key = field.key
        return {
            self._of_type(key, depth): self._of_type(field.type, depth) for _ in range(self._items(depth))
        }

    def _items(self, depth: int) -> int:
        """How many elements; fewer within other messages, so that an object does not grow with its depth."""
        return self._in(self._of.items) // (depth + 1)

    def _of_type(self, type_: Type, depth: int) -> Any:
        kind = type_.kind
        if kind is Kind.MESSAGE:
            return self._message(self._schema.message(type_.name), depth + 1)
        if kind is Kind.ENUM:
            values = self._schema.enum(type_.name).values
            return values[self._below(len(values))][1]
        return self._leaf(kind, type_.proto in _SIGNED)

    def _leaf(self, kind: Kind, is_signed: bool) -> Any:
        leaves: dict[Kind, Callable[[], Any]] = {
            Kind.BOOL: lambda: self._random() < 0.5,
            Kind.STRING: lambda: self._text(self._in(self._of.text)),
            Kind.BYTES: lambda: bytes(self._below(256) for _ in range(self._in(self._of.bytes))),
            # Two decimals, as of prices and degrees; those of a float are the nearest that it has.
            Kind.FLOAT: lambda: self._sign() * self._magnitude(Kind.UINT32) / 100,
            Kind.DOUBLE: lambda: self._sign() * self._magnitude(Kind.UINT64) / 100,
        }
        if kind in leaves:
            return leaves[kind]()
        return (self._sign() if is_signed else 1) * self._magnitude(kind)

    def _magnitude(self, kind: Kind) -> int:
        """A number of so many bits, as far as its type has them."""
        bits = self._in(self._of.bits)
        least = 1 << (bits - 1) if bits else 0
        return min(least + self._below(max(1, least)), LIMITS[kind][1])

    def _text(self, length: int) -> str:
        return "".join(_LETTERS[self._below(len(_LETTERS))] for _ in range(length))

    def _sign(self) -> int:
        return 1 if self._random() < 0.5 else -1

    def _is_there(self) -> bool:
        return self._random() < self._of.presence

    def _in(self, range_: tuple[int, int]) -> int:
        low, high = range_
        return low + self._below(high - low + 1)

    def _below(self, number: int) -> int:
        return int(self._random() * number)
