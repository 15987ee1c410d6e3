"""Cases of strictness: messages of a format that its specification accepts, refuses or leaves open."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serbench.errors import SerbenchError

MUST_ACCEPT, MUST_REFUSE, OPEN = SAYS = ("must-accept", "must-refuse", "open")
PLAIN = "plain"
_FOLDER = Path(__file__).parent
_REQUIRED = {"title", "clause", "says"}
_OPTIONAL = {"field", "value", "whole", "hex", "means"}


@dataclass(frozen=True, slots=True)
class StrictCase:
    """A message, and what the ``clause`` of the specification says of it. ``expected`` are the fields that
    the value of an accepted message has in place of those of the plain object."""

    name: str
    title: str
    clause: str
    says: str
    message: bytes
    expected: dict[str, Any]


def formats_with_cases() -> tuple[str, ...]:
    """The formats that have cases."""
    return tuple(sorted(path.name for path in _FOLDER.iterdir() if (path / "plain.json").exists()))


def cases_of(name: str) -> Iterator[StrictCase]:
    """The cases of a format, the plain message first, the others in the order of their names. Raises
    SerbenchError for a file that is none."""
    plain = _FOLDER / name / "plain.json"
    members = [line.strip().rstrip(",") for line in plain.read_text(encoding="utf-8").splitlines()[1:-1]]
    yield StrictCase(PLAIN, "The plain message", "", MUST_ACCEPT, f"{{{','.join(members)}}}".encode(), {})
    for path in sorted((_FOLDER / name).glob("*.toml")):
        try:
            yield _case(path.stem, tomllib.loads(path.read_text(encoding="utf-8")), members)
        except (ValueError, KeyError) as error:
            raise SerbenchError(f"{path} is no case of strictness: {error}.") from error


def _case(name: str, table: dict[str, Any], members: list[str]) -> StrictCase:
    """Raises ValueError or KeyError for a table that is no case."""
    if not _REQUIRED <= set(table) <= _REQUIRED | _OPTIONAL or table["says"] not in SAYS:
        raise ValueError(f"it needs {', '.join(sorted(_REQUIRED))} and may have {', '.join(_OPTIONAL)}")
    value = bytes.fromhex(table["hex"]) if "hex" in table else table.get("value", "").encode()
    field = table.get("field", "")
    expected = {field: table["means"]} if "means" in table else {}
    written = [_member(one, field, value) for one in members]
    if field and written == [one.encode() for one in members]:
        raise ValueError(f"there is no other value of the field {field}")
    message = b"{" + b",".join(written) + b"}"
    if "whole" in table:
        message = table["whole"].encode().replace(b"{message}", message)
    return StrictCase(name, table["title"], table["clause"], table["says"], message, expected)


def _member(member: str, field: str, value: bytes) -> bytes:
    """A member of the plain message, with another value where it is that of the field."""
    name = f'"{field}":'
    return name.encode() + value if member.startswith(name) else member.encode()
