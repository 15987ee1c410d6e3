"""Compares what a reader made of an object with what it ought to have made, at any depth. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from serbench.schema.model import Field, Kind, Label, Message, Oneof, Schema, Type

_SHOWN_CHARACTERS = 60


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that is not as expected; ``is_misread``: it is another one, and not absent or default."""

    text: str
    is_misread: bool


@dataclass(frozen=True, slots=True)
class Values:
    """The values that belong to one place: ``written`` and ``expected``, what the reader ``got``, and what it
    makes of the expected value when it has written that itself (``own``)."""

    written: Any
    expected: Any
    got: Any
    own: Any

    def at(self, key: Any) -> "Values":
        """The values at a field, an element or a key."""
        expected = _child(self.expected, key, None)
        own = _child(self.own, key, expected) if type(self.own) is type(self.expected) else expected
        return Values(_child(self.written, key, None), expected, _child(self.got, key, None), own)


@dataclass(frozen=True, slots=True)
class Comparing:
    """``changed`` are, by message, the reader's fields that the other version does not have as they are, and
    ``holding`` those that hold messages of which that is true."""

    reader: Schema
    changed: Mapping[str, frozenset[str]]
    holding: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, reader: Schema, other: Schema) -> "Comparing":
        own = {message.name: _described(message, reader) for message in reader.messages}
        theirs = {message.name: _described(message, other) for message in other.messages}
        changed = {
            name: frozenset(field for field in told if theirs.get(name, {}).get(field) != told[field])
            for name, told in own.items()
        }
        differing = {name for name, told in own.items() if theirs.get(name) != told}
        held = {
            message.name: {field.name: field.type.name for field in message.fields}
            for message in reader.messages
        }
        grown = set(differing)
        while grown:
            holders = {name for name, types in held.items() if not grown.isdisjoint(types.values())}
            grown = holders - differing
            differing |= grown
        holding = {
            name: frozenset(field for field, type_ in types.items() if type_ in differing)
            for name, types in held.items()
        }
        return cls(reader, changed, holding)

    def differences(self, lost: frozenset[str], values: Values) -> list[Difference]:
        """The first difference of each of the root's fields; one that is misread stands before those that
        are not. No value is right for the paths ``lost``."""
        within = frozenset(_beginnings(lost))
        found: list[Difference] = []
        for field in self._fields(self.reader.root):
            told = list(self._of_field(self.reader.root, field, field.name, lost, within, values))
            misread = next((one for one in told if one.is_misread), None)
            if misread is not None:
                return [misread]
            found += told[:1]
        return found

    def is_at_stake(self, expected: Mapping[str, Any], name: str = "") -> bool:
        """Whether a changed field has a value that the reader can lose."""
        name = name or self.reader.root
        for field in self._fields(name):
            value = expected.get(field.name)
            if is_empty(value):
                continue
            if field.name in self.changed[name]:
                return True
            if field.name in self.holding[name] and any(
                self.is_at_stake(one, field.type.name) for one in _held(field, value)
            ):
                return True
        return False

    def _fields(self, name: str) -> tuple[Field, ...]:
        return self.reader.message(name).fields

    def _of_field(
        self,
        owner: str,
        field: Field,
        path: str,
        lost: frozenset[str],
        within: frozenset[str],
        values: Values,
    ) -> Iterator[Difference]:
        """The differences at a field of the message ``owner``, whose ``values`` are given."""
        here = values.at(field.name)
        if path in lost:
            yield from _of_lost(path, here)
            return
        if path not in within and (_alike(here.got, here.expected) or _alike(here.got, here.own)):
            return
        differs = field.name in self.changed[owner] or field.name in self.holding[owner]
        keys = _keys(field, here) if differs or path in within else None
        if keys is not None:
            for key, step in keys:
                inner = here if key is None else here.at(key)
                for member in self._fields(field.type.name):
                    at = f"{path}{step}.{member.name}"
                    yield from self._of_field(field.type.name, member, at, lost, within, inner)
            return
        text = difference(path, here.expected, here.got)
        if not differs or not is_empty(here.got):
            yield Difference(text, is_misread=True)
        elif not is_empty(here.expected):
            yield Difference(text, is_misread=False)


