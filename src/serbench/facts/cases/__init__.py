"""Cases of strictness: messages of a format that its specification accepts, refuses or leaves open.

Each format has a folder with ``plain.toml``, the plain message by its parts: what comes before the members
(``head``), the name and the value of each member, what stands ``between`` them, and what comes behind
(``tail``); of a binary format in hexadecimal digits. A case replaces the value of a field, head, tail, or the
``whole``. ``means`` is the value of the field; in a case without one, those of all fields by their names.
``checked_by`` names the independent parsers that agree with every settled case; a case may name others. A
case with a ``fact`` tells that fact of a codec (serbench.facts.habits).
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serbench.errors import SerbenchError

MUST_ACCEPT, MUST_REFUSE, OPEN = SAYS = ("must-accept", "must-refuse", "open")
PLAIN = "plain"
_FOLDER = Path(__file__).parent
_REQUIRED = {"title", "clause", "says"}
_OPTIONAL = {"field", "value", "hex", "head", "tail", "whole", "means", "checked_by", "fact"}


@dataclass(frozen=True, slots=True)
class StrictCase:
    """A message, and what the ``clause`` of the specification says of it. ``expected`` are the fields that
    the value of an accepted message has in place of those of the plain object. ``checked_by`` are the
    independent parsers that agree; nobody has to agree with what is open."""

    name: str
    title: str
    clause: str
    says: str
    message: bytes
    expected: dict[str, Any]
    checked_by: tuple[str, ...] = ()
    fact: str = ""


@dataclass(frozen=True, slots=True)
class _Plain:
    """The parts of a format's plain message; ``members`` has the name and the value of each as written."""

    members: Mapping[str, tuple[bytes, bytes]]
    head: bytes
    between: bytes
    tail: bytes
    is_binary: bool
    checked_by: tuple[str, ...]

    def bytes_of(self, text: str) -> bytes:
        """The bytes of a text of a case. Raises ValueError for what are no hexadecimal digits."""
        return bytes.fromhex(text) if self.is_binary else text.encode()

    def message(self, table: Mapping[str, str]) -> bytes:
        """The message with the parts that a case has in place of the plain ones. Raises ValueError for a
        field that there is not."""
        values = {name: value for name, (_, value) in self.members.items()}
        if field := table.get("field", ""):
            if field not in values:
                raise ValueError(f"the plain message has no field {field}")
            values[field] = bytes.fromhex(table["hex"]) if "hex" in table else self.bytes_of(table["value"])
        written = self.between.join(name + values[field] for field, (name, _) in self.members.items())
        head, tail = (
            self.bytes_of(table[name]) if name in table else usual
            for name, usual in (("head", self.head), ("tail", self.tail))
        )
        message = head + written + tail
        if "whole" not in table:
            return message
        whole = self.bytes_of(table["whole"])
        return whole if self.is_binary else whole.replace(b"{message}", message)


def formats_with_cases() -> tuple[str, ...]:
    """The formats that have cases."""
    return tuple(sorted(path.parent.name for path in _FOLDER.glob("*/plain.toml")))


def cases_of(name: str) -> Iterator[StrictCase]:
    """The cases of a format, the plain message first, the others in the order of their names. Raises
    SerbenchError for a file that is none."""
    plain = _plain(tomllib.loads((_FOLDER / name / "plain.toml").read_text(encoding="utf-8")))
    yield StrictCase(PLAIN, "The plain message", "", MUST_ACCEPT, plain.message({}), {}, plain.checked_by)
    for path in sorted((_FOLDER / name).glob("*.toml")):
        if path.stem == PLAIN:
            continue
        try:
            yield _case(path.stem, tomllib.loads(path.read_text(encoding="utf-8")), plain)
        except (ValueError, KeyError) as error:
            raise SerbenchError(f"{path} is not a case of strictness: {error}.") from error


def _plain(table: Mapping[str, Any]) -> _Plain:
    def part(text: str) -> bytes:
        return bytes.fromhex(text) if table["is_binary"] else text.encode()

    members = {field: (part(name), part(value)) for field, (name, value) in table["members"].items()}
    return _Plain(
        members,
        part(table["head"]),
        part(table["between"]),
        part(table["tail"]),
        table["is_binary"],
        tuple(table["checked_by"]),
    )


def _case(name: str, table: dict[str, Any], plain: _Plain) -> StrictCase:
    """Raises ValueError or KeyError for a table that is no case."""
    if not _REQUIRED <= set(table) <= _REQUIRED | _OPTIONAL or table["says"] not in SAYS:
        raise ValueError(
            f"it needs {', '.join(sorted(_REQUIRED))} and may have {', '.join(sorted(_OPTIONAL))}"
        )
    means = table.get("means", {})
    expected = {table["field"]: means} if "means" in table and "field" in table else means
    checked_by = () if table["says"] == OPEN else tuple(table.get("checked_by", plain.checked_by))
    told = table["title"], table["clause"], table["says"]
    return StrictCase(name, *told, plain.message(table), expected, checked_by, table.get("fact", ""))
