"""Rules as data: each constraint, the fact that it looks at, and what excludes. Pure but for its own file.

``rules.json`` is evaluated by this module and, in the same way, by ``page.html`` in a browser.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

from serbench.facts.fact import CodecFacts, Fact
from serbench.record.reading import typed

RULES_FILE = Path(__file__).with_name("rules.json")
Verdict = Literal["yes", "no", "unknown"]
# From the worst to the best.
_VERDICTS: tuple[Verdict, ...] = ("no", "unknown", "yes")
# Ends the name of a fact that holds in another mode of the library than the usual one.
MODE = "_mode"
WRITER, READER, BOTH = "writer", "reader", "both"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: the constraint ``id`` holds on a ``side`` (writer, reader or both) where the ``test`` of the
    ``fact`` passes; ``why`` is the reason of an exclusion. ``asked`` maps the value of the constraint to what
    the test needs of it, ``order`` are grades from the worst to the best, ``both_for`` the values that
    hold on both sides. ``changes``, ``fails`` and ``fails_if_refused`` belong to outcomes of schema
    changes. A rule with a ``language`` holds for its codecs alone. An unknown result of a ``quiet`` rule is
    shown only where the user asks for it. A rule that ``prefers`` is never asked as a must. ``beside`` are
    facts of limits: modes in which the codec here was measured are named beside the outcome, as is the fact
    ``promise``. An answer ``says`` a sentence for some values."""

    id: str
    side: str
    fact: str
    test: str
    why: str
    asked: dict[str, Any] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    both_for: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    fails: tuple[str, ...] = ()
    fails_if_refused: tuple[str, ...] = ()
    language: str = ""
    quiet: bool = False
    prefers: bool = False
    beside: tuple[str, ...] = ()
    promise: str = ""
    says: dict[str, str] = field(default_factory=dict)

    def sides(self, value: Any) -> tuple[str, ...]:
        """The sides on which a constraint with this value holds."""
        return (WRITER, READER) if self.side == BOTH or value in self.both_for else (self.side,)


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules by their ids, and the version of the file."""

    format: str
    version: str
    rules: tuple[Rule, ...]

    def named(self, name: str) -> Rule:
        """The rule of a constraint. Raises KeyError where there is none."""
        return _by_id(self)[name]


@cache
def the_rules() -> Rules:
    """The rules of this serbench."""
    return typed(json.loads(RULES_FILE.read_text(encoding="utf-8")), Rules, RULES_FILE)


def _by_id(rules: Rules) -> Mapping[str, Rule]:
    return {rule.id: rule for rule in rules.rules}


def verdict(rule: Rule, fact: Fact | None, asked: Any, refused: bool = False) -> Verdict:
    """Whether a codec with this fact satisfies a constraint of the value ``asked``. A fact that is missing,
    or whose value the rule does not understand, is unknown, never no. ``refused`` says that a message that is
    refused excludes, too."""
    if fact is None or not understands(rule, fact.value):
        return "unknown"
    if rule.test == "outcomes":
        return _outcomes(rule, fact.value, asked, refused)
    return "yes" if _TESTS[rule.test](rule, fact.value, asked) else "no"


def best(rule: Rule, facts: CodecFacts, asked: Any, refused: bool = False) -> tuple[Verdict, Fact | None]:
    """The verdict on a codec with these facts, and the fact that says so. Beside a fact may stand the same of
    another mode of the library, as ``max_depth_mode``: it counts where it is the better one."""
    usual, other = facts.get(rule.fact), facts.get(rule.fact + MODE)
    said, of_mode = (verdict(rule, fact, asked, refused) for fact in (usual, other))
    if other is not None and _VERDICTS.index(of_mode) > _VERDICTS.index(said):
        return of_mode, other
    return said, usual


def understands(rule: Rule, value: Any) -> bool:
    """Whether a fact's value is of the form that the rule looks at."""
    if value is None or rule.test not in _FORMS:
        return value is not None
    return _FORMS[rule.test](rule, value)


def _outcomes(rule: Rule, outcomes: Mapping[str, str], asked: Any, refused: bool) -> Verdict:
    """The verdict on outcomes by ``CHANGE DIRECTION``; ``asked`` is a kind of evolution, or that and changes
    (``rolling rename-field``)."""
    kind, *named = str(asked).split()
    fails = {*rule.fails, *(rule.fails_if_refused if refused else ())}
    keys = [
        f"{change} {direction}"
        for change in (*rule.changes, *named)
        for direction in rule.asked.get(kind, ())
    ]
    if any(outcomes.get(key) in fails for key in keys):
        return "no"
    return "yes" if all(key in outcomes for key in keys) else "unknown"


def _grade(rule: Rule, value: Any, asked: Any) -> bool:
    least = rule.asked.get(asked, asked)
    return rule.order.index(value) >= rule.order.index(least)


def _accepts(rule: Rule, value: Any, asked: Any) -> bool:
    return bool(set(value) & set(rule.asked[asked]))


def _licence(rule: Rule, value: Any, asked: Any) -> bool:
    """Whether one of the licences of ``A OR B`` is in the list that is asked for, and all of ``A AND B``."""
    allowed = {name.casefold() for name in asked}
    ways = re.split(r"\s+OR\s+", re.sub(r"[()]", "", value))
    return any(all(part.casefold() in allowed for part in re.split(r"\s+AND\s+", way)) for way in ways)


def _is_flag(rule: Rule, value: Any) -> bool:
    return isinstance(value, bool)


def _is_number(rule: Rule, value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_text(rule: Rule, value: Any) -> bool:
    return isinstance(value, str)


def _are_texts(rule: Rule, value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)


# The forms of values that tests look at; of others all are understood.
_FORMS: Mapping[str, Callable[[Rule, Any], bool]] = {
    "true": _is_flag,
    "false": _is_flag,
    "one-of": _is_text,
    "at-most": _is_number,
    "at-least": _is_number,
    "since": _is_text,
    "grade": lambda rule, value: isinstance(value, str) and value in rule.order,
    "accepts": _are_texts,
    "none-of": _are_texts,
    "includes": _are_texts,
    "licence": _is_text,
    "outcomes": lambda rule, value: (
        isinstance(value, Mapping) and all(isinstance(one, str) for one in value.values())
    ),
}
_TESTS = {
    "true": lambda rule, value, asked: value is True,
    "false": lambda rule, value, asked: value is False,
    "given": lambda rule, value, asked: bool(value),
    "empty": lambda rule, value, asked: not value,
    "one-of": lambda rule, value, asked: value in asked,
    "none-of": lambda rule, value, asked: not set(value) & set(asked),
    "includes": lambda rule, value, asked: set(asked) <= set(value),
    "at-most": lambda rule, value, asked: value <= asked,
    "at-least": lambda rule, value, asked: value >= asked,
    "since": lambda rule, value, asked: value >= asked,
    "grade": _grade,
    "accepts": _accepts,
    "licence": _licence,
}
