"""The decision: what is left of all options, the short list, and what would change it. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, Literal

from serbench.choose.checks import Check, checks_of, sides_of
from serbench.choose.costs import Cost, cost_of
from serbench.choose.moving import NO_MOVE, FirstBytes, Move, move_of
from serbench.choose.options import Excluded, Known, Option, Sorted, sorted_options
from serbench.choose.prices import turns
from serbench.choose.provenance import OWN, Provenance
from serbench.choose.request import BYTES, CPU, MUST, PREFER, UNCOMPRESSED, Constraint, Level, Request
from serbench.choose.shape import Shape
from serbench.choose.shortlist import Assured, ShortList, all_tied, short_list
from serbench.facts.fact import Facts

Basis = Literal["measured", "archive", "facts"]
# Less than this of a core and of a gigabyte a day does not matter.
LEAST_CORES, LEAST_GIGABYTES = 0.05, 1.0
_MOST_SETS, _LARGEST_SET = 3, 3
# Constraints that often split what is left, with the value that is tried.
_FURTHER = (
    Constraint("same-bytes", "processes"),
    Constraint("text", True),
    Constraint("no-build-tool", True),
    Constraint("keep-years", True),
    Constraint("dynamic", True),
)


@dataclass(frozen=True, slots=True)
class Now:
    """The codecs that run now: their cost where it is measured, and their checks."""

    codecs: tuple[str, ...]
    cost: Cost | None
    checks: tuple[Check, ...]

    @property
    def is_known(self) -> bool:
        """Whether any constraint is known to hold or to fail."""
        return any(check.verdict != "unknown" for check in self.checks)


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """A change of the request with the option that would then be first: a weight multiplied, a price, or a
    constraint dropped. ``first`` is None where several are tied or nothing is left."""

    change: dict[str, Any]
    first: str | None


@dataclass(frozen=True, slots=True)
class Relaxed:
    """Constraints that could be dropped together, and the options that would then be left."""

    drop: tuple[str, ...]
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer to a request. ``matters`` is None where no rate or no cost is known, ``shape`` where there
    are no data, whose ``provenance`` says whose they are. ``source`` names the earlier runs whose times
    these are, if any."""

    request: Request
    basis: Basis
    sorted: Sorted
    short: ShortList
    now: Now | None
    matters: bool | None
    sensitivity: tuple[Sensitivity, ...] = ()
    relax: tuple[Relaxed, ...] = ()
    further: tuple[tuple[Constraint, int], ...] = field(default=())
    move: Move = NO_MOVE
    shape: Shape | None = None
    source: str = ""
    provenance: Provenance = OWN

    @property
    def first(self) -> Option | None:
        """The option at the head of the list, tied or not."""
        return self.short.listed[0].option if self.short.listed else None

    @property
    def is_behind(self) -> bool:
        """Whether bytes are counted behind a compressor, which is known only once they are measured."""
        return self.basis == "measured" and self.request.compressed != UNCOMPRESSED

    @property
    def is_certain(self) -> bool:
        """Whether more measuring would change nothing: each option of the list has a place of its own, or
        places do not matter."""
        if self.matters is False:
            return True
        return bool(self.short.listed) and all(one.low == one.high for one in self.short.listed)


def decide(
    request: Request,
    known: Known,
    basis: Basis,
    shape: Shape | None = None,
    first_bytes: FirstBytes | None = None,
) -> Decision:
    """Decides from what is known."""
    options = sorted_options(request, known)
    short = _short(options, request, known)
    now = _now(request, known)
    first = short.listed[0].option if short.listed else None
    return Decision(
        request,
        basis,
        options,
        short,
        now,
        matters(request, short, now),
        _sensitivity(request, known, short) if short.listed else (),
        () if options.options else smallest_relaxations(request, known),
        _further(request, known, options),
        move_of(options.options, first, request, known, first_bytes or {}),
        shape,
    )


def _short(options: Sorted, request: Request, known: Known) -> ShortList:
    preferred = {option.id: preferences_of(option) for option in options.options}
    assured = {option.id: assured_of(option) for option in options.options}
    candidates = {one.name: one for one in known.candidates}
    found = short_list(options.options, request, candidates, preferred, assured)
    if matters(request, found, _now(request, known)) is False:
        return all_tied(
            found, lambda option: (-len(preferred[option.id]), *_upkeep(option, request, known.facts))
        )
    return found


def preferences_of(option: Option) -> frozenset[str]:
    """The constraints that are only preferred and that all codecs of an option satisfy."""
    return frozenset(name for name, level in _satisfied(option.checks) if level == PREFER)


def assured_of(option: Option) -> Assured:
    """The constraints that must hold and are known to hold for all codecs of an option, with preferences.
    What is unknown of one does not put it before another of which it is known."""
    return _satisfied(check for check in option.checks if check.level == PREFER or not check.quiet)


def _satisfied(checks: Iterable[Check]) -> Assured:
    """The constraints with their levels that all codecs of these checks satisfy."""
    verdicts: dict[tuple[str, Level], bool] = {}
    for check in checks:
        if check.level is not None:
            key = check.constraint, check.level
            verdicts[key] = verdicts.get(key, True) and check.verdict == "yes"
    return frozenset(key for key, holds in verdicts.items() if holds)


