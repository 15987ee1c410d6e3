"""The study's picture: what writing and reading files consist of, stacked."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from serbench.report.charts.picture import Picture, Theme
from serbench.report.store_part import row_name, us_per_object
from serbench.store.results import StoreResult
from serbench.store.tables import title_of

_IO, _PROCESSOR = "I/O", "processor"
_WIDTH, _ROW_HEIGHT = 300, 17


def store_pictures(groups: Sequence[Sequence[StoreResult]], theme: Theme) -> tuple[Picture, ...]:
    """A picture for each way of writing or reading."""
    return tuple(_picture(number, group, theme) for number, group in enumerate(groups, 1))


def _picture(number: int, group: Sequence[StoreResult], theme: Theme) -> Picture:
    rows = [row_name(result) for result in group]
    values = [
        {"row": row_name(result), "part": part, "order": order, "time": time_us}
        | {"words": f"{row_name(result)}, {part}: {time_us:.2f} µs"}
        for result in group
        for order, (part, time_us) in enumerate(_parts(result))
    ]
    chart = (
        alt.Chart(alt.Data(values=values))
        .mark_bar(height=11)
        .encode(
            y=alt.Y("row:N", sort=rows, axis=alt.Axis(title=None, domain=False, ticks=False)),
            x=alt.X("time:Q", axis=alt.Axis(title="µs of wall time an object", tickCount=5)),
            color=alt.Color(
                "part:N",
                sort=[_IO, _PROCESSOR],
                scale=alt.Scale(domain=[_IO, _PROCESSOR], range=[theme.parts[0], theme.parts[2]]),
                legend=alt.Legend(title=None, orient="top"),
            ),
            order="order:Q",
            description="words:N",
        )
        .properties(width=_WIDTH, height=_ROW_HEIGHT * max(len(rows), 2))
    )
    first = group[0]
    name = f"store-{number}-{first.operation}-{first.cache}-{first.pin}"
    caption = "I/O is write, fsync and read; all else is the processor's. Medians of the repetitions."
    return Picture(name, title_of(first), caption, chart)


def _parts(result: StoreResult) -> list[tuple[str, float]]:
    io_us = us_per_object(result.io.estimate.median, result)
    all_us = us_per_object(result.total.estimate.median, result)
    return [(_IO, io_us), (_PROCESSOR, max(0.0, all_us - io_us))]
