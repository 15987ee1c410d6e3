"""Significant differences between times, and the places that follow."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, combinations
from math import comb
from typing import Self

from serbench.statistics.estimate import (
    LEAST_FORKS_FOR_BOOTSTRAP,
    TAIL,
    Estimate,
    median_distribution,
)
from serbench.statistics.noise import NO_NOISE, NoiseFloors, noise_between

# The accepted share of false claims.
SIGNIFICANCE = 0.05
# Contestants with equal fork counts could not differ with fewer: ``could_differ(4, 4)``.
LEAST_FORKS_FOR_DIFFERENCE = 4
# With fewer there is a range and no interval of 95 %, so nothing is ranked.
LEAST_FORKS_FOR_RANK = LEAST_FORKS_FOR_BOOTSTRAP


@dataclass(frozen=True, slots=True)
class Place:
    """The places that a contestant may have, from ``rank`` to ``rank_high``. ``tied`` names those with which
    there is no significant difference, pairwise and not transitively; ``behind`` counts those that are
    significantly less. ``corrected`` means that the differences are corrected for the number of all pairs."""

    rank: int
    rank_high: int
    behind: int
    tied: tuple[str, ...] = ()
    corrected: bool = False

    @classmethod
    def certain(cls, rank: int) -> Self:
        return cls(rank, rank, rank - 1)

    @property
    def is_first(self) -> bool:
        """Whether nothing is significantly less."""
        return not self.behind


def could_differ(forks: int, others: int) -> bool:
    """Whether two contestants with these fork counts could differ significantly at all: two sets that do not
    overlap have a rank-sum p of 2 / C(a + b, a). That is 1 of 10 for 3 against 3, 1 of 35 for 4 against 4
    and 1 of 60 for 3 against 7."""
    return 2 / comb(forks + others, forks) <= SIGNIFICANCE


def could_all_differ(forks: int, contestants: int) -> bool:
    """Whether the first of all pairs of contestants with this many forks could be claimed: Holm's first step
    asks of it a rank-sum p that is the accepted one over the number of pairs. Five forks do for four
    contestants (1 of 126 for 6 pairs), six for five to seven."""
    pairs = comb(contestants, 2)
    return pairs == 0 or 2 / comb(2 * forks, forks) <= SIGNIFICANCE / pairs


def differs(a: Estimate, b: Estimate, noise_floor: float = 0.0) -> bool:
    """Whether two estimates differ significantly: the interval of their ratio excludes 1, and the ratio lies
    outside the noise floor (0.02 for two per cent).

    With too few forks (``could_differ``) nothing is significant, because disjoint ranges occur by chance too
    often.
    """
    if not could_differ(len(a.fork_values), len(b.fork_values)):
        return False
    # No other ratio can have its whole interval above 1: half of the resamples of either side lie at its own
    # median or beyond, so in a quarter of all cases the smaller's is at most the larger's.
    larger, smaller = (a, b) if a.median > b.median else (b, a)
    if larger.median <= smaller.median * (1 + noise_floor):
        return False
    if larger.fork_values[0] > smaller.fork_values[-1]:
        return True
    return not (a.is_range or b.is_range) and _exceeds(larger, smaller)


def _exceeds(a: Estimate, b: Estimate) -> bool:
    """Whether the interval of a / b lies above 1 as a whole: a resample of a is at most one of b in less than
    1 of 40 cases. This is ``ratio(a, b).low > 1`` without the product of the two distributions."""
    above, below = median_distribution(a.fork_values), median_distribution(b.fork_values)
    not_exceeding = 0
    at_least = below.total
    position = 0
    for value, weight in zip(above.values, above.weights, strict=True):
        while position < len(below.values) and below.values[position] < value:
            at_least -= below.weights[position]
            position += 1
        not_exceeding += weight * at_least
    # In whole numbers, because a page of many codecs computes this for every pair.
    return not_exceeding * TAIL.denominator < TAIL.numerator * above.total * below.total


def places(
    estimates: Mapping[str, Estimate], noise: NoiseFloors = NO_NOISE, bounds: Collection[str] = ()
) -> dict[str, Place]:
    """The place of each contestant that has forks enough to differ from another; less is better. One alone
    has none, because a first of one is no first. ``noise`` is by contestant; of two with different ones the
    larger counts. The estimates of ``bounds`` are upper bounds, so nothing is significantly less than
    they are.

    The others have no place, because a tie with all would look like first place. Where there are forks
    enough (``can_be_corrected``), a difference must also have a rank-sum p that passes Holm's correction over
    all pairs.

    Places begin with 1 + the number of those that are significantly less, and end with their number less that
    of those significantly more, and are widened in the order of the medians (``_in_order``).
    """
    forks = {name: len(of.fork_values) for name, of in estimates.items()}
    ascending = sorted(_comparable(forks), key=lambda name: estimates[name].median)
    corrected = can_be_corrected([forks[name] for name in ascending])
    pairs = list(combinations(ascending, 2))
    claimable = _claimable(pairs, estimates) if corrected else None
    slower_than = dict.fromkeys(ascending, 0)
    tied: dict[str, list[str]] = {name: [] for name in ascending}
    for less, more in pairs:
        may_be_claimed = more not in bounds and (claimable is None or (less, more) in claimable)
        if may_be_claimed and differs(estimates[less], estimates[more], noise_between(noise, less, more)):
            slower_than[more] += 1
        else:
            tied[less].append(more)
            tied[more].append(less)
    found = {}
    for name in ascending:
        rank = 1 + slower_than[name]
        others = tuple(sorted(tied[name]))
        found[name] = Place(rank, rank + len(others), slower_than[name], others, corrected)
    return found | _in_order({name: place for name, place in found.items() if name not in bounds})


def _in_order(ascending: Mapping[str, Place]) -> dict[str, Place]:
    """The places widened until neither bound falls from one median to the next, so that nothing looks better
    than what is faster because it is less certain. This claims less, never more. Upper bounds of times widen
    nothing: they are no medians."""
    found = [*ascending.values()]
    ranks = [*accumulate((place.rank for place in reversed(found)), min)][::-1]
    highs = accumulate((place.rank_high for place in found), max)
    return {
        name: replace(place, rank=rank, rank_high=high)
        for (name, place), rank, high in zip(ascending.items(), ranks, highs, strict=True)
    }


def _comparable(forks: Mapping[str, int]) -> list[str]:
    """The contestants with enough forks for a rank; none where there is only one."""
    enough = [name for name, own in forks.items() if own >= LEAST_FORKS_FOR_RANK]
    return enough if len(enough) > 1 else []


def _claimable(
    pairs: Sequence[tuple[str, str]], estimates: Mapping[str, Estimate]
) -> frozenset[tuple[str, str]]:
    """The pairs whose rank-sum p passes Holm's correction over all of them."""
    p_values = [rank_sum_p(estimates[a].fork_values, estimates[b].fork_values) for a, b in pairs]
    return frozenset(pair for pair, p in zip(pairs, holm(p_values), strict=True) if p <= SIGNIFICANCE)


