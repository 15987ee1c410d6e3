"""One line of measurements.jsonl: what one fork measured of one operation."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import msgspec

from serbench.machine.disturbance import Interference
from serbench.machine.pace import SLOW
from serbench.record.names import (
    LARGEST_TOUCH,
    Amount,
    Count,
    Line,
    MeasuredName,
    Outcome,
    PositiveCount,
    Setting,
    Text,
    Time,
    Touch,
    Word,
    WorkloadName,
)
from serbench.record.reading import require_plain, typed_in

# What of a row's parameters tells one measurement of a cell from the next.
_OF_ONE_MEASUREMENT = frozenset({"repetition", "process"})
_OF_A_STRETCH = frozenset({"n", "cpu_ns", "wall_ns", "gc_ns", "collections"})
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
    collector took during all samples by its own account and ``collections`` how many ended meanwhile;
    ``collected`` is a stretch over whole collections: ``n`` operations in ``cpu_ns`` and ``wall_ns``, with
    ``gc_ns`` and ``collections`` of it, empty where none was measured. ``loop_ns`` is the CPU time of the
    empty loop that is subtracted from each sample, and ``settled`` whether the warm-up settled, for languages
    that have them. ``allocations``, ``allocated_bytes`` and ``instructions`` are those of one run of the
    operation over all objects; ``instructions_by`` says what counted them. ``read_bytes`` counts the bytes of
    all messages that an access operation reads. ``load``, ``steal`` and ``throttled`` are the cores that
    other programs used, that the hypervisor took and that a quota of the control group withheld during the
    fork, ``pace`` how many times its least a fixed loop took on the core at the operation
    (serbench.machine.pace); where they were too many the row is ``disturbed``, and the fork has another
    ``attempt``, counted from 0 (serbench.engine.attempts). ``block`` is that of the fork
    (serbench.engine.blocks). ``process_ns`` is the wall time of the process that measured it, divided by
    the operations that the process was asked for. ``phases`` has the times of the phases of an experiment
    with files or sockets, and ``resident`` the share of the file in the page cache before and after it.
    ``figures`` has what only the row's experiment knows. The columns that are None are filled by runners
    and machines that can count them.
    """

    codec: MeasuredName
    language: Word
    workload: WorkloadName
    operation: Word
    side: Word
    fork: Count
    fork_rows: PositiveCount
    outcome: Outcome
    detail: Text
    product_key: Line
    command: tuple[Text, ...]
    started_at: Time
    n: tuple[PositiveCount, ...] = ()
    cpu_ns: tuple[Count, ...] = ()
    wall_ns: tuple[Count, ...] = ()
    size_bytes: Count | None = None
    objects: Count | None = None
    digest: Word | None = None
    touch: Touch | None = None
    peak_bytes: Count | None = None
    experiment: Word = FIRST_EXPERIMENT
    parameters: dict[Word, Setting] = field(default_factory=dict)
    allocations: Count | None = None
    allocated_bytes: Count | None = None
    instructions: Count | None = None
    instructions_by: Word | None = None
    read_bytes: Count | None = None
    gc_ns: Count | None = None
    collections: Count | None = None
    collected: dict[Word, Count] = field(default_factory=dict)
    loop_ns: Count | None = None
    settled: bool | None = None
    load: Amount | None = None
    steal: Amount | None = None
    throttled: Amount | None = None
    pace: Amount | None = None
    disturbed: bool = False
    attempt: Count = 0
    block: Count = 0
    process_ns: Count | None = None
    phases: dict[Word, dict[Word, Count]] = field(default_factory=dict)
    resident: tuple[Amount, ...] | None = None
    figures: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raises ValueError for what no type says."""
        if not len(self.n) == len(self.cpu_ns) == len(self.wall_ns):
            raise ValueError("n, cpu_ns and wall_ns have different lengths")
        if self.touch is not None and self.touch > LARGEST_TOUCH:
            raise ValueError("touch has more than 64 bits")
        if self.collected and (set(self.collected) != _OF_A_STRETCH or not self.collected["n"]):
            raise ValueError("collected is no stretch over collections")

    @property
    def ok(self) -> bool:
        return self.outcome == "ok"

    @property
    def is_slow(self) -> bool:
        """Whether the core was slow on which it was measured."""
        return self.pace is not None and self.pace >= SLOW

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
    def from_line(cls, line: str | bytes, place: object = "the line") -> Row:
        """The row of one line. Columns of a later version are ignored; raises BadInput that names ``place``
        where the line is not a row."""
        row = typed_in(line, _LINES, place)
        # The types bound all other numbers.
        require_plain(row.figures, place)
        return row


_LINES = msgspec.json.Decoder(Row)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why something has no result. ``operation`` is None where the whole runner failed."""

    codec: str
    workload: str
    operation: str | None
    outcome: str
    detail: str


def marked(row: Row, by: Interference | None, pace: float | None = None) -> Row:
    """The row with what happened while it was measured, and the pace of its core."""
    if pace is not None:
        row = replace(row, pace=round(pace, 3))
    if by is None:
        return replace(row, disturbed=row.is_slow)
    throttled = None if by.throttled is None else round(by.throttled, 3)
    disturbed = row.is_slow or by.disturbs
    return replace(
        row, disturbed=disturbed, load=round(by.load, 3), steal=round(by.steal, 3), throttled=throttled
    )
