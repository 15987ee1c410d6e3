"""Forks that were disturbed are measured again: how often, and which of a fork's attempts counts. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from serbench.experiments.memory.plan import Fork, Plan
from serbench.record.row import Row

# Once, and twice again.
MOST_ATTEMPTS = 3
# Of all forks of a plan so many may be measured again, so that a machine that is never at rest makes a run a
# fifth longer and not three times as long.
_AGAIN = 5

ForkIdentity = tuple[str, str, int]


@dataclass(slots=True)
class Attempts:
    """How often each fork of a plan has been measured, and which must be measured again."""

    plan: Plan
    _number: dict[ForkIdentity, int] = field(default_factory=dict)
    _disturbed: set[ForkIdentity] = field(default_factory=set)
    _again: int = 0

    @classmethod
    def of(cls, plan: Plan, rows: Sequence[Row]) -> Attempts:
        """The attempts that rows on the disk tell of."""
        attempts = cls(plan)
        groups: dict[tuple[ForkIdentity, int], list[Row]] = {}
        for row in rows:
            groups.setdefault((row.fork_identity, row.attempt), []).append(row)
        for group in groups.values():
            attempts.add(group)
        return attempts

    def add(self, rows: Sequence[Row]) -> None:
        """Takes the rows of one attempt at one fork. A fork of nothing but failures is not tried again; in
        any other, what failed fails again without being run (serbench.experiments.memory.history)."""
        identity = rows[0].fork_identity
        self._again += identity in self._number
        self._number[identity] = self._number.get(identity, 0) + 1
        if any(row.ok and row.disturbed for row in rows):
            self._disturbed.add(identity)
        else:
            self._disturbed.discard(identity)

    def of_fork(self, fork: Fork) -> int:
        """How often the fork has been measured."""
        return self._number.get(fork.identity, 0)

    def is_due(self, fork: Fork) -> bool:
        """Whether the fork has not been measured, or was disturbed and may be measured again."""
        number = self.of_fork(fork)
        if number == 0:
            return True
        may_again = number < MOST_ATTEMPTS and self._again * _AGAIN < len(self.plan.forks)
        return fork.identity in self._disturbed and may_again


def missing_forks(plan: Plan, rows: Sequence[Row]) -> list[Fork]:
    """The forks of a plan that are still to be measured: those that have no rows yet in the plan's order,
    then those that were disturbed."""
    attempts = Attempts.of(plan, rows)
    due = [fork for fork in plan.forks if attempts.is_due(fork)]
    return sorted(due, key=lambda fork: attempts.of_fork(fork) > 0)


def any_cell_missing(plan: Plan, rows: Iterable[Row]) -> bool:
    """Whether a cell of the plan has no row at all."""
    found = {row.cell for row in rows}
    return any(
        (fork.codec, fork.workload, operation) not in found
        for fork in plan.forks
        for operation in fork.operations
    )


def counted(rows: Iterable[Row]) -> list[Row]:
    """Of each fork the rows of one attempt: that which was not disturbed, else the one that was least."""
    best: dict[tuple[str, str, str, int], Row] = {}
    for row in rows:
        key = (*row.cell, row.fork)
        if key not in best or _disturbance(row) < _disturbance(best[key]):
            best[key] = row
    return list(best.values())


def measured_again(rows: Iterable[Row]) -> int:
    """How many attempts at forks had another before them."""
    return len({(row.fork_identity, row.attempt) for row in rows if row.attempt > 0})


def still_disturbed(rows: Iterable[Row]) -> int:
    """How many forks have no attempt that was not disturbed."""
    return len({row.fork_identity for row in counted(rows) if row.disturbed})


def _disturbance(row: Row) -> tuple[bool, float]:
    return (row.disturbed, (row.load or 0.0) + (row.steal or 0.0))
