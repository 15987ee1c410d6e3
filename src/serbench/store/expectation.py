"""What every reader of a store must tell: known beforehand, or from the codecs before it."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from serbench.measure.row import Row
from serbench.store.ids import drawn, read_list
from serbench.store.judging import has_digest
from serbench.store.plan import WRITE, Plan, Step
from serbench.store.pool import Pool, digest_sum


class Lists:
    """The numbers to read, and the digest that whoever reads them must tell; each made once."""

    def __init__(self, plan: Plan, pool: Pool, stored_objects: int) -> None:
        self._plan = plan
        self._stored_objects = stored_objects
        self._pool = pool
        self._numbers: dict[int, array[int]] = {}
        self._digests: dict[tuple[str, int], str] = {}

    def numbers(self, objects: int) -> array[int]:
        settings = self._plan.settings
        if objects not in self._numbers:
            self._numbers[objects] = (
                read_list(Path(settings.ids), max(objects, self._stored_objects))
                if settings.ids is not None
                else drawn(objects, settings.random_reads, self._plan.seed)
            )
        return self._numbers[objects]

    def count(self, step: Step, objects: int) -> int:
        return len(self.numbers(objects)) if step.operation == "random" else objects

    def digest(self, step: Step, objects: int) -> str:
        key = (step.operation, objects)
        if key not in self._digests:
            numbers = self.numbers(objects) if step.operation == "random" else range(objects)
            self._digests[key] = digest_sum(self._pool, numbers)
        return self._digests[key]


@dataclass(slots=True)
class Touches:
    """What reading by a plan has summed to, which all codecs of languages with the same strings must
    agree on."""

    units: Mapping[str, str]
    touches: dict[tuple[object, ...], Row] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Sequence[Row], units: Mapping[str, str]) -> Touches:
        """What the rows of a run show; ``units`` are those of the codecs' strings."""
        seen = cls(units)
        for row in rows:
            seen.confirmed(row)
        return seen

    def confirmed(self, row: Row) -> Row:
        """The row, or the same as a failure where an earlier codec has read something else."""
        level = row.parameters.get("level", "")
        if not row.ok or row.operation == WRITE or has_digest(level):
            return row
        key = (self.units.get(row.codec), row.operation, level, row.parameters["objects"], row.n)
        first = self.touches.setdefault(key, row)
        if first.touch == row.touch:
            return row
        detail = f"What it read sums to the touch {row.touch} where {first.codec} read {first.touch}."
        return replace(row, outcome="wrong", detail=detail, n=(), cpu_ns=(), wall_ns=(), phases={})
