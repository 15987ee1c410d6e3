"""Judges each object by what came back and what was expected, and a change over all its objects. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from serbench.corpus.decoding import Decoder
from serbench.errors import BadInput
from serbench.experiments.evolution.changes import NEW, OLD, REWRITE, Case, Change, Object, reader_of
from serbench.experiments.evolution.comparing import Comparing, Values
from serbench.schema.model import Enum, Schema

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
# The runner did not end in time.
HUNG = "hung"
# The codec cannot hold what would be written or read in either version, or cannot be built.
UNSUPPORTED = "unsupported"
OUTCOMES = (SAME, DEFAULT, PRESERVED, DROPPED, REFUSED, PARTIAL, MISREAD, HUNG, CRASH, UNSUPPORTED)
_OF_ENDS: Mapping[str, str] = {"crashed": CRASH, "hung": HUNG}
_IN_REWRITE = {SAME: PRESERVED, DEFAULT: DROPPED}

Said = Literal["value", "refused", "crashed", "hung", "unsupported"]


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
    _comparing: Comparing = field(init=False)
    _decoder: Decoder = field(init=False)

    def __post_init__(self) -> None:
        reader = reader_of(self.direction)
        # In a rewrite the other version is the one between.
        schemas = (self.change.schema(reader), self.change.schema(OLD if reader == NEW else NEW))
        object.__setattr__(self, "_comparing", Comparing.of(*schemas))
        object.__setattr__(self, "_decoder", Decoder(_lenient(self.merged, self.change)))

    def judge(self, case: Case, answer: Answer, own: bytes | None = None) -> Judged:
        """``own`` is what the reader makes of the expected object when it writes and reads that itself: a
        codec that loses something without any change is not blamed for it here."""
        at_stake = bool(case.lost) or self._comparing.is_at_stake(case.expected)
        if answer.said == "unsupported":
            return Judged(UNSUPPORTED, answer.detail, at_stake)
        if answer.said in _OF_ENDS:
            return Judged(_OF_ENDS[answer.said], answer.detail, at_stake)
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

    def _decoded(self, value: bytes) -> Object:
        found = self._decoder.decode(value)
        if found.keys() != {self.change.field}:
            raise BadInput(f"it is one of {', '.join(found) or 'no change'}.")
        obj: Object = found[self.change.field]
        return obj

    def _compared(self, case: Case, got: Object, own: Object) -> Judged:
        found = self._comparing.differences(case.lost, Values(case.written, case.expected, got, own))
        if not found:
            return Judged(SAME)
        texts = "; ".join(one.text for one in found)
        return Judged(MISREAD if found[0].is_misread else DEFAULT, texts)


@dataclass(frozen=True, slots=True)
class Folded:
    """The outcome of a change over its objects; ``index`` is the object that decided."""

    outcome: str
    index: int
    detail: str


def folded(judged: Sequence[Judged], direction: str) -> Folded:
    """A misread value decides over all, then a crash, then a hang. Objects in which nothing could be lost do
    not make an outcome partial."""
    counted = [(index, one) for index, one in enumerate(judged) if one.outcome != UNSUPPORTED]
    if not counted:
        return Folded(UNSUPPORTED, 0, judged[0].detail)
    for worst in (MISREAD, CRASH, HUNG):
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
