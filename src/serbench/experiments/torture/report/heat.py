"""The picture of a run: classes of cases against codecs, each field in the colour of the worst outcome."""

from collections.abc import Sequence
from typing import Any

import altair as alt

from serbench.codecs.naming import short_name
from serbench.experiments.torture.cases.generate import KINDS
from serbench.experiments.torture.judging import (
    ACCESS_FAULT,
    CRASHED,
    FOREIGN,
    HUNG,
    OUTCOMES,
    OVERALLOCATED,
    POISONED,
)
from serbench.experiments.torture.report.tables import class_share
from serbench.experiments.torture.results import Tortured, TortureResults
from serbench.report.charts.picture import LINK, WORDS, Picture, Theme, data_of, named_rows
from serbench.report.standing import by_language

_SIDE = 17
# From the least to the worst; each has a part's colour.
_SHOWN = (ACCESS_FAULT, FOREIGN, POISONED, OVERALLOCATED, HUNG, CRASHED)
_PART_OF = {ACCESS_FAULT: 4, FOREIGN: 1, POISONED: 0, OVERALLOCATED: 2, HUNG: 5, CRASHED: 3}
_NOTHING = "none of these"
# Shares in per mille from which a field is darker.
_STEPS = (0.0, 1.0, 10.0, 100.0)
_DARKNESS = (0.35, 0.55, 0.75, 1.0)


def heat_pictures(results: TortureResults, theme: Theme) -> tuple[Picture, ...]:
    """One for each workload and language that has a finding."""
    found = []
    for workload in results.workloads:
        rows = {one.codec: one for one in results.of_workload(workload)}
        for title, codecs in by_language(rows).items():
            of_language = [rows[codec] for codec in codecs]
            if any(one.worst for one in of_language):
                found.append(_picture(workload, title, of_language, theme))
    return tuple(found)


def _picture(workload: str, title: str, rows: Sequence[Tortured], theme: Theme) -> Picture:
    kinds = [kind for kind in KINDS if any(kind in one.by_class for one in rows)]
    values = [_value(one, kind, theme) for one in rows for kind in kinds if kind in one.by_class]
    colours = [theme.line, *(theme.parts[_PART_OF[name]] for name in _SHOWN)]
    names = [_NOTHING, *(name.replace("_", " ") for name in _SHOWN)]
    chart = (
        alt.Chart(data_of(values), width=_SIDE * 3 * len(kinds), height=_SIDE * len(rows))
        .mark_rect(stroke=theme.paper, strokeWidth=1)
        .encode(
            x=alt.X(
                "class:N",
                scale=alt.Scale(domain=kinds),
                axis=alt.Axis(title=None, labelAngle=-30, domain=False, ticks=False),
            ),
            y=named_rows("codec:N"),
            color=alt.Color(
                "worst:N",
                scale=alt.Scale(domain=names, range=colours),
                legend=alt.Legend(title=None, orient="top", columns=4, columnPadding=24, symbolStrokeWidth=0),
            ),
            opacity=alt.Opacity("darkness:Q", scale=None, legend=None),
            description=WORDS,
        )
    )
    if theme.links:
        chart = chart.encode(href=LINK)
    caption = (
        "The worst that became of each class of wrong messages; the darker, the more of the class. A field"
        " leads to the smallest such message."
    )
    return Picture(
        f"{workload}-torture-{title}", f"{workload}, {title}: the worst of each class", caption, chart
    )


def _value(one: Tortured, kind: str, theme: Theme) -> dict[str, Any]:
    counts = one.by_class[kind]
    worst = next((name for name in reversed(OUTCOMES) if name in _SHOWN and counts.get(name)), None)
    share = class_share(counts, (worst,)) if worst else 0.0
    words = f"{one.codec}, {kind}: " + (f"{worst}, {share:.3g} per mille" if worst else "nothing of these")
    found: dict[str, Any] = {
        "codec": short_name(one.codec),
        "class": kind,
        "worst": worst.replace("_", " ") if worst else _NOTHING,
        "darkness": max(dark for step, dark in zip(_STEPS, _DARKNESS, strict=True) if share >= step),
        "words": words,
    }
    if theme.links and worst:
        finding = next((each for each in one.worst if (each.kind, each.outcome) == (kind, worst)), None)
        found["link"] = f"#{finding.anchor}" if finding else ""
    return found
