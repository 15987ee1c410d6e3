"""Two choices as decisions: which options changed place, came in or went out, and why. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from serbench.choose.checks import Check
from serbench.choose.constraint_words import constraint_words, flag_of
from serbench.choose.costs import Cost, is_better
from serbench.choose.decision import Decision
from serbench.choose.options import Option
from serbench.choose.request import MUST, TIME, Constraint, Measure, Request
from serbench.choose.words import evidence_words, ratio_words
from serbench.report.words import unit_for

Is = Literal["listed", "left out", "behind", "not measured", "excluded", "absent"]
By = Literal["request", "evidence", "libraries", "measurement", "others"]
# A time that differs by less is told as the same.
_LEAST_RATIO = 0.02
_MAINTAINED = "maintained"


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of an option in a choice: the range of its places where it is listed, the ``checks`` that
    it fails where it is excluded."""

    title: str
    state: Is
    places: tuple[int, int] | None = None
    option: Option | None = None
    checks: tuple[Check, ...] = ()

    @property
    def words(self) -> str:
        if self.places is None:
            return self.state
        low, high = self.places
        return str(low) if low == high else f"{low}–{high}"


@dataclass(frozen=True, slots=True)
class Why:
    """A reason of a change: ``by`` what, in ``words``."""

    by: By
    words: str


@dataclass(frozen=True, slots=True)
class Change:
    """An option that stands elsewhere in the second choice, with the reasons."""

    id: str
    before: Standing
    after: Standing
    why: tuple[Why, ...]

    @property
    def title(self) -> str:
        return (self.before if self.after.option is None and self.before.option else self.after).title


@dataclass(frozen=True, slots=True)
class Changed:
    """The differences between two choices: what is ``asked`` for otherwise, in words, and of the options.
    ``same`` are the listed ones that keep their places. ``excluded`` fall in the second choice and
    ``admitted`` no more; neither of both is on a list, so they have no reasons here."""

    asked: tuple[str, ...]
    changes: tuple[Change, ...]
    same: tuple[str, ...]
    excluded: tuple[str, ...] = ()
    admitted: tuple[str, ...] = ()


def changed(before: Decision, after: Decision) -> Changed:
    """Compares two decisions. Options that neither lists and both exclude or leave behind are not told."""
    first, second = standings(before), standings(after)
    changes: list[Change] = []
    same: list[str] = []
    excluded: list[str] = []
    admitted: list[str] = []
    for name in dict.fromkeys((*second, *first)):
        one = first.get(name, Standing(name, "absent"))
        other = second.get(name, Standing(name, "absent"))
        if one.words == other.words:
            same += [name] if one.state == "listed" else []
        elif _is_told(one) or _is_told(other):
            changes.append(Change(name, one, other, tuple(_why(one, other, before, after))))
        elif "absent" not in (one.state, other.state):
            excluded += [name] if other.state == "excluded" else []
            admitted += [name] if one.state == "excluded" else []
    asked = tuple(_requests(before.request, after.request))
    return Changed(asked, tuple(changes), tuple(same), tuple(excluded), tuple(admitted))


def standings(decision: Decision) -> dict[str, Standing]:
    """The standing of each option, the listed ones first."""
    short = decision.short
    found: dict[str, Standing] = {}
    for placed in short.listed:
        option = placed.option
        found[option.id] = Standing(option.title, "listed", (placed.low, placed.high), option)
    others: tuple[tuple[Is, tuple[Option, ...]], ...] = (
        ("behind", short.beaten),
        ("not measured", short.unmeasured),
        ("left out", decision.sorted.options),
    )
    for state, options in others:
        for option in options:
            found.setdefault(option.id, Standing(option.title, state, None, option))
    for one in decision.sorted.excluded:
        found[one.id] = Standing(one.id, "excluded", None, None, one.checks)
    return found


def _is_told(one: Standing) -> bool:
    return one.state in ("listed", "left out")


def _why(one: Standing, other: Standing, before: Decision, after: Decision) -> Iterator[Why]:
    """The reasons, constraints and evidence before measurements."""
    if other.state == "excluded" or one.state == "excluded":
        yield from _of_checks(one, other, before, after)
        return
    if one.option and other.option:
        asked = {before.request.measure, after.request.measure}
        yield from _of_costs(one.option, other.option, after, asked.pop() if len(asked) == 1 else None)
    if other.state == "behind":
        yield from _beaten(other, after)
    if one.state == "behind" and other.state == "listed":
        yield from _no_more_beaten(one, before, after)
    if (one.option is None) != (other.option is None):
        yield Why("request", "only one of the choices knows it")


def _of_checks(one: Standing, other: Standing, before: Decision, after: Decision) -> Iterator[Why]:
    """The reasons why an option falls, or falls no more: a constraint that is new or dropped, or evidence."""
    falls = other.state == "excluded"
    checks = (other if falls else one).checks
    beside = (one if falls else other).option
    asked, own = (_by_id(each.request) for each in ((before, after) if falls else (after, before)))
    for check in {(each.constraint, each.codec): each for each in checks}.values():
        name, why = check.constraint, f"{check.codec}: {check.why} ({evidence_words(check)})"
        constraint, there = own.get(name), asked.get(name)
        words = constraint_words(constraint) if constraint else flag_of(name)
        if constraint and there and _moved_by_days(constraint, there):
            yield Why("evidence", f"{words}: {why}; {'before' if falls else 'now'} {constraint_words(there)}")
        elif constraint and (there is None or there.value != constraint.value):
            yield Why("request", f"{words} {'is new' if falls else 'is dropped'}; {why}")
        elif constraint and there and there.level != constraint.level:
            yield Why("request", f"{words} {'must hold' if falls else 'is only preferred'} now; {why}")
        elif beside is None or constraint is None:
            yield Why("request", f"{words}; {why}")
        else:
            said = _known_of(check, beside)
            yield Why("evidence", f"{words}: {why}; {'before' if falls else 'now'} {said}")


