"""Whether two runs of unchanged code rank two codecs in opposite orders without showing a tie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from serbench.experiments.memory.report.results import Results, totals
from serbench.statistics import Place

# The places of one run by workload and codec.
Order = Mapping[tuple[str, str], Place]


@dataclass(frozen=True, slots=True)
class Flip:
    """Two codecs that the first run of ``pair`` ranks in one order and the second in the other, neither as a
    tie."""

    pair: int
    workload: str
    faster_first: str
    faster_second: str


def order_of(results: Results) -> Order:
    """The places on each workload of a run, of codecs with enough forks for a place."""
    return {
        (workload, codec): place
        for workload in results.workloads
        for codec, (_, place) in totals(
            [result for result in results.rows if result.workload == workload], results.noise_floor
        ).items()
        if place
    }


def flips(pair: int, first: Order, second: Order) -> list[Flip]:
    """The flips between the two runs of a pair. Pure."""
    found: list[Flip] = []
    for (workload, a), (other, b) in combinations(sorted(first.keys() & second.keys()), 2):
        if workload != other:
            continue
        before, after = _faster(first, workload, a, b), _faster(second, workload, a, b)
        if before is not None and after is not None and before != after:
            found.append(Flip(pair, workload, before, after))
    return found


def _faster(order: Order, workload: str, a: str, b: str) -> str | None:
    """Which of two codecs a run shows as faster; None where it shows a tie."""
    place_a, place_b = order[workload, a], order[workload, b]
    if b in place_a.tied or place_a.rank == place_b.rank:
        return None
    return a if place_a.rank < place_b.rank else b


def pairs_of(orders: Sequence[Order]) -> list[tuple[Order, Order]]:
    """Runs two by two, in the order in which they were made."""
    return list(zip(orders[::2], orders[1::2], strict=True))
