"""Checks: a codec against the constraints of its side, in three values with the evidence. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from serbench.choose.request import MUST, Level, Request
from serbench.choose.rules import READER, WRITER, Rules, Verdict, best
from serbench.codecs.naming import language_name
from serbench.facts.fact import CodecFacts, Fact


@dataclass(frozen=True, slots=True)
class Check:
    """Whether a codec satisfies a ``constraint`` on its ``sides``: yes, no or unknown, with the fact that
    says so; ``why`` is the reason where it does not. Of a ``quiet`` one nothing unknown is shown.
    ``beside`` are settings of limits in which the codec here is measured, ``promise`` is what its authors
    say. ``level`` is that of the constraint, which may be preferred with one value and a must with another;
    None where it is no constraint but an end that a format has to reach."""

    constraint: str
    codec: str
    sides: tuple[str, ...]
    verdict: Verdict
    fact: Fact | None
    why: str
    quiet: bool = False
    beside: tuple[str, ...] = ()
    promise: Fact | None = None
    level: Level | None = None

    @property
    def holds_in_a_mode(self) -> bool:
        """Whether it holds in another mode of the library than its usual one."""
        return self.verdict == "yes" and self.fact is not None and bool(self.fact.mode)

    @property
    def is_here(self) -> bool:
        """Whether that mode is the one of the codec here."""
        return self.fact is not None and is_here(self.fact)

    def to_json(self) -> dict[str, Any]:
        return {
            "constraint": self.constraint,
            "codec": self.codec,
            "is": self.verdict,
            "how": self.fact.how if self.fact else None,
            "evidence": self.fact.evidence() if self.fact else {},
        }


def sides_of(language: str, request: Request) -> tuple[str, ...]:
    """The sides on which a language stands."""
    named = ((WRITER, request.write), (READER, request.read))
    return tuple(side for side, languages in named if language in languages)


def checks_of(
    codec: str, sides: Sequence[str], facts: CodecFacts, request: Request, rules: Rules
) -> tuple[Check, ...]:
    """The checks of a codec for all constraints that hold on one of its sides."""
    found = []
    for constraint in request.constraints:
        rule = rules.named(constraint.id)
        own = tuple(side for side in rule.sides(constraint.value) if side in sides)
        if own and rule.language in ("", language_name(codec)):
            said, fact = best(rule, facts, constraint.value, request.refused)
            # Nobody asked for what is usual.
            quiet = (rule.quiet and constraint.origin == "default") or constraint.level != MUST
            beside = tuple(facts[name].mode for name in rule.beside if name in facts and is_here(facts[name]))
            promise = facts.get(rule.promise)
            level = constraint.level
            found.append(Check(rule.id, codec, own, said, fact, rule.why, quiet, beside, promise, level))
    return tuple(found)


def is_here(fact: Fact) -> bool:
    """Whether the mode of a fact is the one of the codec here: a file of this checkout says so, which has no
    day."""
    return bool(fact.mode) and not fact.date


def failed(checks: Iterable[Check]) -> tuple[Check, ...]:
    """The checks that exclude: a constraint that must hold does not."""
    return tuple(check for check in checks if check.verdict == "no" and check.level == MUST)
