"""Judges each object by what came back and what was expected, and a change over all its objects. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from serbench.corpus.decoding import Decoder
from serbench.errors import BadInput
from serbench.experiments.evolution.changes import NEW, OLD, REWRITE, Case, Change, Object, reader_of
from serbench.schema.model import Enum, Field, Message, Oneof, Schema, Type

# All fields are right, and a field that only the reader has is absent or default.
SAME = "same"
# The changed fields are absent or default where they ought to have a value; all others are right.
DEFAULT = "default"
# In a rewrite: what the rewriting version does not know has come back, or has not.
PRESERVED, DROPPED = "preserved", "dropped"
REFUSED = "refused"
# Another value, and no error.
MISREAD = "misread"
# The outcome depends on the value that was written; no value is misread.
PARTIAL = "partial"
CRASH = "crash"
# The codec cannot hold what would be written or read in either version, or cannot be built.
UNSUPPORTED = "unsupported"
OUTCOMES = (SAME, DEFAULT, PRESERVED, DROPPED, REFUSED, PARTIAL, MISREAD, CRASH, UNSUPPORTED)
_IN_REWRITE = {SAME: PRESERVED, DEFAULT: DROPPED}
_SHOWN_CHARACTERS = 60

Said = Literal["value", "refused", "crashed", "unsupported"]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a runner to one message: a value in bytes (FORMAT.md, section 1), or why there is none.
    ``operation`` names the operation that read something other than the value."""

    said: Said
    value: bytes | None = None
    detail: str = ""
    operation: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """The outcome of one object. ``at_stake``: the changed fields have a value that the reader can lose."""

    outcome: str
    detail: str = ""
    at_stake: bool = True


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges the objects of one change in one direction. ``merged`` is the reader's schema of all changes."""

    change: Change
    direction: str
    merged: Schema

    def judge(self, case: Case, answer: Answer, own: bytes | None = None) -> Judged:
        """``own`` is what the reader makes of the expected object when it writes and reads that itself: a
        codec that loses something without any change is not blamed for it here."""
        at_stake = bool(case.lost) or any(not _is_empty(case.expected.get(name)) for name in self._changed)
        if answer.said == "unsupported":
            return Judged(UNSUPPORTED, answer.detail, at_stake)
        if answer.said == "crashed":
            return Judged(CRASH, answer.detail, at_stake)
        if answer.said == "refused" or answer.value is None:
            return Judged(REFUSED, answer.detail, at_stake)
        try:
            got = self._decoded(answer.value)
        except BadInput as error:
            return Judged(MISREAD, f"The value is not valid: {error}", at_stake)
        found = self._compared(case, got, {} if own is None else self._decoded(own))
        if answer.operation and found.outcome == SAME:
            found = Judged(MISREAD, f"{answer.operation} reads another value: {answer.detail}")
        return replace(found, at_stake=at_stake)

    @property
    def reader(self) -> Schema:
        return self.change.schema(reader_of(self.direction))

    @property
    def _other(self) -> Schema:
        """The schema of the other version; in a rewrite it is the one between."""
        return self.change.schema(OLD if reader_of(self.direction) == NEW else NEW)

    @property
    def _changed(self) -> frozenset[str]:
        """The fields of the reader that the other version does not have as they are."""
        return _only_in(self.reader, self.reader.root, self._other, self._other.root)

    @property
    def _changed_within(self) -> frozenset[str]:
        """The same of messages within."""
        names = {message.name for message in self.reader.messages} - {self.reader.root}
        return frozenset().union(*(_only_in(self.reader, name, self._other, name) for name in names))

    def _decoded(self, value: bytes) -> Object:
        found = Decoder(_lenient(self.merged, self.change)).decode(value)
        if found.keys() != {self.change.field}:
            raise BadInput(f"it is one of {', '.join(found) or 'no change'}.")
        obj: Object = found[self.change.field]
        return obj

    def _compared(self, case: Case, got: Object, own: Object) -> Judged:
        lost: list[str] = []
        for field in self.reader.message(self.reader.root).fields:
            name = field.name
            expected, found = case.expected.get(name), got.get(name)
            if name in case.lost:
                written = case.written.get(name)
                if _is_empty(found):
                    lost.append(f"{name}: {_shown(written)} is lost")
                elif found != written:
                    return Judged(
                        MISREAD, f"{name}: {_shown(written)} has no right value, got {_shown(found)}"
                    )
            elif found not in (expected, own.get(name, expected)):
                told = _difference(name, expected, found)
                if name not in self._changed or not _lacks(expected, found, self._changed_within):
                    return Judged(MISREAD, told)
                if not (_is_empty(expected) and _is_empty(found)):
                    lost.append(told)
        return Judged(DEFAULT, "; ".join(lost)) if lost else Judged(SAME)


