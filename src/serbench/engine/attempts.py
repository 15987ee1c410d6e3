"""Disturbed forks are measured again: how often, and which of a fork's attempts counts. Pure."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Self, TypeVar

from serbench.engine.work import Fork
from serbench.record.row import Row

# Once, and at most twice more.
MOST_ATTEMPTS = 3
# This share of a plan's forks may be measured again, so that a machine that is never quiet makes a run a
# fifth longer and not three times as long.
_AGAIN = 5

ForkIdentity = tuple[str, str, int]
AnyFork = TypeVar("AnyFork", bound=Fork)


@dataclass(slots=True)
class Attempts:
    """How often each of ``planned`` forks has been measured, and which must be measured again."""

    planned: int
    _number: dict[ForkIdentity, int] = field(default_factory=dict)
    _disturbed: set[ForkIdentity] = field(default_factory=set)

    @classmethod
    def of(cls, planned: int, rows: Sequence[Row]) -> Self:
        """The attempts recorded in rows on the disk."""
        attempts = cls(planned)
        groups: dict[tuple[ForkIdentity, int], list[Row]] = {}
        for row in rows:
            groups.setdefault((row.fork_identity, row.attempt), []).append(row)
        for group in groups.values():
            attempts.add(group)
        return attempts

    def add(self, rows: Sequence[Row]) -> None:
        """Records the rows of one attempt at one fork. A fork of nothing but failures is not tried again; in
        any other, what failed fails again without being run (serbench.experiments.memory.execute)."""
        identity = rows[0].fork_identity
        self._number[identity] = self._number.get(identity, 0) + 1
        if any(row.ok and row.disturbed for row in rows):
            self._disturbed.add(identity)
        else:
            self._disturbed.discard(identity)

    @property
    def _repetitions(self) -> int:
        return sum(self._number.values()) - len(self._number)

    def of_fork(self, fork: Fork) -> int:
        """How often the fork has been measured."""
        return self._number.get(fork.identity, 0)

    def disturbed(self, forks: Sequence[AnyFork]) -> list[AnyFork]:
        """Those of these forks that were disturbed and may have another attempt."""
        due = [
            fork for fork in forks if fork.identity in self._disturbed and self.of_fork(fork) < MOST_ATTEMPTS
        ]
        return due[: max(0, math.ceil(self.planned / _AGAIN) - self._repetitions)]


def unmeasured(forks: Sequence[AnyFork], rows: Iterable[Row]) -> list[AnyFork]:
    """Those of these forks that have no rows yet."""
    measured = {row.fork_identity for row in rows}
    return [fork for fork in forks if fork.identity not in measured]


def any_cell_missing(forks: Sequence[Fork], rows: Iterable[Row]) -> bool:
    """Whether a cell has no measurement at all."""
    measured = {row.fork_identity for row in rows}
    found = {cell for fork in forks if fork.identity in measured for cell in fork.cells}
    return any(cell not in found for fork in forks for cell in fork.cells)


def counted(rows: Iterable[Row]) -> list[Row]:
    """The row of one attempt at each measurement of a fork: that which was not disturbed, else the one that
    was least."""
    best: dict[tuple[object, ...], Row] = {}
    for row in rows:
        key = (*row.cell, row.fork, *sorted(row.parameters.items()))
        if key not in best or _disturbance(row) < _disturbance(best[key]):
            best[key] = row
    return list(best.values())


def measured_again(rows: Iterable[Row]) -> int:
    """How many attempts were repetitions."""
    return len({(row.fork_identity, row.attempt) for row in rows if row.attempt > 0})


def still_disturbed(rows: Iterable[Row]) -> int:
    """How many forks have no undisturbed attempt."""
    return len({row.fork_identity for row in counted(rows) if row.disturbed})


def disturbed_sentence(rows: Sequence[Row], noun: str) -> str:
    """What became of forks, called ``noun``, that were disturbed; empty where none was."""
    again, disturbed = measured_again(rows), still_disturbed(rows)
    if not again and not disturbed:
        return ""
    return (
        f"Other programs or the hypervisor disturbed some {noun}: {again} were measured again, and of"
        f" {disturbed} no attempt was quiet."
    )


def _disturbance(row: Row) -> tuple[bool, float]:
    return (row.disturbed, (row.load or 0.0) + (row.steal or 0.0))
