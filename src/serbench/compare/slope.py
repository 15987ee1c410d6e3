"""Two rankings side by side, a line for each codec: where lines cross, the order has changed."""

from collections.abc import Sequence
from typing import Any

import altair as alt

from serbench.compare.comparison import Change, Comparison, Ranking
from serbench.languages import title_of
from serbench.report.charts.marks import TEXT_HEIGHT, log_axis, log_domain, log_scale, names_apart
from serbench.report.charts.picture import WORDS, Picture, Theme, data_of, language_colour
from serbench.report.words import number

_WIDTH, _LEAST_HEIGHT = 190, 260
_NS_PER_US = 1000.0


def slopes(comparison: Comparison, theme: Theme) -> tuple[Picture, ...]:
    """A picture for each workload that both sides rank."""
    return tuple(
        _slope(comparison, ranking, theme) for ranking in comparison.rankings if len(ranking.changes) > 1
    )


def _slope(comparison: Comparison, ranking: Ranking, theme: Theme) -> Picture:
    title = f"µs of {comparison.after.clock} time for one object"
    if comparison.claimed:
        title = f"times {comparison.relative_to or 'the geometric mean'}"
    caption = f"{ranking.workload}, {ranking.operations}: {title}, logarithmic."
    if ranking.correlation is not None:
        caption += f" Rank correlation {ranking.correlation:.2f}."
    sides = (f"A: {comparison.before.name}", f"B: {comparison.after.name}")
    unit_ns = 1.0 if comparison.claimed else _NS_PER_US
    values = [value for change in ranking.changes for value in _values(change, sides, unit_ns)]
    way = "" if comparison.before.totals and comparison.after.totals else f"-{ranking.operations}"
    chart = _chart(values, sides, title, theme)
    return Picture(f"{ranking.workload}{way}-slope", f"{sides[0]}, {sides[1]}", caption, chart)


def _values(change: Change, sides: tuple[str, str], unit_ns: float) -> list[dict[str, Any]]:
    """Both ends of a codec's line."""
    times = (change.before.median / unit_ns, change.after.median / unit_ns)
    over = number(change.ratio.ratio)
    return [
        {
            "codec": change.codec,
            "language": title_of(change.codec),
            "side": side,
            "time": time,
            "words": f"{change.codec}: {number(time)} in {side}; B is {over} times A",
        }
        for side, time in zip(sides, times, strict=True)
    ]


def _chart(
    values: Sequence[dict[str, Any]], sides: tuple[str, str], title: str, theme: Theme
) -> alt.LayerChart:
    domain = log_domain(value["time"] for value in values)
    height = max(_LEAST_HEIGHT, TEXT_HEIGHT * len(values))
    y = alt.Y("time:Q", scale=log_scale(domain), axis=log_axis(title, domain))
    x = alt.X("side:N", sort=list(sides), axis=alt.Axis(title=None, labelAngle=0, orient="top"))
    base = alt.Chart(data_of(values)).encode(x=x, y=y, color=language_colour(theme))
    lines = base.mark_line(strokeWidth=1.5, opacity=0.7, aria=False).encode(detail=alt.Detail("codec:N"))
    points = base.mark_point(filled=True, size=45, opacity=1).encode(description=WORDS)
    names = []
    for side, align, dx in zip(sides, ("right", "left"), (-9, 9), strict=True):
        own = [value for value in values if value["side"] == side]
        apart = names_apart(own, "codec", "time", x, domain, height)
        names.append(apart.mark_text(color=theme.ink, aria=False, align=align, dx=dx))
    return alt.layer(lines, points, *names, width=2 * _WIDTH, height=height)
