"""Curves over a number: one per codec, with its name at the end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt

from serbench.languages import title_of
from serbench.report.charts.picture import LINK, WORDS, Theme, data_of, language_colour
from serbench.report.charts.scales import log_axis, log_domain, log_scale, spread

_WIDTH, _LEAST_HEIGHT = 250, 260
_TEXT_HEIGHT = 13


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """Where a curve is at one setting of what is varied; ``words`` say it in full."""

    name: str
    setting: int
    value: float
    words: str
    link: str

    def to_values(self, theme: Theme) -> dict[str, Any]:
        return {
            "name": self.name,
            "setting": self.setting,
            "value": self.value,
            "words": self.words,
            "language": title_of(self.name),
            **({"link": self.link} if theme.links else {}),
        }


def curves(points: Sequence[CurvePoint], along: str, unit: str, theme: Theme) -> alt.LayerChart:
    """Both scales are logarithmic. Names are kept apart, so that colours, which are those of the
    languages, need not distinguish the curves."""
    values = [point.to_values(theme) for point in points]
    domain = log_domain(point.value for point in points)
    settings = sorted({point.setting for point in points})
    last = [point for point in points if point.setting == settings[-1]]
    height = max(_LEAST_HEIGHT, _TEXT_HEIGHT * len(last))
    scale = alt.Scale(type="log", nice=False, domain=[settings[0], settings[-1]])
    x = alt.X("setting:Q", scale=scale, axis=alt.Axis(title=along, values=settings, format=",d"))
    y = alt.Y("value:Q", scale=log_scale(domain), axis=log_axis(unit, domain))
    base = alt.Chart(data_of(values)).encode(x=x, y=y, color=language_colour(theme, legend=False))
    lines = base.mark_line(strokeWidth=1.5, opacity=0.6, aria=False).encode(detail=alt.Detail("name:N"))
    marks = base.mark_point(filled=True, size=40, opacity=1).encode(description=WORDS)
    if theme.links:
        marks = marks.encode(href=LINK)
    step = math.log(domain[1] / domain[0]) * _TEXT_HEIGHT / height
    heights = spread([math.log(point.value) for point in last], step)
    names = [
        {"name": point.name, "setting": point.setting, "value": math.exp(height)}
        for point, height in zip(last, heights, strict=True)
    ]
    texts = (
        alt.Chart(data_of(names))
        .mark_text(align="left", dx=8, color=theme.ink, aria=False)
        .encode(x=x, y=alt.Y("value:Q", scale=log_scale(domain)), text=alt.Text("name:N"))
    )
    return alt.layer(lines, marks, texts, width=_WIDTH, height=height)
