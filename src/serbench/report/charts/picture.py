"""Pictures: what a chart shows in words, in which colours it is drawn, and how it becomes SVG or PNG.

Charts are described with Altair and drawn by vl-convert, which needs neither a browser nor a network.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

import altair as alt
import vl_convert
from altair.utils.schemapi import debug_mode

from serbench.report.languages import LANGUAGE_NAMES

_VEGA_LITE = "6.4"
_PNG_SCALE = 2.0
# Vega resolves links against a base of its own, which would leave the page.
_BASE_OF_LINKS = re.compile(r'xlink:href="https?://[^"#]*#')
_SAID_ANYWAY = re.compile(
    r' (?:opacity="1"|stroke-width="1"|pointer-events="none"|aria-roledescription="[a-z ]*")'
    r'|<path class="(?:background|foreground)"[^>]*/>'
)
_GEOMETRY = re.compile(r' (?:d|transform|x2|y2|width|height|viewBox)="[^"]*"')
_DECIMALS = re.compile(r"(\.\d\d)\d+")
_FONT = "Arial, Helvetica, Liberation Sans, sans-serif"
_FONT_SIZE = 12


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture. ``languages`` are by the name that is shown, ``parts`` those of what a time
    consists of. With ``links`` each mark leads to its measurement on the page."""

    ink: str
    paper: str
    quiet: str
    line: str
    languages: Mapping[str, str]
    parts: tuple[str, ...]
    background: str
    links: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart with the name of its files, its title and one sentence that says how to read it."""

    name: str
    title: str
    caption: str
    chart: alt.TopLevelMixin = field(repr=False)


# Okabe and Ito's colours, which people with any kind of colour vision can tell apart.
FILE = Theme(
    ink="#1c1e21",
    paper="#ffffff",
    quiet="#5d636b",
    line="#d9dde2",
    languages={"C++": "#0072b2", "Java": "#d55e00", "Rust": "#009e73"},
    parts=("#0072b2", "#56b4e9", "#e69f00", "#d55e00", "#009e73", "#cc79a7"),
    background="white",
)
# The page's style sheet has the font and these colours, once for light and once for dark.
PAGE = Theme(
    ink="var(--ink)",
    paper="var(--paper)",
    quiet="var(--quiet)",
    line="var(--line)",
    languages={"C++": "var(--cpp)", "Java": "var(--java)", "Rust": "var(--rust)"},
    parts=tuple(f"var(--part{number})" for number in range(1, 7)),
    background="transparent",
    links=True,
)


def unchecked() -> AbstractContextManager[None]:
    """Charts that are made within are not held against Vega-Lite's schema, which takes as long as drawing
    them. Tests make the same charts with the check."""
    manager: AbstractContextManager[None] = debug_mode(False)
    return manager


def svg(picture: Picture, theme: Theme) -> str:
    """The picture as one ``<svg>`` element."""
    drawn = vl_convert.vegalite_to_svg(_spec(picture, theme), vl_version=_VEGA_LITE)
    linked = _smaller(_BASE_OF_LINKS.sub('href="#', drawn))
    return linked.replace(f' font-family="{_FONT}"', "") if theme is PAGE else linked


def _smaller(drawn: str) -> str:
    """The same picture in half as many bytes: without what says only what holds anyway, and with no more
    decimals than a screen can show."""
    return _GEOMETRY.sub(lambda found: _DECIMALS.sub(r"\1", found[0]), _SAID_ANYWAY.sub("", drawn))


def png(picture: Picture, theme: Theme) -> bytes:
    return vl_convert.vegalite_to_png(_spec(picture, theme), vl_version=_VEGA_LITE, scale=_PNG_SCALE)


def language_colour(theme: Theme, legend: bool = True) -> alt.Color:
    """Colour by the column ``language``; rows that are named by their codecs need no legend."""
    return alt.Color(
        "language:N",
        scale=alt.Scale(domain=list(theme.languages), range=list(theme.languages.values())),
        legend=alt.Legend(title=None, orient="top") if legend else None,
    )


def language_shape() -> alt.Shape:
    """Shape by the column ``language``, so that colour is not all that tells."""
    return alt.Shape(
        "language:N",
        scale=alt.Scale(domain=list(LANGUAGE_NAMES.values()), range=["circle", "square", "triangle-up"]),
        legend=alt.Legend(title=None, orient="top"),
    )


def _spec(picture: Picture, theme: Theme) -> dict[str, Any]:
    chart: Any = picture.chart
    text = {"labelColor": theme.quiet, "titleColor": theme.quiet, "labelFontSize": _FONT_SIZE}
    text |= {"titleFontSize": _FONT_SIZE, "titleFontWeight": "normal", "labelLimit": 220}
    config = alt.Config(
        background=theme.background,
        font=_FONT,
        # A browser without these fonts takes wider ones than those that were measured.
        padding={"left": 16, "right": 6, "top": 4, "bottom": 4},
        view=alt.ViewConfig(stroke=None),
        axis=alt.AxisConfig(gridColor=theme.line, domainColor=theme.line, tickColor=theme.line, **text),
        legend=alt.LegendConfig(symbolFillColor=theme.quiet, symbolStrokeColor=theme.quiet, **text),
        title=alt.TitleConfig(color=theme.ink, fontSize=_FONT_SIZE + 1, anchor="start"),
        text=alt.MarkConfig(color=theme.ink, fontSize=_FONT_SIZE - 1),
    )
    spec: dict[str, Any] = chart.properties(config=config).to_dict(validate=False)
    return spec
