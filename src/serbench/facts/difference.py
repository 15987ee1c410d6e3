"""The facts that differ between two records. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from serbench.codecs.manifest import VERSION_MARK
from serbench.facts.fact import DECLARED, KINDS, Fact, is_same, value_of_release
from serbench.facts.record import FactsRecord
from serbench.facts.strictness import Strictness

FORMAT = "serbench.facts-comparison/1"


@dataclass(frozen=True, slots=True)
class Change:
    """A fact of a codec that has another value after than before; None where it is unknown."""

    codec: str
    id: str
    before: Fact | None
    after: Fact | None

    def to_json(self) -> dict[str, Any]:
        sides = {"before": self.before, "after": self.after}
        known = {name: one.to_json() if one else None for name, one in sides.items()}
        return {"codec": self.codec, "fact": self.id, **known}


@dataclass(frozen=True, slots=True)
class CaseChange:
    """A case of strictness, of the same message, that a codec takes otherwise."""

    codec: str
    before: Strictness
    after: Strictness

    def to_json(self) -> dict[str, Any]:
        case = self.after.case
        outcomes = {"before": self.before.outcome, "after": self.after.outcome}
        return {
            "codec": self.codec,
            "case": case.name,
            "title": case.title,
            "clause": case.clause,
            "says": case.says,
            "message": case.message.hex(),
            **outcomes,
        }


@dataclass(frozen=True, slots=True)
class Difference:
    """The comparison of two records. ``codecs`` were compared; the others are on one side only.
    ``of_both_releases`` counts the facts that the same pages declare of two releases of a library.
    ``without_cases`` are the sides that have no outcomes of strictness of what is compared."""

    before: str
    after: str
    codecs: tuple[str, ...]
    changes: tuple[Change, ...]
    cases: tuple[CaseChange, ...]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    incomplete: tuple[str, ...]
    of_both_releases: int
    without_cases: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "before": self.before,
            "after": self.after,
            "codecs": list(self.codecs),
            "changes": [one.to_json() for one in self.changes],
            "strictness": [one.to_json() for one in self.cases],
            "only_before": list(self.only_before),
            "only_after": list(self.only_after),
            "incomplete": list(self.incomplete),
            "declared_of_both_releases": self.of_both_releases,
            "without_strictness": list(self.without_cases),
        }


def difference(before: FactsRecord, after: FactsRecord) -> Difference:
    """The facts and cases that differ. Codecs are compared by their names; where each record is of one codec,
    as of two releases, these two are."""
    pairs = {name: (name, name) for name in before.facts if name in after.facts}
    if len(before.facts) == len(after.facts) == 1 and not pairs:
        (first,), (second,) = before.facts, after.facts
        pairs = {f"{first} → {second}": (first, second)}
    compared = {name for pair in pairs.values() for name in pair}
    changes = (one for name, pair in pairs.items() for one in _changes(name, pair, before, after))
    cases = (one for name, pair in pairs.items() for one in _cases(name, pair, before, after))
    return Difference(
        before.name,
        after.name,
        tuple(pairs),
        tuple(changes),
        tuple(cases),
        tuple(name for name in before.facts if name not in compared),
        tuple(name for name in after.facts if name not in compared),
        tuple(one.name for one in (before, after) if not one.complete),
        sum(_by_one_page(pair, before, after) for pair in pairs.values()),
        tuple(
            record.name
            for at, record in enumerate((before, after))
            if not any(record.strictness.get(pair[at]) for pair in pairs.values())
        ),
    )


def _changes(name: str, pair: tuple[str, str], before: FactsRecord, after: FactsRecord) -> Iterator[Change]:
    """A value that is found in another way is no change, but one that becomes known is."""
    first, second = before.facts[pair[0]], after.facts[pair[1]]
    is_release = _are_releases(pair)
    for kind in KINDS:
        one, other = first.get(kind), second.get(kind)
        if not _is_same(kind, one, other, is_release):
            yield Change(name, kind, one, other)


def _is_same(kind: str, one: Fact | None, other: Fact | None, is_release: bool) -> bool:
    if one is None or other is None:
        return one is other
    if is_release:
        return is_same(kind, value_of_release(kind, one), value_of_release(kind, other))
    return is_same(kind, one.value, other.value)


def _are_releases(pair: tuple[str, str]) -> bool:
    """Whether both names are of two releases of one library."""
    return pair[0] != pair[1] and len({name.partition(VERSION_MARK)[0] for name in pair}) == 1


def _cases(name: str, pair: tuple[str, str], before: FactsRecord, after: FactsRecord) -> Iterator[CaseChange]:
    """The cases that both records have with the same message."""
    first = {one.case.name: one for one in before.strictness.get(pair[0], ())}
    for other in after.strictness.get(pair[1], ()):
        one = first.get(other.case.name)
        if one and one.case.message == other.case.message and one.outcome != other.outcome:
            yield CaseChange(name, one, other)


def _by_one_page(pair: tuple[str, str], before: FactsRecord, after: FactsRecord) -> int:
    """The number of facts with one source for two releases; nobody has looked at them for the other."""
    if not _are_releases(pair):
        return 0
    first, second = before.facts[pair[0]], after.facts[pair[1]]
    shared = [(one, second[name]) for name, one in first.items() if name in second]
    return sum(
        one.how == other.how == DECLARED and bool(one.date) and one.source == other.source
        for one, other in shared
    )
