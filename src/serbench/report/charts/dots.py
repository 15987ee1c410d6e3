"""A chart of rows with dots: one row per codec, on one scale; dots of one row can be joined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt

from serbench.languages import title_of
from serbench.report.charts.picture import LINK, WORDS, Theme, data_of, language_colour, named_rows
from serbench.report.charts.scales import log_axis, log_domain, log_scale, symlog_ticks

_ROW_HEIGHT = 17
_WIDTH = 300
_SHAPES = ("circle", "diamond", "square", "triangle-up", "cross", "triangle-down")


@dataclass(frozen=True, slots=True)
class Dot:
    """One value of a row, with its interval where it has one; ``words`` say it in full."""

    row: str
    series: str
    value: float
    words: str
    low: float | None = None
    high: float | None = None
    link: str = ""

    def to_values(self, theme: Theme) -> dict[str, Any]:
        return {
            "row": self.row,
            "series": self.series,
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "words": self.words,
            "language": title_of(self.row),
            **({"link": self.link} if theme.links and self.link else {}),
        }


def dot_rows(
    dots: Sequence[Dot],
    title: str,
    theme: Theme,
    floors: Mapping[str, float] | None = None,
    joined: bool = False,
    with_zero: bool = False,
) -> alt.LayerChart:
    """Rows in the order of the dots, on a logarithmic scale. ``floors`` are drawn as dashed lines in the
    colour of their language; ``joined`` draws a line through the dots of a row; ``with_zero`` makes room for
    values that are 0."""
    values = [dot.to_values(theme) for dot in dots]
    rows = list(dict.fromkeys(dot.row for dot in dots))
    series = list(dict.fromkeys(dot.series for dot in dots))
    scale, axis = _with_zero(dots, title) if with_zero else _logarithmic(dots, title, floors or {})
    x = alt.X("value:Q", scale=scale, axis=axis)
    y = named_rows("row:N")
    colour = language_colour(theme, legend=False)
    base = alt.Chart(data_of(values)).encode(y=y, color=colour)
    layers: list[alt.Chart] = []
    if floors:
        layers.append(_floor_lines(floors, theme))
    if joined:
        layers.append(
            base.mark_line(strokeWidth=1.5, opacity=0.5, aria=False).encode(x=x, detail=alt.Detail("row:N"))
        )
    if any(dot.low is not None for dot in dots):
        layers.append(
            base.mark_rule(strokeWidth=2.5, opacity=0.55, aria=False).encode(
                x=alt.X("low:Q"), x2=alt.X2("high:Q")
            )
        )
    points = base.mark_point(filled=True, size=52, opacity=1).encode(x=x, description=WORDS)
    if len(series) > 1:
        points = points.encode(shape=_shape_of(series))
    if theme.links and any(dot.link for dot in dots):
        points = points.encode(href=LINK)
    layers.append(points)
    return alt.layer(*layers, width=_WIDTH, height=_ROW_HEIGHT * max(len(rows), 2))


def _logarithmic(dots: Sequence[Dot], title: str, floors: Mapping[str, float]) -> tuple[alt.Scale, alt.Axis]:
    ends = [end for dot in dots for end in (dot.value, dot.low, dot.high) if end]
    domain = log_domain([*ends, *floors.values()])
    return log_scale(domain), log_axis(title, domain)


def _with_zero(dots: Sequence[Dot], title: str) -> tuple[alt.Scale, alt.Axis]:
    ticks = symlog_ticks(max(dot.value for dot in dots))
    scale = alt.Scale(type="symlog", constant=ticks[1], nice=False, domain=[0, ticks[-1]])
    return scale, alt.Axis(title=title, values=ticks, format=",d")


def _floor_lines(floors: Mapping[str, float], theme: Theme) -> alt.Chart:
    values = [
        {"value": value, "language": title_of(codec), "words": f"floor {codec}"}
        for codec, value in floors.items()
    ]
    return (
        alt.Chart(data_of(values))
        .mark_rule(strokeDash=[4, 3], strokeWidth=1.5)
        .encode(x=alt.X("value:Q"), color=language_colour(theme, legend=False), description=WORDS)
    )


def _shape_of(series: Sequence[str]) -> alt.Shape:
    shapes = [_SHAPES[number % len(_SHAPES)] for number in range(len(series))]
    return alt.Shape(
        "series:N",
        sort=list(series),
        scale=alt.Scale(domain=list(series), range=shapes),
        legend=alt.Legend(title=None, orient="top"),
    )