def _upkeep(option: Option, request: Request, facts: Facts) -> tuple[object, ...]:
    """The order where costs do not matter: what is already a dependency, then libraries that need fewer
    packages and add fewer bytes, then those of the newest release. What is unknown comes last."""

    def sums(name: str) -> tuple[bool, float]:
        found = [fact.value for of in codecs if (fact := facts.get(of, {}).get(name))]
        return len(found) < len(codecs), sum(value for value in found if isinstance(value, int | float))

    codecs = [name for name in option.codecs.values() if name not in request.now]
    released = [fact.value for of in codecs if (fact := facts.get(of, {}).get("released")) and fact.value]
    # The oldest of the newest releases; of days as text the complement orders the newest first.
    oldest = min(released, default="")
    newest_first = tuple(-ord(letter) for letter in oldest)
    return (len(codecs), sums("dependencies"), sums("added_bytes"), not oldest, newest_first)


def _now(request: Request, known: Known) -> Now | None:
    if not request.now:
        return None
    by_language = {name.partition("/")[0]: name for name in request.now if "/" in name}
    checks = [
        check
        for language, name in by_language.items()
        for check in checks_of(
            name, sides_of(language, request), known.facts.get(name, {}), request, known.rules
        )
    ]
    covered = all(
        place in by_language for place in (*request.write, *request.read) if place in known.reach.here
    )
    cost = cost_of(by_language, request, known.rows) if covered else None
    return Now(request.now, cost, tuple(checks))


def matters(request: Request, short: ShortList, now: Now | None) -> bool | None:
    """Whether the choice saves a twentieth of a core or a gigabyte a day: the best of the list against what
    runs now, or against the worst that was measured."""
    rate = request.rate_per_s
    costs = [option.cost for option in _priced(short)]
    compared = [now.cost] if now and now.cost else costs
    if rate is None or not costs or not compared:
        return None
    cores = max(one.cores(rate) for one in compared if one) - min(one.cores(rate) for one in costs if one)
    bytes_ = [one.gigabytes_per_day(rate) for one in costs if one]
    gigabytes = max(one.gigabytes_per_day(rate) for one in compared if one) - min(bytes_)
    return cores >= LEAST_CORES or gigabytes >= LEAST_GIGABYTES


def _priced(short: ShortList) -> list[Option]:
    return [*(one.option for one in short.listed), *short.beaten]


def _sensitivity(request: Request, known: Known, short: ShortList) -> tuple[Sensitivity, ...]:
    """The first option with each weight twice as large, or beyond other prices, and without each constraint
    that is asked for."""
    found = _at_other_prices(request, short) if request.price else _at_twice_the_weight(request, known)
    for one in _musts(request):
        if known.rules.named(one).quiet:
            continue
        less = request.without(one)
        found.append(Sensitivity({"drop": one}, _short(sorted_options(less, known), less, known).first))
    return tuple(found)


def _at_twice_the_weight(request: Request, known: Known) -> list[Sensitivity]:
    found = []
    for axis in (CPU, BYTES):
        heavier = request.weighing(axis, 2.0)
        first = _short(sorted_options(heavier, known), heavier, known).first
        found.append(Sensitivity({"weight": axis, "factor": 2}, first))
    return found


def _at_other_prices(request: Request, short: ShortList) -> list[Sensitivity]:
    """The options that cost least beyond other prices of a core or of a gigabyte."""
    (first, *others) = [(option, option.cost) for option in _priced(short) if option.cost]
    assert request.price is not None
    return [
        Sensitivity(
            {
                f"core_hour_{'above' if one.is_faster else 'below'}": one.core_hour,
                f"gigabyte_{'below' if one.is_faster else 'above'}": one.gigabyte,
            },
            one.first,
        )
        for one in turns(first, others, request.price)
    ]


def _musts(request: Request) -> list[str]:
    return list(dict.fromkeys(one.id for one in request.constraints if one.level == MUST))


def smallest_relaxations(request: Request, known: Known) -> tuple[Relaxed, ...]:
    """The smallest sets of constraints without which something is left, at most three, and what it is."""
    names = _musts(request)
    for size in range(1, min(_LARGEST_SET, len(names)) + 1):
        found = []
        for drop in combinations(names, size):
            less = request
            for name in drop:
                less = less.without(name)
            options = sorted_options(less, known).options
            if options:
                found.append(Relaxed(drop, tuple(one.id for one in options)))
        if found:
            return tuple(found[:_MOST_SETS])
    return ()


def _further(request: Request, known: Known, options: Sorted) -> tuple[tuple[Constraint, int], ...]:
    """Constraints that would split what is left, at most three, with how many they leave."""
    asked = {one.id for one in request.constraints}
    count = len(options.options)
    found: list[tuple[Constraint, int]] = []
    for one in _FURTHER:
        if one.id in asked or count < 2:
            continue
        more = replace(request, constraints=(*request.constraints, one))
        left = len(sorted_options(more, known).options)
        if 0 < left < count:
            found.append((one, left))
    return tuple(found[:3])


def excluded_by(excluded: Sequence[Excluded]) -> dict[tuple[str, str], list[Excluded]]:
    """All that falls, by the first reason: the constraint, and why in words."""
    found: dict[tuple[str, str], list[Excluded]] = {}
    for one in excluded:
        first = one.checks[0]
        found.setdefault((first.constraint, first.why), []).append(one)
    return found
