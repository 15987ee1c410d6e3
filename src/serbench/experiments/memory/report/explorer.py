"""The cells of the page's table of all measurements. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from serbench.experiments.memory.report.result import Result
from serbench.experiments.memory.report.results import Results, ranking_operations, sums
from serbench.experiments.memory.report.view import View
from serbench.report.contents import ExplorerCell
from serbench.statistics import Estimate

_NOT_READ, _FLOOR, _DECODE, _TWIN = "not read", "floor", "decode", "twin"


def cells_of(results: Results, views: Sequence[View]) -> list[ExplorerCell]:
    """The ranking total, then every operation; a twin has no line in the table, but links to it work."""
    cells = [cell for view in views for cell in _total_cells(view)]
    cells += [_cell(result, _mark(result)) for result in (*results.rows, *results.floors)]
    return cells + [_cell(result, _TWIN) for result in results.twins if not result.shown_as_decode]


def _mark(result: Result) -> str:
    """What is special about a result, which the table shows with it or instead of it."""
    if result.not_read:
        return _NOT_READ
    return _FLOOR if result.floor else _DECODE if result.shown_as_decode else ""


def _cell(result: Result, mark: str = "") -> ExplorerCell:
    place = result.place
    return ExplorerCell(
        result.codec,
        result.workload,
        result.operation,
        result.side,
        median=round(result.cpu.median, 3),
        low=round(result.cpu.low, 3),
        high=round(result.cpu.high, 3),
        wall=round(result.wall.median, 3),
        size=round(result.size_bytes, 3),
        rank=place.rank if place else None,
        tied=tuple(place.tied) if place else (),
        allocations=result.allocations,
        allocated=result.allocated_bytes,
        instructions=result.instructions,
        samples=result.samples,
        mark=mark,
    )


def _total_cells(view: View) -> list[ExplorerCell]:
    """What ranks, encode and decode together, and the same of the floors. Without both there is nothing that
    another row does not say."""
    operations = ranking_operations([*view.rows.values()])
    if len(operations) < 2:
        return []
    measured = {**view.rows, **view.floors}
    totals = {codec: total for codec, (total, _) in view.totals.items()} | sums([*view.floors.values()])
    cells = []
    for codec, total in totals.items():
        parts = [measured[codec, name] for name in operations if (codec, name) in measured]
        if len(parts) < len(operations):
            continue
        together = replace(
            parts[0],
            operation=" + ".join(operations),
            cpu=total,
            wall=Estimate.of([sum(part.wall.median for part in parts)]),
            place=view.places.get(codec),
            allocations=_sum([part.allocations for part in parts]),
            allocated_bytes=_sum([part.allocated_bytes for part in parts]),
            instructions=_sum([part.instructions for part in parts]),
            samples=sum(part.samples for part in parts),
        )
        cells.append(_cell(together, _FLOOR if together.floor else ""))
    return cells


def _sum(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None