def _by_id(request: Request) -> dict[str, Constraint]:
    """The constraints by their ids; of one that is also preferred that which must hold, as it excludes."""
    return {each.id: each for each in sorted(request.constraints, key=lambda each: each.level == MUST)}


def _known_of(check: Check, option: Option) -> str:
    """The verdict of a check of the same codec in the other choice, or the codecs that it has there."""
    asked = check.constraint, check.level
    of = [each for each in option.checks if (each.constraint, each.level) == asked]
    own = next((each for each in of if each.codec == check.codec), None)
    if own is None and of:
        return f"with {', '.join(dict.fromkeys(each.codec for each in of))}"
    return f"{own.verdict}, {evidence_words(own)}" if own and own.fact else "unknown"


def _moved_by_days(one: Constraint, other: Constraint) -> bool:
    """Whether a constraint differs only because it was assumed on another day."""
    return one.origin == other.origin == "default" and (one.id, other.id) == (_MAINTAINED, _MAINTAINED)


def _of_costs(one: Option, other: Option, after: Decision, measure: Measure | None) -> Iterator[Why]:
    """The libraries of an option that differ, and its figures in the ``measure`` of both choices."""
    fallen = {each.id: each.checks[0] for each in after.sorted.codecs}
    for language, name in other.codecs.items():
        was = one.codecs.get(language, name)
        if was != name:
            check = fallen.get(was)
            why = f": {check.why} ({evidence_words(check)})" if check else ""
            yield Why("libraries", f"{was} → {name}{why}")
    if one.cost and other.cost and measure is not None:
        yield from _of_figures(one.cost, other.cost, measure)


def _of_figures(one: Cost, other: Cost, measure: Measure) -> Iterator[Why]:
    first, second = one.total.median, other.total.median
    if first != second and abs(second - first) >= _LEAST_RATIO * first:
        apart = one.total.is_below(other.total) or other.total.is_below(one.total)
        told = "" if apart else ", within the intervals"
        amounts = f"{first:.3g} → {second:.3g}"
        if measure == TIME:
            unit, unit_ns = unit_for(min(first, second))
            amounts = f"{first / unit_ns:.3g} → {second / unit_ns:.3g} {unit}"
        yield Why("measurement", f"{measure} {amounts} ({ratio_words(second, first)} ×{told})")
    if round(one.bytes, 3) != round(other.bytes, 3):
        yield Why("measurement", f"bytes {one.bytes:.0f} → {other.bytes:.0f}")


def _beaten(one: Standing, decision: Decision) -> Iterator[Why]:
    """The listed options that beat one."""
    titles = [placed.option.title for placed in decision.short.listed if _beats(placed.option, one.option)]
    if titles:
        yield Why("others", f"beaten by {', '.join(titles)}")


def _no_more_beaten(one: Standing, before: Decision, after: Decision) -> Iterator[Why]:
    """The options that beat one before, and are gone or do not certainly beat it now."""
    left = {option.id for option in after.sorted.options}
    beat = [placed.option for placed in before.short.listed if _beats(placed.option, one.option)]
    gone = [option.title for option in beat if option.id not in left]
    still = [option.title for option in beat if option.id in left]
    if still:
        yield Why("measurement", f"{', '.join(still)} did certainly beat it before, and not now")
    if gone:
        yield Why("others", f"{', '.join(gone)} beat it and {'is' if len(gone) == 1 else 'are'} gone")


def _beats(one: Option, other: Option | None) -> bool:
    return bool(one.cost and other and other.cost and is_better(one.cost, other.cost))


def _requests(one: Request, other: Request) -> Iterator[str]:
    """The differences between what is asked for, in words."""
    counts = [Counter(each.id for each in of.constraints) for of in (one, other)]
    # Of one that must hold and is also preferred, with another value, each stands for itself.
    twice = {name for count in counts for name, times in count.items() if times > 1}
    first, second = (
        {(each.id, each.level if each.id in twice else MUST): each for each in of.constraints}
        for of in (one, other)
    )
    for key in dict.fromkeys((*first, *second)):
        before, after = first.get(key), second.get(key)
        if before is None or after is None:
            which, both = ("B", after) if before is None else ("A", before)
            assert both is not None
            yield f"only {which}: {_with_level(both)}"
        elif (before.value, before.level) != (after.value, after.level) and not _moved_by_days(before, after):
            yield f"{_with_level(before)} → {_with_level(after)}"
    given, asked = one.to_json(), other.to_json()
    for name in given:
        if name != "constraints" and given[name] != asked[name]:
            yield f"{name.replace('_', ' ')}: {_text(given[name])} → {_text(asked[name])}"


def _with_level(one: Constraint) -> str:
    return f"{constraint_words(one)}{'' if one.level == MUST else ' (preferred)'}"


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_text(each)}" for name, each in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def document_of_changes(found: Changed) -> dict[str, Any]:
    """The options that stand elsewhere, and what is asked for otherwise, for programs."""

    def state(one: Standing) -> dict[str, Any]:
        return {
            "is": one.state,
            "rank": list(one.places) if one.places else None,
            "codecs": dict(one.option.codecs) if one.option else {},
            "by": list(dict.fromkeys(check.constraint for check in one.checks)),
        }

    return {
        "asked": list(found.asked),
        "changes": [
            {
                "id": one.id,
                "before": state(one.before),
                "after": state(one.after),
                "why": [{"by": each.by, "words": each.words} for each in one.why],
            }
            for one in found.changes
        ],
        "same": list(found.same),
        "excluded": list(found.excluded),
        "admitted": list(found.admitted),
    }
