"""Time along a parameter of a workload: levels of nesting, objects a batch. One curve a codec."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import altair as alt

from serbench.corpus.variant import parse_name
from serbench.report.cell_link import cell_link
from serbench.report.charts.picture import LINK, WORDS, Picture, Theme, data_of, language_colour
from serbench.report.charts.scales import log_axis, log_domain, log_scale, spread
from serbench.report.languages import language_of
from serbench.report.rows import ranking_operations
from serbench.report.view import View, number

_WIDTH, _LEAST_HEIGHT = 330, 260
_TEXT_HEIGHT = 13
_NS_PER_US = 1000.0


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
        if any(language_of(codec) == language for _, view in along for codec in view.totals)
    )


def _picture(
    family: str, parameter: str, language: str, along: Sequence[tuple[int, View]], theme: Theme
) -> Picture:
    operations = " + ".join(ranking_operations([*along[0][1].rows.values()]))
    values = [
        _value(codec, parameter, setting, view, operations, theme)
        for setting, view in along
        for codec in view.totals
        if language_of(codec) == language
    ]
    title = f"{family} in {language}: {operations} over {parameter}"
    caption = (
        f"µs of CPU time for one object; both scales are logarithmic. Each curve is a codec's {parameter}."
    )
    return Picture(f"{family}-{parameter}-{language}", title, caption, _chart(values, parameter, theme))


def _value(
    codec: str, parameter: str, setting: int, view: View, operations: str, theme: Theme
) -> dict[str, Any]:
    time = view.totals[codec][0].median / _NS_PER_US
    return {
        "codec": codec,
        "language": language_of(codec),
        "setting": setting,
        "time": time,
        "words": f"{codec}, {parameter} {setting}: {number(time)} µs",
        **({"link": cell_link(codec, view.workload, operations)} if theme.links else {}),
    }


def _chart(values: Sequence[dict[str, Any]], parameter: str, theme: Theme) -> alt.LayerChart:
    domain = log_domain(value["time"] for value in values)
    settings = sorted({value["setting"] for value in values})
    last = [value for value in values if value["setting"] == settings[-1]]
    height = max(_LEAST_HEIGHT, _TEXT_HEIGHT * len(last))
    scale = alt.Scale(type="log", nice=False, domain=[settings[0], settings[-1]])
    x = alt.X("setting:Q", scale=scale, axis=alt.Axis(title=parameter, values=settings, format="d"))
    y = alt.Y("time:Q", scale=log_scale(domain), axis=log_axis("µs", domain))
    base = alt.Chart(data_of(values)).encode(x=x, y=y, color=language_colour(theme, legend=False))
    lines = base.mark_line(strokeWidth=1.5, opacity=0.6, aria=False).encode(detail=alt.Detail("codec:N"))
    points = base.mark_point(filled=True, size=40, opacity=1).encode(description=WORDS)
    if theme.links:
        points = points.encode(href=LINK)
    step = math.log(domain[1] / domain[0]) * _TEXT_HEIGHT / height
    heights = spread([math.log(value["time"]) for value in last], step)
    names = [
        {"codec": value["codec"], "setting": value["setting"], "time": math.exp(height)}
        for value, height in zip(last, heights, strict=True)
    ]
    texts = (
        alt.Chart(data_of(names))
        .mark_text(align="left", dx=8, color=theme.ink, aria=False)
        .encode(x=x, y=alt.Y("time:Q", scale=log_scale(domain)), text=alt.Text("codec:N"))
    )
    return alt.layer(lines, points, texts, width=_WIDTH - 80, height=height)
