"""Two rankings side by side, a line for each codec: where lines cross, the order has changed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import altair as alt

from serbench.compare.comparison import Change, Comparison, Ranking
from serbench.languages import title_of
from serbench.report.charts.picture import WORDS, Picture, Theme, data_of, language_colour
from serbench.report.charts.scales import log_axis, log_domain, log_scale, spread
from serbench.report.words import number

_WIDTH, _LEAST_HEIGHT = 190, 260
_TEXT_HEIGHT = 13
_NS_PER_US = 1000.0


def slopes(comparison: Comparison, theme: Theme) -> tuple[Picture, ...]:
    """A picture for each workload that both sides rank."""
    return tuple(
        _slope(comparison, ranking, theme) for ranking in comparison.rankings if len(ranking.changes) > 1
    )


def _slope(comparison: Comparison, ranking: Ranking, theme: Theme) -> Picture:
    unit_ns = 1.0 if comparison.claimed else _NS_PER_US
    times = {
        change.codec: (change.before.median / unit_ns, change.after.median / unit_ns)
        for change in ranking.changes
    }
    title = f"µs of {comparison.after.clock} time for one object"
    if comparison.claimed:
        title = f"times {comparison.relative_to or 'the geometric mean'}"
    caption = f"{ranking.workload}, {ranking.operations}: {title}, logarithmic."
    if ranking.correlation is not None:
        caption += f" Rank correlation {ranking.correlation:.2f}."
    sides = (f"A: {comparison.before.name}", f"B: {comparison.after.name}")
    chart = _chart(times, {change.codec: change for change in ranking.changes}, sides, title, theme)
    way = "" if comparison.before.totals and comparison.after.totals else f"-{ranking.operations}"
    return Picture(f"{ranking.workload}{way}-slope", f"{sides[0]}, {sides[1]}", caption, chart)


def _chart(
    times: Mapping[str, tuple[float, float]],
    changes: Mapping[str, Change],
    sides: tuple[str, str],
    title: str,
    theme: Theme,
) -> alt.LayerChart:
    domain = log_domain(time for pair in times.values() for time in pair)
    height = max(_LEAST_HEIGHT, 2 * _TEXT_HEIGHT * len(times))
    y = alt.Y("time:Q", scale=log_scale(domain), axis=log_axis(title, domain))
    x = alt.X("side:N", sort=list(sides), axis=alt.Axis(title=None, labelAngle=0, orient="top"))
    values = [
        {
            "codec": codec,
            "language": title_of(codec),
            "side": side,
            "time": time,
            "words": f"{codec}: {number(time)} in {side}; B is {number(changes[codec].ratio.ratio)} times A",
        }
        for codec, pair in times.items()
        for side, time in zip(sides, pair, strict=True)
    ]
    base = alt.Chart(data_of(values)).encode(x=x, y=y, color=language_colour(theme))
    lines = base.mark_line(strokeWidth=1.5, opacity=0.7, aria=False).encode(detail=alt.Detail("codec:N"))
    points = base.mark_point(filled=True, size=45, opacity=1).encode(description=WORDS)
    step = math.log(domain[1] / domain[0]) * _TEXT_HEIGHT / height
    names = [_names(times, index, side, step, theme, x, domain) for index, side in enumerate(sides)]
    return alt.layer(lines, points, *names, width=2 * _WIDTH, height=height)


def _names(
    times: Mapping[str, tuple[float, float]],
    index: int,
    side: str,
    step: float,
    theme: Theme,
    x: alt.X,
    domain: list[float],
) -> alt.Chart:
    """The codecs' names at one end of their lines, moved apart."""
    heights = spread([math.log(pair[index]) for pair in times.values()], step)
    values: list[dict[str, Any]] = [
        {"codec": codec, "side": side, "time": math.exp(height)}
        for codec, height in zip(times, heights, strict=True)
    ]
    mark = {"align": "right", "dx": -9} if index == 0 else {"align": "left", "dx": 9}
    return (
        alt.Chart(data_of(values))
        .mark_text(color=theme.ink, aria=False, **mark)
        .encode(x=x, y=alt.Y("time:Q", scale=log_scale(domain)), text=alt.Text("codec:N"))
    )
