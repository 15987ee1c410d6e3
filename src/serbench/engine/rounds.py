"""The order of a plan's forks: shuffled, in rounds (docs/decisions/0008-rounds.md). Pure."""

import random
from collections.abc import Hashable, Iterable, Sequence
from typing import Protocol, TypeVar

Item = TypeVar("Item")


class Celled(Protocol):
    """A fork, which measures cells."""

    @property
    def cells(self) -> tuple[Hashable, ...]: ...


def shuffled(items: Iterable[Item], *seed: object) -> tuple[Item, ...]:
    """The items in an order that follows from the words of the ``seed``."""
    ordered = list(items)
    random.Random(" ".join(map(str, seed))).shuffle(ordered)
    return tuple(ordered)


def in_rounds(forks: Iterable[tuple[int, Item]], seed: int) -> tuple[Item, ...]:
    """The forks, each given with the number of its round, round after round, each round in an order of its
    own."""
    rounds: dict[int, list[Item]] = {}
    for number, fork in forks:
        rounds.setdefault(number, []).append(fork)
    return tuple(
        fork for number in sorted(rounds) for fork in shuffled(rounds[number], seed, "order of round", number)
    )


def round_ends(forks: Sequence[Celled]) -> list[int]:
    """How many of these forks are done when each round ends. A round measures no cell twice."""
    ends: list[int] = []
    seen: set[object] = set()
    for number, fork in enumerate(forks):
        if not seen.isdisjoint(fork.cells):
            ends.append(number)
            seen.clear()
        seen.update(fork.cells)
    return [*ends, len(forks)]
