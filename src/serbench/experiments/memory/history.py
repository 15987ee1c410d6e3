"""What the forks of a run have shown so far; later forks must agree with it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from serbench.experiments.memory.claims import tells_size
from serbench.record.row import Row


@dataclass(slots=True)
class History:
    """What the forks so far have shown: the failure of each failed cell, the message size of the others, and
    of each codec and workload the first row with a size."""

    failed: dict[tuple[str, str, str], Row] = field(default_factory=dict)
    size_bytes: dict[tuple[str, str, str], int] = field(default_factory=dict)
    sized: dict[tuple[str, str], Row] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Sequence[Row]) -> History:
        history = cls()
        history.add(rows)
        return history

    def add(self, rows: Sequence[Row]) -> None:
        for row in rows:
            if not row.ok:
                self.failed.setdefault(row.cell, row)
            elif row.size_bytes is not None:
                self.size_bytes.setdefault(row.cell, row.size_bytes)
                if tells_size(row.operation):
                    self.sized.setdefault((row.codec, row.workload), row)

    def confirmed(self, rows: Sequence[Row]) -> list[Row]:
        """Adds the rows of a fork and refuses those whose messages have another size than in the cell's other
        forks or in the codec's other operations. Digest and touch need no comparison, because each fork's
        have been compared with the manifest's."""
        confirmed: list[Row] = []
        for row in rows:
            detail = self._disagreement(row) if row.ok else None
            if detail is not None:
                row = replace(row, outcome="wrong", detail=detail, n=(), cpu_ns=(), wall_ns=())
            confirmed.append(row)
            self.add([row])
        return confirmed

    def _disagreement(self, row: Row) -> str | None:
        before = self.size_bytes.get(row.cell)
        if before is not None and before != row.size_bytes:
            return (
                f"Its messages had {row.size_bytes} bytes in fork {row.fork} and {before} bytes before that."
            )
        sized = self.sized.get((row.codec, row.workload))
        if tells_size(row.operation) and sized is not None and sized.size_bytes != row.size_bytes:
            return (
                f"Its messages had {row.size_bytes} bytes where those of {sized.operation} had"
                f" {sized.size_bytes}."
            )
        return None
