"""Measures what a codec's messages tell by themselves: how they begin, what a reader makes of one that is cut
off or followed by another, and whether it takes other bytes of the same value.

Example: a message of protobuf that ends behind a field is read as an object without the later fields, and one
with a second message behind it as both merged. Readers of JSON refuse both.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from serbench.codecs.runner import Runner
from serbench.errors import SerbenchError
from serbench.facts.cases import MUST_ACCEPT, StrictCase, cases_of, formats_with_cases
from serbench.facts.emitting import emitted
from serbench.facts.fact import Value
from serbench.facts.strictness import (
    ACCEPTED,
    DIED,
    HUNG,
    OTHER_VALUE,
    REFUSED,
    asked_at_once,
    ended,
    outcomes_of,
    plain_corpus,
)
from serbench.record.row import Failure
from serbench.schema.model import Schema
from serbench.scratch import scratch_folder
from serbench.verification.verify import ObjectResult

# A reader may hang on a message that is cut off.
TIMEOUT_S = 30.0
_MOST_CUTS = 32
# Two keys of one length, which no other text contains: exchanging them gives the other order of the entries,
# whose values are equal, wherever keys are written as they are.
_KEYS = (b"first-key", b"other-key")
# Far longer than a mark that a text occurred before.
_TEXTS = tuple(letter * 96 for letter in "klm")
_PLAIN, _ENTRIES, _ALIKE, _DIFFERENT, _NEXT = "plain", "entries", "alike", "different", "next"


def _parts(names: tuple[str, ...]) -> list[dict[str, Any]]:
    return [{"name": name, "weight": 0.5} for name in names]


# The fields of the objects that are written, in place of those of the plain object.
_OBJECTS: Mapping[str, Mapping[str, Any]] = {
    _PLAIN: {},
    _ENTRIES: {"by_name": {key.decode(): 5 for key in _KEYS}},
    _ALIKE: {"parts": _parts(_TEXTS[:1] * 3)},
    _DIFFERENT: {"parts": _parts(_TEXTS)},
    _NEXT: {"text": "u", "whole": 8},
}
_CUT, _FIRST, _LAST, _OTHER = "cut off", "first", "last", "other bytes"


@dataclass(frozen=True, slots=True)
class MessageFacts:
    """The facts that messages tell, by their ids, and whether other bytes of the same value are refused; None
    where there are none to be tried. ``ended`` says how a reader died or hung at its own plain message: the
    outcome of its row and a sentence."""

    facts: Mapping[str, Value]
    refuses_others: bool | None
    ended: tuple[str, str] | None = None


def message_facts(runner: Runner, format_: str, schema: Schema, timeout_s: float = TIMEOUT_S) -> MessageFacts:
    """The facts that messages of a codec of a format tell; none where it does not read its own plain message.
    Raises SerbenchError where it does not write."""
    with scratch_folder("messages") as folder:
        corpus = plain_corpus(folder, schema, list(_OBJECTS.values()))
        written = emitted(runner, corpus.path, folder / "out", timeout_s)
    if len(written) != len(_OBJECTS):
        raise SerbenchError(f"{runner.codec} wrote {len(written)} messages of {len(_OBJECTS)} objects.")
    named = zip(_OBJECTS, written, strict=True)
    messages = {name: message for name, message in named if message is not None}
    if _PLAIN not in messages:
        raise SerbenchError(f"{runner.codec} does not write the plain object.")
    outcomes = outcomes_of(runner, schema, [*_cases(messages)], timeout_s)
    if outcomes[0].outcome != ACCEPTED:
        row = {DIED: "crashed", HUNG: "timeout"}.get(outcomes[0].outcome)
        return MessageFacts({}, None, (row, outcomes[0].detail) if row else None)
    found = {one.case.name: one.outcome for one in outcomes}
    if cuts := [*_cuts(messages[_PLAIN])]:
        found[_CUT] = _cut_off(asked_at_once(runner, schema, cuts, timeout_s))
    facts = _facts(messages, found)
    return MessageFacts(facts, _refuses(found.get(_OTHER), runner, format_, schema, timeout_s))


def _facts(messages: Mapping[str, bytes], found: Mapping[str, str]) -> dict[str, Value]:
    begins = {message[:1].hex() for message in messages.values() if message}
    facts: dict[str, Value] = {"first_bytes": tuple(sorted(begins))}
    if _CUT in found:
        facts["cut_off"] = found[_CUT]
    if _LAST in found:
        facts["second_message"] = _second(found[_FIRST], found[_LAST])
    if {_ALIKE, _DIFFERENT} <= messages.keys():
        saved_bytes = len(messages[_DIFFERENT]) - len(messages[_ALIKE])
        facts["repeated_texts"] = saved_bytes > len(_TEXTS[0])
    return facts


def _refuses(
    outcome: str | None, runner: Runner, format_: str, schema: Schema, timeout_s: float
) -> bool | None:
    """Whether other bytes are refused: another order of entries, and then all that the format's own cases
    know of the plain object."""
    if outcome != REFUSED or format_ not in formats_with_cases():
        return None if outcome is None else outcome == REFUSED
    same = [case for case in cases_of(format_) if case.says == MUST_ACCEPT and not case.expected]
    return all(one.outcome == REFUSED for one in outcomes_of(runner, schema, same[1:], timeout_s))


def _cases(messages: Mapping[str, bytes]) -> Iterator[StrictCase]:
    """The plain message first, then what is made of it and of others."""
    plain = messages[_PLAIN]
    yield _case(_PLAIN, plain, {})
    if _NEXT in messages and plain:
        both = plain + messages[_NEXT]
        yield _case(_FIRST, both, {})
        yield _case(_LAST, both, _OBJECTS[_NEXT])
    entries = messages.get(_ENTRIES, b"")
    if all(entries.count(key) == 1 for key in _KEYS):
        yield _case(_OTHER, _exchanged(entries), _OBJECTS[_ENTRIES])


def _case(name: str, message: bytes, expected: Mapping[str, Any]) -> StrictCase:
    return StrictCase(name, "", "", MUST_ACCEPT, message, dict(expected))


def _cuts(message: bytes) -> Iterator[StrictCase]:
    """The message cut off behind each byte, or behind as many as there may be, evenly spaced."""
    size = len(message) - 1
    count = min(size, _MOST_CUTS)
    for at in range(1, count + 1):
        yield _case(_CUT, message[: at * size // count], {})


def _exchanged(message: bytes) -> bytes:
    """A message with one key in the place of the other."""
    (one, first), (other, second) = sorted((message.index(key), key) for key in _KEYS)
    between = message[one + len(first) : other]
    return message[:one] + second + between + first + message[other + len(second) :]


def _cut_off(results: Sequence[ObjectResult] | Failure) -> str:
    """The worst of the outcomes. A part that is read as the whole lacked nothing."""
    if isinstance(results, Failure):
        return ended(results)
    return ACCEPTED if any(one.outcome == "wrong" for one in results) else REFUSED


def _second(first: str, last: str) -> str:
    """The value that a message with another behind it has, or the outcome without one."""
    if ACCEPTED in (first, last):
        return "first" if first == ACCEPTED else "last"
    return OTHER_VALUE if OTHER_VALUE in (first, last) else first