def _of_lost(path: str, here: Values) -> Iterator[Difference]:
    if is_empty(here.got):
        yield Difference(f"{path}: {_shown(here.written)} is lost", is_misread=False)
    elif not _alike(here.got, here.written):
        text = f"{path}: {_shown(here.written)} has no right value, got {_shown(here.got)}"
        yield Difference(text, is_misread=True)


def _keys(field: Field, here: Values) -> list[tuple[Any, str]] | None:
    """The keys of the messages that a field holds, and their steps in a path; None where those that were
    expected and those that came cannot be compared one by one."""
    expected, got = here.expected, here.got
    if field.type.kind is not Kind.MESSAGE or type(expected) is not type(got) or expected is None:
        return None
    if field.label is Label.REPEATED:
        return [(i, f"[{i}]") for i in range(len(expected))] if len(expected) == len(got) else None
    if field.label is Label.MAP:
        return [(key, f"[{key!r}]") for key in expected] if expected.keys() == got.keys() else None
    return [(None, "")]


def _held(field: Field, value: Any) -> Iterable[Mapping[str, Any]]:
    if field.label is Label.REPEATED:
        return list(value)
    return list(value.values()) if field.label is Label.MAP else [value]


def _child(value: Any, key: Any, default: Any) -> Any:
    if isinstance(value, dict):
        return value.get(key, default)
    if isinstance(value, list) and isinstance(key, int) and key < len(value):
        return value[key]
    return default


def _beginnings(paths: Iterable[str]) -> Iterator[str]:
    """The paths of all that hold something of these paths."""
    for path in paths:
        yield from (path[:at] for at, character in enumerate(path) if character in ".[")


def _alike(one: Any, other: Any) -> bool:
    """Whether two values are the same, a NaN being itself."""
    return bool(one == other) or repr(one) == repr(other)


def _described(message: Message, schema: Schema) -> Mapping[str, object]:
    """The fields of a message by name, each with all that a value of it depends on, but for what messages
    within hold."""
    found: dict[str, object] = {}
    for member in message.members:
        oneof = member.name if isinstance(member, Oneof) else ""
        for field in member.cases if isinstance(member, Oneof) else (member,):
            key = _type(field.key, schema) if field.key else None
            found[field.name] = (
                oneof,
                field.number,
                field.label,
                field.required,
                key,
                _type(field.type, schema),
            )
    return found


def _type(type_: Type, schema: Schema) -> object:
    values = schema.enum(type_.name).values if type_.kind is Kind.ENUM else ()
    return (type_.proto, type_.name, values)


def is_empty(value: Any) -> bool:
    """Whether a value is absent or a default, a message of nothing but such among them."""
    if isinstance(value, dict):
        return all(map(is_empty, value.values()))
    return value is None or value == 0 or (isinstance(value, str | bytes | list) and not value)


def difference(path: str, expected: Any, got: Any) -> str:
    """The first place where two values differ, with both."""
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        pairs: Iterable[tuple[str, Any, Any]] = (
            (f"{path}[{i}]", one, other) for i, (one, other) in enumerate(zip(expected, got, strict=True))
        )
    elif isinstance(expected, dict) and isinstance(got, dict):
        pairs = ((f"{path}.{key}", expected.get(key), got.get(key)) for key in {**expected, **got})
    else:
        return f"{path}: expected {_shown(expected)}, got {_shown(got)}"
    found = (difference(*pair) for pair in pairs if not _alike(pair[1], pair[2]))
    return next(found, f"{path}: equal")


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    text = value if value == "no value" else repr(value)
    return text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "…"
