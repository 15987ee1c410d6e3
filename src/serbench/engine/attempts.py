"""Disturbed forks are measured again: how often, and which of a fork's attempts counts. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

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
    _scheduled: int = 0

    @classmethod
    def of(cls, planned: int, rows: Sequence[Row]) -> Attempts:
        """The attempts recorded in rows on the disk."""
        attempts = cls(planned)
        groups: dict[tuple[ForkIdentity, int], list[Row]] = {}
        for row in rows:
            groups.setdefault((row.fork_identity, row.attempt), []).append(row)
        for group in groups.values():
            attempts.add(group)
        attempts._scheduled = measured_again(rows)
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

    def of_fork(self, fork: Fork) -> int:
        """How often the fork has been measured."""
        return self._number.get(fork.identity, 0)

    def schedule(self, fork: Fork) -> bool:
        """Whether the fork is measured, or measured again: it has not been measured, or was disturbed and may
        have another attempt, which is set aside for it."""
        number = self.of_fork(fork)
        if number == 0:
            return True
        if (
            fork.identity not in self._disturbed
            or number >= MOST_ATTEMPTS
            or self._scheduled * _AGAIN >= self.planned
        ):
            return False
        self._scheduled += 1
        return True

    def missing(self, forks: Sequence[AnyFork]) -> list[AnyFork]:
        """Of these forks those that are still to be measured: first those that have no rows yet, then those
        that were disturbed, each in the plan's order."""
        due = [fork for fork in forks if self.schedule(fork)]
        return sorted(due, key=lambda fork: self.of_fork(fork) > 0)


def missing_forks(forks: Sequence[AnyFork], rows: Sequence[Row]) -> list[AnyFork]:
    """What a run with these rows lacks of its forks (``Attempts.missing``)."""
    return Attempts.of(len(forks), rows).missing(forks)


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
