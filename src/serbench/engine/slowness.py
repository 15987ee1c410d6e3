"""How much longer than expected the forks of a run take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from serbench.engine.work import Fork
from serbench.record.row import Row

_NS_PER_S = 1_000_000_000


@dataclass(slots=True)
class Slowness:
    """Corrects the expected time of a fork by what the forks so far took."""

    estimated_ns: Callable[[Any], int]
    _expected_s: float = 0.0
    _took_s: float = 0.0

    def add(self, fork: Fork, rows: Sequence[Row], took_s: float) -> None:
        """Records the time of a fork. A failure says nothing about other forks, because what hangs
        costs its time once."""
        if all(row.ok for row in rows):
            self._expected_s += self._estimated_s(fork)
            self._took_s += took_s

    def expected_s(self, fork: Fork) -> float:
        """How long a fork takes: at least its estimate, because the languages deviate from theirs
        differently."""
        slowness = self._took_s / self._expected_s if self._expected_s else 1.0
        return max(1.0, slowness) * self._estimated_s(fork)

    def _estimated_s(self, fork: Fork) -> float:
        return self.estimated_ns(fork) / _NS_PER_S
