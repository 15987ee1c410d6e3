"""The pictures of the store: the parts of writing and reading files, and how time grows with their size."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from serbench.experiments.store.report.tables import link_of, row_name, title_of, us_per_object
from serbench.experiments.store.results import StoreResult
from serbench.report.charts.marks import CurvePoint, curves
from serbench.report.charts.picture import LINK, WORDS, Picture, Theme, data_of, named_rows

_IO, _PROCESSOR = "I/O", "processor"
_WIDTH, _ROW_HEIGHT = 300, 17
_NS_PER_S = 1e9


def store_pictures(groups: Sequence[Sequence[StoreResult]], theme: Theme) -> tuple[Picture, ...]:
    """A picture for each way of writing or reading, and lines where it has several numbers of objects."""
    bars = [_picture(number, group, theme) for number, group in enumerate(groups, 1)]
    ways: dict[tuple[str, str, str], list[StoreResult]] = {}
    for result in (result for group in groups for result in group):
        ways.setdefault((result.operation, result.cache, result.pin), []).append(result)
    several = [way for way in ways.values() if len({result.objects for result in way}) > 1]
    return (*bars, *(_lines(way, theme) for way in several))


def _picture(number: int, group: Sequence[StoreResult], theme: Theme) -> Picture:
    values = [
        {"row": row_name(result), "part": part, "order": order, "time": time_us}
        | {"words": f"{row_name(result)}, {part}: {time_us:.2f} µs"}
        | ({"link": link_of(result)} if theme.links else {})
        for result in group
        for order, (part, time_us) in enumerate(_parts(result))
    ]
    chart = (
        alt.Chart(data_of(values), width=_WIDTH, height=_ROW_HEIGHT * max(len(group), 2))
        .mark_bar(height=11)
        .encode(
            y=named_rows("row:N"),
            x=alt.X("time:Q", axis=alt.Axis(title="µs of wall time per object", tickCount=5)),
            color=alt.Color(
                "part:N",
                sort=[_IO, _PROCESSOR],
                scale=alt.Scale(domain=[_IO, _PROCESSOR], range=[theme.parts[0], theme.parts[2]]),
                legend=alt.Legend(title=None, orient="top"),
            ),
            order=alt.Order("order:Q"),
            description=WORDS,
        )
    )
    first = group[0]
    name = f"store-{number}-{first.operation}-{first.cache}-{first.pin}"
    caption = (
        "I/O is the wall time of write, fsync and read, processor that of all else; each is the median"
        " of the repetitions."
    )
    return Picture(name, title_of(first), caption, chart.encode(href=LINK) if theme.links else chart)


def _parts(result: StoreResult) -> list[tuple[str, float]]:
    """Each has a median of its own, so their sum need not be the median of the total."""
    return [
        (_IO, us_per_object(result.io.estimate.median, result)),
        (_PROCESSOR, us_per_object(result.processor.estimate.median, result)),
    ]


def _lines(results: Sequence[StoreResult], theme: Theme) -> Picture:
    points = [
        CurvePoint(
            row_name(result),
            result.objects,
            time_s,
            f"{row_name(result)}, {result.objects} objects: {time_s:.3f} s",
            link_of(result),
        )
        for result in results
        for time_s in [result.total.estimate.median / _NS_PER_S]
    ]
    first = results[0]
    way = f"{first.operation}, {first.cache}, {first.pin}"
    name = f"store-lines-{first.operation}-{first.cache}-{first.pin}"
    caption = "All objects together, medians of the repetitions; both scales are logarithmic."
    chart = curves(points, "objects in the file", "s of wall time", theme)
    return Picture(name, f"Time over the number of objects: {way}", caption, chart)
