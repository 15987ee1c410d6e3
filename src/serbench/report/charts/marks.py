"""Marks on logarithmic axes with few lines, at round numbers: rows of dots, curves, names kept apart."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

import altair as alt

from serbench.languages import title_of
from serbench.report.cells import AnyResult
from serbench.report.charts.picture import (
    LINK,
    WORDS,
    Theme,
    data_of,
    language_colour,
    language_shape,
    named_rows,
    part_colours,
)

_ROW_HEIGHT, _ROW_WIDTH = 17, 300
_NS_PER_US = 1e3
_SHAPES = ("circle", "diamond", "square", "triangle-up", "cross", "triangle-down")
_CURVE_WIDTH, _LEAST_CURVE_HEIGHT = 250, 260
# Of a name on a chart.
TEXT_HEIGHT = 13
STEPS = (1, 2, 5)
# Over more decades than this, one line per power of ten is enough; below the other, Vega's ticks are used.
MANY_DECADES, _FEW_DECADES = 2.2, 0.8
# Room around the outermost values, as a factor.
_ROOM = 1.2


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


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """Where a curve is at one setting of what is varied; ``words`` say it in full."""

    name: str
    setting: int
    value: float
    words: str
    link: str = ""


def _values(mark: Dot | CurvePoint, codec: str, theme: Theme) -> dict[str, Any]:
    values = asdict(mark) | {"language": title_of(codec)}
    if not (theme.links and mark.link):
        del values["link"]
    return values


def dot_rows(
    dots: Sequence[Dot],
    title: str,
    theme: Theme,
    floors: Mapping[str, float] | None = None,
) -> alt.LayerChart:
    """Rows in the order of the dots, on a logarithmic scale. ``floors`` are drawn as dashed lines in the
    colour of their language."""
    values = [_values(dot, dot.row, theme) for dot in dots]
    rows = list(dict.fromkeys(dot.row for dot in dots))
    series = list(dict.fromkeys(dot.series for dot in dots))
    ends = [end for dot in dots for end in (dot.value, dot.low, dot.high) if end]
    domain = log_domain([*ends, *(floors or {}).values()])
    x = alt.X("value:Q", scale=log_scale(domain), axis=log_axis(title, domain))
    y = named_rows("row:N")
    colour = language_colour(theme, legend=False)
    base = alt.Chart(data_of(values)).encode(y=y, color=colour)
    layers: list[alt.Chart] = []
    if floors:
        layers.append(_floor_lines(floors, theme))
    if any(dot.low is not None for dot in dots):
        layers.append(
            base.mark_rule(strokeWidth=2.5, opacity=0.55, aria=False).encode(
                x=alt.X("low:Q"), x2=alt.X2("high:Q")
            )
        )
    shape = _shape_of(series) if len(series) > 1 else language_shape()
    points = base.mark_point(filled=True, size=52, opacity=1).encode(x=x, shape=shape, description=WORDS)
    if theme.links and any(dot.link for dot in dots):
        points = points.encode(href=LINK)
    layers.append(points)
    return alt.layer(*layers, width=_ROW_WIDTH, height=_ROW_HEIGHT * max(len(rows), 2))


def part_bars(
    results: Sequence[AnyResult], row_of: Callable[[AnyResult], str], title: str, theme: Theme
) -> alt.Chart:
    """Bars of the microseconds of an object, of their parts in the order of the bar, each in its colour."""
    values = [
        {"row": row_of(one), "part": part, "order": order, "time": time_ns / _NS_PER_US}
        | {"words": f"{row_of(one)}, {part}: {time_ns / _NS_PER_US:.2f} µs"}
        for one in results
        for order, (part, time_ns) in enumerate(one.parts.items())
    ]
    colours = part_colours((one.parts for one in results), theme)
    parts = list(colours)
    scale = alt.Scale(domain=parts, range=list(colours.values()))
    legend = alt.Legend(title=None, orient="top", columns=3)
    rows = len({value["row"] for value in values})
    chart = alt.Chart(data_of(values), width=_ROW_WIDTH, height=_ROW_HEIGHT * max(rows, 2))
    return chart.mark_bar(height=11).encode(
        y=named_rows("row:N"),
        x=alt.X("time:Q", axis=alt.Axis(title=title, tickCount=5)),
        color=alt.Color("part:N", sort=parts, scale=scale, legend=legend),
        order=alt.Order("order:Q"),
        description=WORDS,
    )


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


def curves(points: Sequence[CurvePoint], along: str, unit: str, theme: Theme) -> alt.LayerChart:
    """Both scales are logarithmic. Names are kept apart, so that colours, which are those of the
    languages, need not distinguish the curves."""
    values = [_values(point, point.name, theme) for point in points]
    domain = log_domain(point.value for point in points)
    settings = sorted({point.setting for point in points})
    last = [value for value in values if value["setting"] == settings[-1]]
    height = max(_LEAST_CURVE_HEIGHT, TEXT_HEIGHT * len(last))
    scale = log_scale([settings[0], settings[-1]])
    x = alt.X("setting:Q", scale=scale, axis=alt.Axis(title=along, values=settings, format=",d"))
    y = alt.Y("value:Q", scale=log_scale(domain), axis=log_axis(unit, domain))
    base = alt.Chart(data_of(values)).encode(x=x, y=y, color=language_colour(theme, legend=False))
    lines = base.mark_line(strokeWidth=1.5, opacity=0.6, aria=False).encode(detail=alt.Detail("name:N"))
    marks = base.mark_point(filled=True, size=40, opacity=1).encode(shape=language_shape(), description=WORDS)
    if theme.links and any(point.link for point in points):
        marks = marks.encode(href=LINK)
    names = names_apart(last, "name", "value", x, domain, height)
    texts = names.mark_text(align="left", dx=8, color=theme.ink, aria=False)
    return alt.layer(lines, marks, texts, width=_CURVE_WIDTH, height=height)


def log_domain(values: Iterable[float]) -> list[float]:
    """From a little below the least value to a little above the greatest; all are positive."""
    known = list(values)
    return [min(known) / _ROOM, max(known) * _ROOM]


def log_ticks(low: float, high: float) -> list[float]:
    """The numbers between low and high at which an axis has a line; empty where Vega shall choose."""
    decades = math.log10(high / low)
    if decades < _FEW_DECADES:
        return []
    steps = (1,) if decades > MANY_DECADES else STEPS
    exponents = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    ticks = [step * 10.0**exponent for exponent in exponents for step in steps]
    return [tick for tick in ticks if low <= tick <= high]


def log_scale(domain: list[float]) -> alt.Scale:
    return alt.Scale(type="log", nice=False, domain=domain)


def log_axis(title: str, domain: list[float]) -> alt.Axis:
    ticks = log_ticks(*domain)
    chosen = {"values": ticks} if ticks else {"tickCount": 5}
    return alt.Axis(title=title, format="~r", **chosen)


def names_apart(
    rows: Sequence[Mapping[str, Any]],
    name: str,
    value: str,
    x: alt.X,
    domain: list[float],
    height: float,
) -> alt.Chart:
    """The column ``name`` of each row at the height of its ``value``, moved so that no two overlap.
    ``height`` is that of the chart; the mark is the caller's."""
    line = math.log(domain[1] / domain[0]) * TEXT_HEIGHT / height
    heights = spread([math.log(row[value]) for row in rows], line)
    moved = [{**row, value: math.exp(height)} for row, height in zip(rows, heights, strict=True)]
    y = alt.Y(f"{value}:Q", scale=log_scale(domain))
    return alt.Chart(data_of(moved)).encode(x=x, y=y, text=alt.Text(f"{name}:N"))


def spread(positions: Sequence[float], gap: float) -> list[float]:
    """The positions moved apart, in their order, so that neighbours are at least ``gap`` from each other.

    Of all such moves it has the least sum of squares: what a position is beyond its rank times the gap
    must not fall, so that neighbours which would overlap are pooled at their mean (isotonic regression).
    """
    order = sorted(range(len(positions)), key=positions.__getitem__)
    pools: list[list[float]] = []
    for rank, index in enumerate(order):
        pools.append([positions[index] - rank * gap])
        while len(pools) > 1 and fmean(pools[-2]) > fmean(pools[-1]):
            pools[-2:] = [pools[-2] + pools[-1]]
    beyond = [mean for pool in pools for mean in [fmean(pool)] * len(pool)]
    moved = {index: beyond[rank] + rank * gap for rank, index in enumerate(order)}
    return [moved[index] for index in range(len(positions))]