@dataclass(frozen=True, slots=True)
class Folded:
    """The outcome of a change over its objects; ``index`` is the object that decided."""

    outcome: str
    index: int
    detail: str


def folded(judged: Sequence[Judged], direction: str) -> Folded:
    """A misread value decides over all, then a crash. Objects in which nothing could be lost do not make an
    outcome partial."""
    counted = [(index, one) for index, one in enumerate(judged) if one.outcome != UNSUPPORTED]
    if not counted:
        return Folded(UNSUPPORTED, 0, judged[0].detail)
    for worst in (MISREAD, CRASH):
        for index, one in counted:
            if one.outcome == worst:
                return Folded(worst, index, one.detail)
    weighed = [(index, one) for index, one in counted if one.at_stake or one.outcome != SAME] or counted
    outcomes = {one.outcome for _, one in weighed}
    index, first = next(((i, one) for i, one in weighed if one.outcome != SAME), weighed[0])
    outcome = first.outcome if len(outcomes) == 1 else PARTIAL
    if direction == REWRITE:
        outcome = _IN_REWRITE.get(outcome, outcome)
    return Folded(outcome, index, first.detail)


def _only_in(schema: Schema, name: str, other: Schema, other_name: str) -> frozenset[str]:
    """The fields of a message that the other schema's message does not have as they are."""
    told = described(schema, name)
    theirs = described(other, other_name)
    return frozenset(field for field in told if theirs.get(field) != told[field])


def described(schema: Schema, name: str) -> Mapping[str, object]:
    """The fields of a message by name, each with all that a value of it depends on; none where there is no
    such message."""
    found: dict[str, object] = {}
    message = next((one for one in schema.messages if one.name == name), None)
    for member in message.members if message else ():
        for field in member.cases if isinstance(member, Oneof) else (member,):
            oneof = member.name if isinstance(member, Oneof) else ""
            found[field.name] = (oneof, _described(field, schema))
    return found


def _described(field: Field, schema: Schema) -> object:
    key = _type(field.key, schema) if field.key else None
    return (field.number, field.label, field.required, key, _type(field.type, schema))


def _type(type_: Type, schema: Schema) -> object:
    """A change has no recursive types."""
    if type_.name and type_.proto == "enum":
        return (type_.proto, schema.enum(type_.name).values)
    if type_.name:
        message: Message = schema.message(type_.name)
        return tuple((field.name, _described(field, schema)) for field in message.fields)
    return type_.proto


def _is_empty(value: Any) -> bool:
    """Whether a value is absent or a default, a message of nothing but such among them."""
    if isinstance(value, dict):
        return all(map(_is_empty, value.values()))
    return value is None or value == 0 or (isinstance(value, str | bytes | list) and not value)


def _lacks(expected: Any, got: Any, within: frozenset[str]) -> bool:
    """Whether a value is absent or default, or lacks nothing but fields of these names in messages within."""
    if _is_empty(got):
        return True
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        return all(_lacks_within(*pair, within) for pair in zip(expected, got, strict=True))
    return _lacks_within(expected, got, within)


def _lacks_within(expected: Any, got: Any, within: frozenset[str]) -> bool:
    if not isinstance(expected, dict) or not isinstance(got, dict):
        return bool(expected == got)
    return all(
        expected.get(key) == got.get(key) or (key in within and _is_empty(got.get(key)))
        for key in {**expected, **got}
    )


def _lenient(merged: Schema, change: Change) -> Schema:
    """The reader's schema with the enum values of both versions: a reader may keep a number that it does not
    know."""
    numbers = {
        number: name
        for schema in (change.old, change.new)
        for enum in schema.enums
        for name, number in enum.values
    }

    def with_all(enum: Enum) -> Enum:
        known = enum.numbers
        more = tuple((name, number) for number, name in numbers.items() if number not in known)
        return replace(enum, values=(*enum.values, *more))

    return replace(merged, enums=tuple(map(with_all, merged.enums)))


def _difference(path: str, expected: Any, got: Any) -> str:
    """The first place where two values differ, with both."""
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        pairs: Iterable[tuple[str, Any, Any]] = (
            (f"{path}[{i}]", one, other) for i, (one, other) in enumerate(zip(expected, got, strict=True))
        )
    elif isinstance(expected, dict) and isinstance(got, dict):
        pairs = ((f"{path}.{key}", expected.get(key), got.get(key)) for key in {**expected, **got})
    else:
        return f"{path}: expected {_shown(expected)}, got {_shown(got)}"
    return next((_difference(*pair) for pair in pairs if pair[1] != pair[2]), f"{path}: equal")


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    text = value if value == "no value" else repr(value)
    return text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "…"