def can_be_corrected(forks: Sequence[int]) -> bool:
    """Whether contestants with these fork counts could differ at all once their pairs are corrected for:
    two sets of n forks that do not overlap have a p of 2 / C(2n, n), and Holm multiplies the least of all
    p-values by the number of pairs. With 5 forks the limit is 4 contestants, with 9 it is 49."""
    if len(forks) < 2:
        return False
    least = min(forks)
    return comb(len(forks), 2) * 2 / comb(2 * least, least) <= SIGNIFICANCE


def holm(p_values: Sequence[float]) -> list[float]:
    """The p-values, each adjusted for their number so that the chance of any false claim among all of them
    stays below the level (Holm, "A simple sequentially rejective multiple test procedure", Scandinavian
    Journal of Statistics 6, 1979, pages 65-70). In the order given."""
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for done, index in enumerate(sorted(range(len(p_values)), key=lambda index: p_values[index])):
        largest = max(largest, min(1.0, p_values[index] * (len(p_values) - done)))
        adjusted[index] = largest
    return adjusted


def rank_sum_p(a: Sequence[float], b: Sequence[float]) -> float:
    """The exact two-sided p of the rank-sum test (Mann and Whitney, "On a test of whether one of two random
    variables is stochastically larger than the other", Annals of Mathematical Statistics 18, 1947, pages
    50-60): how often a random half of all values would have ranks as low or as high as these. Equal values
    share the mean of their ranks."""
    values = sorted((*a, *b))
    last = {value: index for index, value in enumerate(values)}
    first = {value: index for index, value in reversed(list(enumerate(values)))}
    # Twice the rank, so that shared ranks are whole numbers.
    doubled = {value: first[value] + last[value] + 2 for value in first}
    own = sum(doubled[value] for value in a)
    return _rank_sum_tail(tuple(doubled[value] for value in values), len(a), own)


# Where no values are equal there are few sums, and a page of many codecs asks for each of them often.
@lru_cache(maxsize=4096)
def _rank_sum_tail(ranks: tuple[int, ...], chosen: int, own: int) -> float:
    """The two-sided p of a subset of this size of the ranks that has this sum."""
    sums = _rank_sums(ranks, chosen)
    total = sum(sums.values())
    low = sum(ways for rank_sum, ways in sums.items() if rank_sum <= own)
    high = sum(ways for rank_sum, ways in sums.items() if rank_sum >= own)
    return min(1.0, 2 * min(low, high) / total)


@lru_cache(maxsize=256)
def _rank_sums(ranks: tuple[int, ...], chosen: int) -> Mapping[int, int]:
    """In how many ways a subset of this size of the ranks has each sum."""
    ways: list[dict[int, int]] = [{} for _ in range(chosen + 1)]
    ways[0][0] = 1
    for rank in ranks:
        for count in range(chosen, 0, -1):
            for rank_sum, found in ways[count - 1].items():
                ways[count][rank_sum + rank] = ways[count].get(rank_sum + rank, 0) + found
    return ways[chosen]
