"""The results of a run in memory: those of its cells, with what its record adds."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from serbench.codecs.naming import language_name
from serbench.engine.material import weights_in
from serbench.experiments.memory.report.cell_result import MemoryResult
from serbench.experiments.memory.report.sums import ranking_operations
from serbench.operations import UNCONVERTED
from serbench.record.row import Row
from serbench.report.cells import Results, results_of
from serbench.report.standing import Key

ACCESS_OPERATIONS = ("access-one", "access-tenth", "access-all")


@dataclass(frozen=True, slots=True)
class MemoryResults(Results[MemoryResult]):
    """``tenths`` has for each workload how many leaf fields access-tenth reads, and of how many,
    ``long_integers`` how many integers of 64 bits some language holds as another type, and of how many.
    ``offered`` are the operations that the runner of a codec and a workload has; ``weights`` says how many
    objects of each type the user's data hold, and is empty where the workloads are no types. ``wall_timed``
    are the languages whose times are all by the wall's clock."""

    tenths: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    long_integers: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    offered: frozenset[Key] = frozenset()
    weights: Mapping[str, int] = field(default_factory=dict)
    wall_timed: frozenset[str] = frozenset()

    def rows_of(self, workload: str) -> list[MemoryResult]:
        return [result for result in self.rows if result.workload == workload]


def memory_results(record: Mapping[str, Any], rows: Sequence[Row], ranked: bool = True) -> MemoryResults:
    """The results of a run from its run.json and its rows, with standings where they are ``ranked``; failures
    are in the order of their cells."""
    wall_timed = _wall_timed(record)
    ordered = sorted(
        _on_one_clock(rows, wall_timed), key=lambda row: (row.workload, row.codec, row.operation)
    )
    found = results_of(
        record,
        ordered,
        MemoryResult,
        "forks",
        completed=partial(_completed, record),
        ranking=ranking_operations,
        ranked=ranked,
    )
    tenths, long_integers = (
        {workload: (some, of) for workload, (some, of) in record.get(name, {}).items()}
        for name in ("access_tenth", "long_integers")
    )
    return found.as_kind(
        MemoryResults,
        tenths=tenths,
        long_integers=long_integers,
        offered=frozenset(_operations_in(record, "operations")),
        weights=weights_in(record),
        wall_timed=wall_timed,
    )


def _wall_timed(record: Mapping[str, Any]) -> frozenset[str]:
    """The languages of which some runtime has no clock of CPU time, as browsers."""
    return frozenset(
        language_name(runner["codec"])
        for runner in record.get("runners", ())
        if any(name.endswith("_clock") and kind == "wall" for name, kind in runner.get("build", {}).items())
    )


def _on_one_clock(rows: Sequence[Row], wall_timed: Collection[str]) -> Sequence[Row]:
    """A ranking has one clock, so where one runtime of a language has only the wall's, that times all."""
    if not wall_timed:
        return rows
    return [
        replace(row, cpu_ns=row.wall_ns) if language_name(row.codec) in wall_timed else row for row in rows
    ]


def _completed(record: Mapping[str, Any], measured: Sequence[MemoryResult]) -> list[MemoryResult]:
    """The requested results, with those that a decode stands for, marked where nothing was read."""
    shown = _marked_not_read(record, [*measured, *_access_shown_as_decode(record, measured)])
    shown = _with_conversion(shown)
    asked = record.get("operations")
    return [result for result in shown if asked is None or result.operation in asked]


def _with_conversion(results: Sequence[MemoryResult]) -> list[MemoryResult]:
    """The results, those of encode and decode with the share that is no work on a message. Noise may make the
    part longer than the whole, which is no conversion; what opens a message and reads nothing is no part."""
    times = {one.cell: one.cpu.median for one in results if not one.not_read}

    def share_of(one: MemoryResult) -> float | None:
        part = times.get((one.codec, one.workload, UNCONVERTED.get(one.operation, "")))
        return None if part is None or one.not_read else max(0.0, 1 - part / one.cpu.median)

    return [replace(one, conversion_share=share_of(one)) for one in results]


def groups_in(record: Mapping[str, Any], by: str | None) -> dict[str, str]:
    """The ``language`` or ``format`` of each codec of a run; nothing where ``by`` is None."""
    return {runner["codec"]: runner[by] for runner in record.get("runners", ()) if by and by in runner}


def _access_shown_as_decode(
    record: Mapping[str, Any], measured: Sequence[MemoryResult]
) -> list[MemoryResult]:
    """A codec that can only decode reads any share of an object by decoding it all, and so does its twin."""
    twins: Mapping[str, str] = record.get("twins", {})
    own = _operations_in(record, "operations")
    return [
        replace(
            result,
            operation=access,
            parameters={**result.parameters, "shown_as": "decode"},
            read_bytes=result.size_bytes,
        )
        for result in measured
        if result.operation == "decode" and not result.floor
        for access in ACCESS_OPERATIONS
        if (twins.get(result.codec, result.codec), result.workload, access) not in own
    ]


def _marked_not_read(record: Mapping[str, Any], results: Sequence[MemoryResult]) -> list[MemoryResult]:
    """Marks the results of operations that the runner, which twins share, says read nothing."""
    twins: Mapping[str, str] = record.get("twins", {})
    unread = _operations_in(record, "not_read")
    return [
        replace(result, parameters={**result.parameters, "not_read": True})
        if (twins.get(result.codec, result.codec), result.workload, result.operation) in unread
        else result
        for result in results
    ]


def _operations_in(record: Mapping[str, Any], field: str) -> set[Key]:
    """The operations that a field of the runners names, each with its codec and workload."""
    return {
        (runner["codec"], runner["workload"], operation)
        for runner in record.get("runners", ())
        for operation in runner.get(field, ())
    }


def counters_of(results: Iterable[MemoryResult]) -> str:
    """The counters of the instructions of these results, in words; empty if not counted."""
    return " and ".join(sorted({result.instructions_by for result in results if result.instructions_by}))
