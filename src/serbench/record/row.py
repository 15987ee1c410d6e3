"""One line of measurements.jsonl: what one fork measured of one operation."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from typing import Any

# What of a row's parameters tells one measurement of a cell from the next.
_OF_ONE_MEASUREMENT = frozenset({"repetition", "process"})
# Of records that were written before there was another.
FIRST_EXPERIMENT = "memory"


@dataclass(frozen=True, slots=True)
class Row:
    """The samples of one operation in one fork, or why there are none.

    ``fork`` is the fork's index within its codec and workload, and ``fork_rows`` the number of rows that
    the fork has in all. ``outcome`` is ``ok`` or one of PROTOCOL.md's failures, with one sentence in
    ``detail``. ``n``, ``cpu_ns`` and ``wall_ns`` are parallel: sample i is n[i] operations in cpu_ns[i]
    nanoseconds. ``size_bytes`` counts the encoded messages of all ``objects`` together. ``command`` holds
    the words that make the measurement again. ``started_at`` is ISO 8601 in UTC. ``gc_ns`` is what the
    collector took during all samples, ``loop_ns`` the CPU time of the empty loop that is subtracted from
    each sample, and ``settled`` whether the warm-up settled, for languages that have them. ``allocations``,
    ``allocated_bytes`` and ``instructions`` are those of one run of the operation over all objects;
    ``instructions_by`` says what counted them. ``load``, ``steal`` and ``throttled`` are the cores that other
    programs used, that the hypervisor took and that a quota of the control group withheld during the fork;
    where they were too many the row is ``disturbed``, and the fork has another ``attempt``, counted from 0
    (serbench.engine.attempts). ``phases`` has the times of the
    phases of an experiment with files or sockets, and ``resident`` the share of the file in the page cache
    before and after it. ``figures`` has what only the row's experiment knows. The columns that are None are
    filled by runners and machines that can count them.
    """

    codec: str
    language: str
    workload: str
    operation: str
    side: str
    fork: int
    fork_rows: int
    outcome: str
    detail: str
    product_key: str
    command: tuple[str, ...]
    started_at: str
    n: tuple[int, ...] = ()
    cpu_ns: tuple[int, ...] = ()
    wall_ns: tuple[int, ...] = ()
    size_bytes: int | None = None
    objects: int | None = None
    digest: str | None = None
    touch: int | None = None
    peak_bytes: int | None = None
    experiment: str = FIRST_EXPERIMENT
    parameters: dict[str, Any] = field(default_factory=dict)
    allocations: int | None = None
    allocated_bytes: int | None = None
    instructions: int | None = None
    instructions_by: str | None = None
    gc_ns: int | None = None
    loop_ns: int | None = None
    settled: bool | None = None
    load: float | None = None
    steal: float | None = None
    throttled: float | None = None
    disturbed: bool = False
    attempt: int = 0
    phases: dict[str, dict[str, int]] = field(default_factory=dict)
    resident: tuple[float, ...] | None = None
    figures: dict[str, Any] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return self.outcome == "ok"

    @property
    def cell(self) -> tuple[str, str, str]:
        return (self.codec, self.workload, self.operation)

    @property
    def conditions(self) -> tuple[object, ...]:
        """The cell with the parameters that all its measurements have: what one result combines."""
        shared = (item for item in self.parameters.items() if item[0] not in _OF_ONE_MEASUREMENT)
        return (*self.cell, *sorted(shared))

    @property
    def fork_identity(self) -> tuple[str, str, int]:
        return (self.codec, self.workload, self.fork)

    def to_line(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":")) + "\n"

    @classmethod
    def from_line(cls, line: str | bytes) -> Row:
        """The row of one line. Columns of a later version are ignored; raises ValueError or TypeError when
        the line is not a row."""
        found = json.loads(line)
        if not isinstance(found, dict):
            raise ValueError("a row is a JSON object")
        kept = {name: value for name, value in found.items() if name in _COLUMNS}
        for name in ("command", "n", "cpu_ns", "wall_ns", "resident"):
            if kept.get(name) is not None:
                kept[name] = tuple(kept[name])
        return cls(**kept)


_COLUMNS = frozenset(column.name for column in fields(Row))


@dataclass(frozen=True, slots=True)
class Failure:
    """Why something has no result. ``operation`` is None where the whole runner failed."""

    codec: str
    workload: str
    operation: str | None
    outcome: str
    detail: str
