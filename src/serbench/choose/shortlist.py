"""The short list: options that nothing beats, at most five, their places and ties. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from serbench.choose.candidates import Candidate
from serbench.choose.costs import Cost, is_better, score
from serbench.choose.options import Option
from serbench.choose.request import Level, Request

MOST = 5
# Constraints by their ids, with their levels.
Assured = frozenset[tuple[str, Level]]


@dataclass(frozen=True, slots=True)
class Placed:
    """An option of the short list with the range of places that its interval allows, and whether it is on the
    front: no option is better in time, bytes or what is preferred without being worse in another."""

    option: Option
    low: int
    high: int
    on_front: bool = True


@dataclass(frozen=True, slots=True)
class ShortList:
    """``listed`` in their order, at most five; ``tied`` are pairs of them that cannot be told apart;
    ``left_out`` is how many of the front there is no room for, ``beaten`` options that others beat,
    ``unmeasured`` those without a cost."""

    listed: tuple[Placed, ...]
    tied: tuple[tuple[str, str], ...]
    left_out: int
    beaten: tuple[Option, ...]
    unmeasured: tuple[Option, ...]

    @property
    def first(self) -> str | None:
        """The option that is certainly first; None where there is none."""
        return self.listed[0].option.id if self.listed and self.listed[0].high == 1 else None


def short_list(
    options: Sequence[Option],
    request: Request,
    candidates: Mapping[str, Candidate],
    preferred: Mapping[str, frozenset[str]],
    assured: Mapping[str, Assured],
) -> ShortList:
    """The options that nothing beats by the weighted cost. Of those that share a place the one comes first
    that satisfies most of what is ``preferred``. What satisfies less of what is ``assured`` beats none."""
    priced = [(option, option.cost) for option in options if option.cost is not None]
    front = [
        (option, cost)
        for option, cost in priced
        if not any(is_better(other, cost) and assured[one.id] >= assured[option.id] for one, other in priced)
    ]
    front, notes = _without_variants(front, request, candidates)
    ordered = sorted(front, key=lambda each: (score(each[1], request), each[0].id))
    spans = {option.id: _span(cost, request) for option, cost in ordered}
    listed = [
        Placed(
            replace(option, note=notes.get(option.id, option.note)),
            1 + sum(high < spans[option.id][0] for _, high in spans.values()),
            len(spans) - sum(low > spans[option.id][1] for low, _ in spans.values()),
        )
        for option, _ in ordered[:MOST]
    ]
    # The order of the costs stays where neither places nor preferences differ.
    listed.sort(key=lambda one: (one.low, -len(preferred[one.option.id])))
    names = [one.option.id for one in listed]
    tied = tuple(
        (one, other)
        for at, one in enumerate(names)
        for other in names[at + 1 :]
        if spans[one][1] >= spans[other][0] and spans[other][1] >= spans[one][0]
    )
    on_front = {option.id for option, _ in front} | set(notes)
    beaten = [option for option, _ in priced if option.id not in on_front]
    beaten.sort(key=lambda option: score(option.cost, request) if option.cost else 0.0)
    unmeasured = tuple(option for option in options if option.cost is None)
    return ShortList(tuple(listed), tied, len(ordered) - len(listed), tuple(beaten), unmeasured)


def all_tied(short: ShortList, order: Callable[[Option], Any]) -> ShortList:
    """The list where costs do not matter: all are tied, in another order."""
    ordered = sorted(short.listed, key=lambda one: order(one.option))
    listed = tuple(replace(one, low=1, high=len(ordered)) for one in ordered)
    tied = tuple(combinations((one.option.id for one in listed), 2))
    return replace(short, listed=listed, tied=tied)


def _span(cost: Cost, request: Request) -> tuple[float, float]:
    total = cost.total
    return score(cost, request, total.low * 0.99), score(cost, request, total.high * 1.01)


Priced = list[tuple[Option, Cost]]


def _without_variants(
    front: Priced, request: Request, candidates: Mapping[str, Candidate]
) -> tuple[Priced, dict[str, str]]:
    """The front without variants of a library on it that cannot be told from it, and the notes that name
    them."""
    spans = {option.id: _span(cost, request) for option, cost in front}
    notes: dict[str, str] = {}
    kept: Priced = []
    for option, cost in front:
        one = candidates.get(option.id)
        base = one.base if one else ""
        alike = (
            base in spans and spans[base][1] >= spans[option.id][0] and spans[option.id][1] >= spans[base][0]
        )
        if alike and one and candidates[base].library == one.library:
            notes[base] = f"{notes[base]}, {option.id}" if base in notes else f"as well: {option.id}"
        else:
            kept.append((option, cost))
    return kept, notes
