"""Size against time, with the Pareto front, and time over a parameter of a workload."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from serbench.corpus.variant import parse_name
from serbench.experiments.memory.report.view import View
from serbench.languages import title_of
from serbench.report.charts.marks import CurvePoint, curves, log_axis, log_domain, log_scale, names_apart
from serbench.report.charts.picture import (
    LINK,
    WORDS,
    Picture,
    Theme,
    data_of,
    language_colour,
    language_shape,
)
from serbench.report.table import cell_link
from serbench.report.words import number

_WIDTH, _HEIGHT = 360, 320
_TEXT_HEIGHT = 14
# For a bold name to the right of its point; the average letter width of common fonts.
_LETTER_WIDTH, _GAP = 7, 7
_NS_PER_US = 1000.0


def pareto_front(points: Mapping[str, tuple[float, float]]) -> tuple[str, ...]:
    """The names of the points on the Pareto front: none is better in one number and not worse in the other,
    in ascending order of the first number. Less is better."""
    front: list[str] = []
    least = float("inf")
    for name, (_, second) in sorted(points.items(), key=lambda item: (*item[1], item[0])):
        if second < least or (front and points[front[-1]] == points[name]):
            front.append(name)
            least = second
    return tuple(front)


def pareto(view: View, theme: Theme) -> Picture | None:
    """None where fewer than two codecs have a time."""
    points = {codec: (total.median / view.unit_ns, view.sizes[codec]) for codec, total in view.totals.items()}
    points = {codec: point for codec, point in points.items() if min(point) > 0}
    if len(points) < 2:
        return None
    operations = " + ".join(view.ranking_operations)
    front = pareto_front({codec: point for codec, point in points.items() if codec in view.libraries})
    values = [_value(view, theme, codec, points[codec], codec in front, operations) for codec in points]
    chart = _chart(values, operations, view.unit, theme)
    caption = (
        "Left is faster, below is smaller, both scales are logarithmic. No measured library is both faster"
        f" and smaller than one on the line: {', '.join(front)}."
    )
    return Picture(f"{view.workload}-pareto", f"Size against time, {operations}", caption, chart)


def _value(
    view: View, theme: Theme, codec: str, point: tuple[float, float], on_front: bool, operations: str
) -> dict[str, Any]:
    time, size = point
    words = f"{codec}: {view.time(view.totals[codec])} {view.unit}, {size:.0f} bytes"
    value = {"codec": codec, "time": time, "size": size, "front": on_front, "words": words}
    value["language"] = title_of(codec)
    if theme.links:
        value["link"] = cell_link(codec, view.workload, operations)
    return value


def _chart(values: list[dict[str, Any]], operations: str, unit: str, theme: Theme) -> alt.LayerChart:
    times = _with_room(values)
    sizes = log_domain(value["size"] for value in values)
    x = alt.X(
        "time:Q",
        scale=log_scale(times),
        axis=log_axis(f"{unit} of CPU time for one object, {operations}", times),
    )
    y = alt.Y("size:Q", scale=log_scale(sizes), axis=log_axis("bytes for one object", sizes))
    base = alt.Chart(data_of(values)).encode(x=x, y=y)
    line = base.transform_filter("datum.front").mark_line(
        interpolate="step-after", color=theme.quiet, strokeWidth=1.5, aria=False
    )
    points = base.mark_point(filled=True, size=70, opacity=0.9).encode(
        color=language_colour(theme), shape=language_shape(), description=WORDS
    )
    if theme.links:
        points = points.encode(href=LINK)
    # Beneath their points, where the front leaves room.
    names = names_apart(
        [value for value in values if value["front"]], "codec", "size", x, sizes, _HEIGHT, _TEXT_HEIGHT, 1
    )
    style = {"align": "left", "dx": _GAP, "fontWeight": "bold", "aria": False}
    text = names.mark_text(color=theme.ink, **style)
    # The same letters, thick and in the background colour, keep lines and points from crossing them.
    halo = text.mark_text(color=theme.paper, stroke=theme.paper, strokeWidth=4, **style)
    front = line.encode(order=alt.Order("time:Q"))
    return alt.layer(front, halo, points, text, width=_WIDTH, height=_HEIGHT)


def _with_room(values: list[dict[str, Any]]) -> list[float]:
    """The domain of the times, wide enough for the names on the front."""
    low, high = log_domain(value["time"] for value in values)
    for value in values:
        taken = (_LETTER_WIDTH * len(value["codec"]) + _GAP) / _WIDTH
        if value["front"] and taken < 1:
            high = max(high, low * (value["time"] / low) ** (1 / (1 - taken)))
    return [low, high]


def level_curves(views: Sequence[View], theme: Theme) -> tuple[Picture, ...]:
    """A picture for each workload of which one parameter was varied and nothing else, and each language."""
    families: dict[tuple[str, str], list[tuple[int, View]]] = {}
    for view in views:
        name = parse_name(view.workload)
        if len(name.parameters) == 1:
            parameter, value = name.parameters[0]
            families.setdefault((name.family, parameter), []).append((value, view))
    return tuple(
        _picture(family, parameter, language, sorted(along, key=lambda pair: pair[0]), theme)
        for (family, parameter), along in families.items()
        if len(along) > 1
        for language in theme.languages
        if any(title_of(codec) == language for _, view in along for codec in view.totals)
    )


def _picture(
    family: str, parameter: str, language: str, along: Sequence[tuple[int, View]], theme: Theme
) -> Picture:
    operations = " + ".join(along[0][1].ranking_operations)
    points = [
        _point(codec, parameter, setting, view, operations)
        for setting, view in along
        for codec in view.totals
        if title_of(codec) == language
    ]
    title = f"{family} in {language}: {operations} over {parameter}"
    caption = (
        f"µs of CPU time for one object; both scales are logarithmic. Each curve is a codec's {parameter}."
    )
    chart = curves(points, parameter, "µs", theme)
    return Picture(f"{family}-{parameter}-{language}", title, caption, chart)


def _point(codec: str, parameter: str, setting: int, view: View, operations: str) -> CurvePoint:
    time_us = view.totals[codec].median / _NS_PER_US
    words = f"{codec}, {parameter} {setting}: {number(time_us)} µs"
    return CurvePoint(codec, setting, time_us, words, cell_link(codec, view.workload, operations))
