"""What a run of the store has to say: who comes first, and a table and a picture for each way of writing or
reading. Pure."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from serbench.experiments.store.report.pictures import store_pictures
from serbench.experiments.store.report.tables import (
    group_table,
    groups_of,
    legend,
    row_name,
    title_of,
    us_per_object,
)
from serbench.experiments.store.results import StoreResult, StoreResults, store_results, way_of
from serbench.record.run_folder import RunFolder
from serbench.report.page import Contents, ExplorerCell, Section
from serbench.report.web.writing import show_options

# The levels of a write and of a read that handle all of an object.
_WHOLE = ("", "decode")


def contents_of(folder: RunFolder) -> Contents:
    results = store_results(folder.record, folder.rows)
    groups = groups_of(results)
    # With several numbers of objects, the largest files are the most informative; the tables have all.
    most = max((group[0].objects for group in groups), default=0)
    return Contents(
        answers=tuple(
            sentence for group in groups if group[0].objects == most for sentence in _answer(group)
        ),
        sections=(_section(folder, results, groups),) if groups else (),
        failures=results.failures,
        samples=sum(len(result.total.values_ns) for result in results.all),
        cells=tuple(_cell(result) for group in groups for result in group),
        clock="wall",
        way_of=way_of,
    )


def _section(folder: RunFolder, results: StoreResults, groups: Sequence[Sequence[StoreResult]]) -> Section:
    options = show_options(folder.record, folder.name)
    shown = sorted({(result.codec, result.workload) for result in results.rows})
    return Section(
        name="store",
        anchor="store",
        title="Files",
        tables=tuple(group_table(group) for group in groups),
        legend=tuple(legend(results)),
        pictures=lambda theme: store_pictures(groups, theme),
        commands_note=(
            "Every repetition, with its phases in measurements.jsonl, and the code that was measured:"
        ),
        commands=(
            shlex.join(("./serbench", "report", folder.name, "--samples")),
            *(shlex.join(("./serbench", "show", *one, *options)) for one in shown),
        ),
    )


def _answer(group: Sequence[StoreResult]) -> list[str]:
    """The fastest codec for whole objects, and for parts of them; the floor is not a codec and is only in the
    table."""
    first_of: dict[str, StoreResult] = {}
    for result in group:
        if not result.floor:
            first_of.setdefault(result.level, result)
    if not first_of:
        return []
    whole_first = sorted(first_of.values(), key=lambda result: result.level not in _WHOLE)
    times = [
        f"{row_name(result)} comes first, {time_us:.2f} µs per object"
        for result in whole_first
        for time_us in [us_per_object(result.total.estimate.median, result)]
    ]
    return [f"{title_of(group[0])}: {'; '.join(times)}."]


def _cell(result: StoreResult) -> ExplorerCell:
    """A way of writing or reading as an operation of its own, by the wall time of all phases."""
    total = result.total.estimate
    return ExplorerCell(
        result.codec,
        result.workload,
        result.way,
        "application",
        median=round(total.median / result.count, 3),
        low=round(total.low / result.count, 3),
        high=round(total.high / result.count, 3),
        wall=None,
        size=round(result.size_bytes / result.count, 3),
        samples=len(total.fork_values),
        mark="floor" if result.floor else "",
    )
