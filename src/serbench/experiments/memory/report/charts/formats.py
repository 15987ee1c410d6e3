"""The picture of one format in several languages."""

from typing import Any

import altair as alt

from serbench.experiments.memory.report.formats import TITLE, Fastest, Formats
from serbench.experiments.memory.report.view import View
from serbench.report.charts.marks import log_axis, log_domain, log_scale
from serbench.report.charts.picture import (
    LINK,
    WORDS,
    Picture,
    Theme,
    data_of,
    language_colour,
    language_shape,
    named_rows,
)
from serbench.report.table import cell_link
from serbench.report.words import number

_ROW_HEIGHT, _WIDTH = 26, 480


def format_dots(view: View, formats: Formats, theme: Theme) -> Picture | None:
    """A row a format, in it a dot for each language; None where no format has several."""
    if not formats:
        return None
    values = [
        _value(view, theme, name, title, found)
        for name, of_format in formats.items()
        for title, found in of_format.items()
    ]
    domain = log_domain(value[end] for value in values for end in ("low", "value", "high"))
    operations = " + ".join(view.ranking_operations)
    axis = log_axis(f"{view.title}, {operations}", domain)
    x = alt.X("value:Q", scale=log_scale(domain), axis=axis)
    base = alt.Chart(data_of(values)).encode(y=named_rows("format:N"), color=language_colour(theme))
    # Marks of a later layer stand on those of an earlier one.
    spans = base.mark_line(strokeWidth=1, opacity=0.5, aria=False).encode(
        x=x, detail=alt.Detail("format:N"), color=alt.value(theme.quiet)
    )
    intervals = base.mark_rule(strokeWidth=2.5, opacity=0.55, aria=False).encode(
        x=alt.X("low:Q"), x2=alt.X2("high:Q")
    )
    points = base.mark_point(filled=True, size=70, opacity=1).encode(
        x=x, shape=language_shape(), description=WORDS
    )
    if theme.links:
        points = points.encode(href=LINK)
    chart = alt.layer(spans, intervals, points, width=_WIDTH, height=_ROW_HEIGHT * max(len(formats), 2))
    caption = (
        "Each dot is the language's codec of the format that takes the least time, the coloured line through"
        " it its interval over forks; the grey line joins the dots of a format. The scale is logarithmic."
    )
    return Picture(f"{view.workload}-formats", f"{view.workload}: {TITLE.lower()}", caption, chart)


def _value(view: View, theme: Theme, of_format: str, language: str, found: Fastest) -> dict[str, Any]:
    unit_ns, total = view.unit_ns, found.total
    over = number(found.over_least.ratio)
    words = (
        f"{of_format} in {language}, {found.codec}: {view.time(total)} {view.unit}"
        f" ({number(total.low / unit_ns)} to {number(total.high / unit_ns)}),"
        f" {found.size_bytes:.0f} bytes, {over} times the least"
    )
    value: dict[str, Any] = {"format": of_format, "language": language, "words": words}
    value |= {"value": total.median / unit_ns, "low": total.low / unit_ns, "high": total.high / unit_ns}
    if theme.links:
        value["link"] = cell_link(found.codec, view.workload, " + ".join(found.operations))
    return value
