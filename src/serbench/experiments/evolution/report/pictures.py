"""The pictures of a run: changes against codecs, each field in the colour of its outcome. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from serbench.codecs.naming import short_name
from serbench.experiments.evolution.changes import BACKWARD, FORWARD
from serbench.experiments.evolution.judging import (
    CRASH,
    DEFAULT,
    MISREAD,
    PARTIAL,
    REFUSED,
    SAME,
    UNSUPPORTED,
)
from serbench.experiments.evolution.report.tables import MARKS, place_of
from serbench.experiments.evolution.results import EvolutionResults, Outcome
from serbench.report.charts.picture import LINK, WORDS, Picture, Theme, data_of, named_rows
from serbench.report.standing import by_language

_SIDE = 17
# From the best to the worst; each has a part's colour.
_PART_OF = {SAME: 4, DEFAULT: 1, REFUSED: 0, PARTIAL: 2, MISREAD: 3, CRASH: 5}
_SHOWN = (*_PART_OF, UNSUPPORTED)
# So that a letter can be read on them.
_PALE = {SAME: 0.35, REFUSED: 0.5}


def grid_pictures(results: EvolutionResults, theme: Theme) -> tuple[Picture, ...]:
    """One for each language."""
    return tuple(
        _picture(title, codecs, results, theme) for title, codecs in by_language(results.codecs).items()
    )


def _picture(title: str, codecs: Sequence[str], results: EvolutionResults, theme: Theme) -> Picture:
    values = [
        _value(found[direction])
        for change in results.changes
        for codec in codecs
        for found in (results.of(codec, change),)
        for direction in (BACKWARD, FORWARD)
        if direction in found
    ]
    seen = [name for name in _SHOWN if any(value["outcome"] == name for value in values)]
    colours = [theme.parts[_PART_OF[name]] if name in _PART_OF else theme.line for name in seen]
    base = alt.Chart(
        data_of(values), width=2 * _SIDE * len(codecs), height=_SIDE * len(results.changes)
    ).encode(
        x=alt.X(
            "codec:N",
            sort=None,
            scale=alt.Scale(paddingInner=0.15, paddingOuter=0),
            axis=alt.Axis(title=None, labelAngle=-30, domain=False, ticks=False),
        ),
        xOffset=alt.XOffset("direction:N", sort=[BACKWARD, FORWARD]),
        y=named_rows("change:N"),
    )
    fields = base.mark_rect(stroke=theme.paper, strokeWidth=1).encode(
        color=alt.Color(
            "outcome:N",
            scale=alt.Scale(domain=seen, range=colours),
            legend=alt.Legend(title=None, orient="top", columns=4, columnPadding=24, symbolStrokeWidth=0),
        ),
        opacity=alt.Opacity("strength:Q", scale=None, legend=None),
        description=WORDS,
    )
    marks = base.mark_text(color=theme.ink, aria=False).encode(text="mark:N")
    if theme.links:
        fields = fields.encode(href=LINK)
    caption = (
        "Left what the new version reads of the old one's messages, right what the old one reads of the new"
        " one's. A field leads to the bytes."
    )
    return Picture(f"evolution-{title}", f"{title}: schema changes", caption, alt.layer(fields, marks))


def _value(one: Outcome) -> Mapping[str, Any]:
    detail = f": {one.detail}" if one.detail else ""
    return {
        "codec": short_name(one.codec),
        "change": one.change,
        "direction": one.direction,
        "outcome": one.outcome,
        "mark": MARKS[one.outcome],
        "strength": _PALE.get(one.outcome, 1.0),
        "words": f"{one.codec}, {one.change}, {one.direction}: {one.outcome}{detail}",
        "link": f"#{place_of(one)}",
    }
