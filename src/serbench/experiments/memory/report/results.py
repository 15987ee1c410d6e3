"""The results of a run as views over its raw samples: estimates, ranks and ties."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from serbench.corpus.variant import Parameters, parse_name
from serbench.engine.attempts import counted
from serbench.engine.twins import noise_floor
from serbench.experiments.memory.report.result import Result, result_of
from serbench.operations import OPERATION_BY_NAME
from serbench.record.row import Failure, Row
from serbench.statistics import Estimate, Place, places

ACCESS_OPERATIONS = ("access-one", "access-tenth", "access-all")


@dataclass(frozen=True, slots=True)
class Results:
    """All results of a run: ``rows`` are the requested codecs, ``floors`` the limits with them,
    ``twins`` those that were measured a second time. ``noise_floor`` is the twins' disagreement (0.02 for two
    per cent), None where there are none."""

    rows: tuple[Result, ...]
    floors: tuple[Result, ...]
    failures: tuple[Failure, ...]
    twins: tuple[Result, ...] = ()
    noise_floor: float | None = None

    @property
    def workloads(self) -> list[str]:
        named = [result.workload for result in self.rows + self.floors]
        return list(dict.fromkeys(named + [failure.workload for failure in self.failures]))


def results_of(record: Mapping[str, Any], rows: Sequence[Row]) -> Results:
    """The results of a run from its run.json and its rows.

    A cell of which any fork failed has a failure and no result.
    """
    floors = {runner["codec"] for runner in record.get("runners", ()) if runner.get("floor")}
    cells: dict[tuple[str, str, str], list[Row]] = {}
    for row in rows:
        cells.setdefault(row.cell, []).append(row)
    whole = [counted(of_cell) for of_cell in cells.values() if all(row.ok for row in of_cell)]
    measured = [result_of(of_cell, of_cell[0].codec in floors) for of_cell in whole]
    measured += _access_shown_as_decode(record, measured)
    measured = _marked_not_read(record, measured)
    asked = record.get("operations")
    kept = [result for result in measured if asked is None or result.operation in asked]
    twins: Mapping[str, str] = record.get("twins", {})
    noise = noise_floor(
        {(result.codec, result.workload, result.operation): result.cpu.median for result in kept},
        twins,
        ranking_operations(kept),
    )
    ranked = _placed([r for r in kept if not r.floor and r.codec not in twins], noise)
    failures = [Failure(**failure) for failure in record.get("failures", ())]
    failures += _failed_cells(cells.values())
    return Results(
        tuple(sorted(ranked, key=_order)),
        tuple(sorted((result for result in kept if result.floor), key=_order)),
        tuple(failures),
        tuple(sorted((result for result in kept if result.codec in twins), key=_order)),
        noise,
    )


def groups_in(record: Mapping[str, Any], by: str | None) -> dict[str, str]:
    """The ``language`` or ``format`` of each codec of a run; nothing where ``by`` is None."""
    return {runner["codec"]: runner[by] for runner in record.get("runners", ()) if by and by in runner}


def own_code_in(record: Mapping[str, Any]) -> frozenset[str]:
    """The codecs of a run that are rendered code, not a library."""
    return frozenset(
        runner["codec"]
        for runner in record.get("runners", ())
        if runner.get("library", "").startswith("none")
    )


def ranking_operations(results: Iterable[Result]) -> tuple[str, ...]:
    """The operations whose sum ranks a workload's codecs: encode and decode, or that one of them which was
    measured, else the first that was."""
    found = {result.operation for result in results if not result.shown_as_decode}
    both = tuple(name for name in ("encode", "decode") if name in found)
    return both or tuple(name for name in OPERATION_BY_NAME if name in found)[:1]


def totals(results: Sequence[Result], noise: float | None = None) -> dict[str, tuple[Estimate, Place | None]]:
    """For each codec that has a sum (``sums``): its estimate, and its place, None where it has too few forks
    for one."""
    estimates = sums(results)
    found = places(estimates, noise)
    return {codec: (estimate, found.get(codec)) for codec, estimate in estimates.items()}


def sums(results: Sequence[Result]) -> dict[str, Estimate]:
    """For each codec of one workload that has all ranking operations: the estimate of their sum. An operation
    that read nothing (``not_read``) does not count.

    The times are added fork by fork, because they usually come from the same process.
    """
    operations = ranking_operations(results)
    by_cell = {(result.codec, result.operation): result for result in results if not result.not_read}
    estimates: dict[str, Estimate] = {}
    for codec in dict.fromkeys(result.codec for result in results):
        parts = [by_cell[codec, name].fork_cpu_ns for name in operations if (codec, name) in by_cell]
        if operations and len(parts) == len(operations):
            estimates[codec] = Estimate.of([sum(fork) for fork in zip(*parts, strict=False)])
    return estimates


def _access_shown_as_decode(record: Mapping[str, Any], measured: Sequence[Result]) -> list[Result]:
    """A codec that can only decode reads any share of an object by decoding it all, and so does its twin."""
    twins: Mapping[str, str] = record.get("twins", {})
    own = {
        (runner["codec"], runner["workload"], operation)
        for runner in record.get("runners", ())
        for operation in runner["operations"]
    }
    return [
        replace(result, operation=access, parameters={**result.parameters, "shown_as": "decode"})
        for result in measured
        if result.operation == "decode" and not result.floor
        for access in ACCESS_OPERATIONS
        if (twins.get(result.codec, result.codec), result.workload, access) not in own
    ]


def _marked_not_read(record: Mapping[str, Any], results: Sequence[Result]) -> list[Result]:
    """Marks the results of operations that the runner, which twins share, says read nothing."""
    twins: Mapping[str, str] = record.get("twins", {})
    unread = {
        (runner["codec"], runner["workload"], operation)
        for runner in record.get("runners", ())
        for operation in runner.get("not_read", ())
    }
    return [
        replace(result, parameters={**result.parameters, "not_read": True})
        if (twins.get(result.codec, result.codec), result.workload, result.operation) in unread
        else result
        for result in results
    ]


def _placed(results: Sequence[Result], noise: float | None) -> list[Result]:
    """Gives each result its place, if it has one, among those of the same workload and operation."""
    groups: dict[tuple[str, str], list[Result]] = {}
    placed: list[Result] = []
    for result in results:
        if result.not_read:
            placed.append(result)
        else:
            groups.setdefault((result.workload, result.operation), []).append(result)
    for group in groups.values():
        found = places({result.codec: result.cpu for result in group}, noise)
        placed += [replace(result, place=found.get(result.codec)) for result in group]
    return placed


def _failed_cells(cells: Iterable[Sequence[Row]]) -> list[Failure]:
    """One failure for each cell that failed in any fork, with the words of the first."""
    failed = [next((row for row in of_cell if not row.ok), None) for of_cell in cells]
    failures = [
        Failure(row.codec, row.workload, row.operation, row.outcome, row.detail) for row in failed if row
    ]
    return sorted(failures, key=lambda failure: (failure.workload, failure.codec, failure.operation or ""))


def _order(result: Result) -> tuple[str, Parameters, str, float, str]:
    name = parse_name(result.workload)
    return (name.family, name.parameters, result.operation, result.cpu.median, result.codec)
