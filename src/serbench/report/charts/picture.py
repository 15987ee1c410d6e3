"""Pictures: what a chart shows in words, in which colours it is drawn, and how it becomes SVG or PNG.

Charts are described with Altair and drawn by vl-convert, which needs neither a browser nor a network.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap
from typing import Any, ClassVar

import altair as alt
import vl_convert
from altair.utils.schemapi import debug_mode

from serbench.errors import SerbenchError, reason_of
from serbench.languages import languages
from serbench.languages.language import Language
from serbench.report.drawing import drawn
from serbench.terminal.output import write_output
from serbench.terminal.visible import visible_in

_VEGA_LITE = "6.4"
_PNG_SCALE = 2.0
# Vega resolves links against a base of its own, which would leave the report.
_BASE_OF_LINKS = re.compile(r'xlink:href="https?://[^"#]*#')
_SAID_ANYWAY = re.compile(
    r' (?:opacity="1"|stroke-width="1"|pointer-events="none"|aria-roledescription="[a-z ]*")'
    r'|<path class="(?:background|foreground)"[^>]*/>'
)
_GEOMETRY = re.compile(r' (?:d|transform|x|y|x2|y2|width|height|viewBox)="[^"]*"')
_DECIMALS = re.compile(r"(\.\d)\d+")
_NO_FRACTION = re.compile(r"\.0(?!\d)")
_FONT = "Arial, Helvetica, Liberation Sans, sans-serif"
_FONT_SIZE = 12
# In letters; about as wide as a chart with its names.
_CAPTION_WIDTH = 72
# On the report; the average letter width of common fonts.
_LETTER_WIDTH = 6.6
# Between a name and a mark at the very left.
_GAP = 8
# From the middle of a text to its baseline.
_BASELINE = 4
# What the report's style sheet sets for every text of a picture without settings of its own.
_TEXT_OF_PAGE = re.compile(
    rf' font-family="{_FONT}"| font-size="(?:0|{_FONT_SIZE})px" fill="var\(--quiet\)"'
    r'|(?<=<text) text-anchor="end"'
)
_PLACE_OF_TEXT = re.compile(r'(<text(?: text-anchor="[a-z]+")?) transform="translate\(([^,]+),([^)]+)\)"')
# A filled mark has no line around it whose width could matter.
_WIDTH_OF_NO_LINE = re.compile(r'(<path aria-label(?:(?! stroke=)[^>])*) stroke-width="2"/>')
# Words for a screen reader and links, as the data of every picture name them. For a plain string Altair would
# look through the whole schema of Vega-Lite.
WORDS = alt.Description("words:N")
LINK = alt.Href("link:N")
PARTS_LIGHT = ("#1f2a38", "#41566f", "#6d86a3", "#9ab0c7", "#c3d1df", "#e4eaf0")
PARTS_DARK = ("#eef2f6", "#c5d0dc", "#98aabd", "#6d8299", "#4a5d72", "#303e4e")


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture. ``colour_of`` gives that of a language, ``parts`` those of what a time
    consists of. With ``links`` each mark leads to its measurement in the report."""

    ink: str
    paper: str
    quiet: str
    line: str
    colour_of: Callable[[Language], str]
    parts: tuple[str, ...]
    background: str
    links: bool = False

    @property
    def languages(self) -> Mapping[str, str]:
        """The colours by the name of the language that is shown."""
        return {language.title: self.colour_of(language) for language in languages()}


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart with the name of its files, its title and one sentence that says how to read it."""

    name: str
    title: str
    caption: str
    chart: alt.TopLevelMixin = field(repr=False)


# Parts are ordered steps of one hue; languages have the other hues, and shapes of their own.
FILE = Theme(
    ink="#1c1e21",
    paper="#ffffff",
    quiet="#5d636b",
    line="#d9dde2",
    colour_of=lambda language: language.colours.light,
    parts=PARTS_LIGHT,
    background="white",
)
# The report's style sheet has the font and these colours, once for light and once for dark.
PAGE = Theme(
    ink="var(--ink)",
    paper="var(--paper)",
    quiet="var(--quiet)",
    line="var(--line)",
    colour_of=lambda language: f"var(--{language.name})",
    parts=tuple(f"var(--part{number})" for number in range(1, 7)),
    background="transparent",
    links=True,
)


def part_colours(times: Iterable[Mapping[str, float]], theme: Theme) -> dict[str, str]:
    """The parts of any of the times with their colours, as far apart in one hue as can be."""
    names = list(dict.fromkeys(name for parts in times for name in parts))
    return {name: theme.parts[at * len(theme.parts) // len(names)] for at, name in enumerate(names)}


def unchecked() -> AbstractContextManager[None]:
    """Charts that are made within are not held against Vega-Lite's schema, which takes as long as drawing
    them. Tests make the same charts with the check."""
    manager: AbstractContextManager[None] = debug_mode(False)
    return manager


def svg(picture: Picture, theme: Theme) -> str:
    """The picture as one ``<svg>`` element."""
    drawing = vl_convert.vegalite_to_svg(_spec(picture, theme), vl_version=_VEGA_LITE)
    linked = _smaller(_BASE_OF_LINKS.sub('href="#', drawing))
    return _TEXT_OF_PAGE.sub("", linked) if theme is PAGE else linked


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of a chart as Altair takes them without looking at each of their values (its SchemaLike).
    Lists and tuples it would copy, with all that is in them, on the way from a chart to its description."""

    values: Sequence[Mapping[str, Any]]
    _schema: ClassVar[Mapping[str, str]] = {"type": "array"}

    def to_dict(self) -> list[Mapping[str, Any]]:
        return list(self.values)


def data_of(values: Sequence[Mapping[str, Any]]) -> alt.Data:
    return alt.Data(values=_Rows(values))


def _smaller(drawing: str) -> str:
    """The same picture in half as many bytes: without redundant attributes, and with no more
    decimals than a screen can show."""
    kept = _WIDTH_OF_NO_LINE.sub(r"\1/>", _SAID_ANYWAY.sub("", drawing))
    kept = _PLACE_OF_TEXT.sub(r'\1 x="\2" y="\3"', kept)
    return _GEOMETRY.sub(lambda found: _NO_FRACTION.sub("", _DECIMALS.sub(r"\1", found[0])), kept)


def png(picture: Picture, theme: Theme) -> bytes:
    return vl_convert.vegalite_to_png(_spec(picture, theme), vl_version=_VEGA_LITE, scale=_PNG_SCALE)


def named_rows(column: str) -> alt.Y:
    """A row for each name, in the order of the data, with the names to its left. To specify the order again
    would copy it, name by name, at each step."""
    return alt.Y(column, sort=None, axis=alt.Axis(title=None, domain=False, ticks=False, labelPadding=_GAP))


def language_colour(theme: Theme, legend: bool = True) -> alt.Color:
    """Colour by the column ``language``; rows that are named by their codecs need no legend."""
    return alt.Color(
        "language:N",
        scale=alt.Scale(domain=list(theme.languages), range=list(theme.languages.values())),
        legend=alt.Legend(title=None, orient="top") if legend else None,
    )


def language_shape() -> alt.Shape:
    """Shape by the column ``language``, so that colour is not the only distinction; names stand beside."""
    shapes = {one.title: one.shape for one in languages()}
    return alt.Shape("language:N", scale=alt.Scale(domain=[*shapes], range=[*shapes.values()]), legend=None)


def _spec(picture: Picture, theme: Theme) -> dict[str, Any]:
    """The whole description. Settings that Altair would check each time are added afterwards. On the
    report the words are around the picture, a file has them in it."""
    chart: Any = picture.chart
    spec: dict[str, Any] = visible_in(chart.to_dict(validate=False))
    config = _config(theme)
    if theme is PAGE:
        # vl-convert lays out each text to measure it, which takes as long as all the rest of drawing. So
        # names are drawn without a size, which the report gives them, in the room that they take on average.
        config["axisYDiscrete"] = {"labelFontSize": 0, "labelOffset": _BASELINE}
        config["padding"]["left"] += math.ceil(_LETTER_WIDTH * _longest_name(spec))
    else:
        caption = wrap(picture.caption, _CAPTION_WIDTH)
        spec["title"] = visible_in({"text": picture.title, "subtitle": caption})
    return spec | {"config": config}


def _longest_name(spec: Mapping[str, Any]) -> int:
    """How many letters the longest name of a row has; 0 where rows have no names."""
    lengths = [0]
    for layer in spec.get("layer", (spec,)):
        y = layer.get("encoding", {}).get("y", {})
        if y.get("type") == "nominal":
            rows = layer.get("data", spec.get("data"))["values"]
            lengths += [len(row[y["field"]]) for row in rows]
    return max(lengths)


def _config(theme: Theme) -> dict[str, Any]:
    text = {
        "labelColor": theme.quiet,
        "titleColor": theme.quiet,
        "labelFontSize": _FONT_SIZE,
        "titleFontSize": _FONT_SIZE,
        "titleFontWeight": "normal",
        # Names are written in full: two truncated ones could look the same, and finding where to cut takes as
        # long as all the rest of drawing.
        "labelLimit": 0,
    }
    return {
        "background": theme.background,
        "font": _FONT,
        # A browser without these fonts uses wider ones than those that were measured.
        "padding": {"left": 16, "right": 6, "top": 4, "bottom": 4},
        "view": {"stroke": None},
        "axis": {"gridColor": theme.line, "domainColor": theme.line, "tickColor": theme.line, **text},
        "legend": {"symbolFillColor": theme.quiet, "symbolStrokeColor": theme.quiet, **text},
        "title": {
            "color": theme.ink,
            "fontSize": _FONT_SIZE + 1,
            "anchor": "start",
            "frame": "bounds",
            "offset": 8,
            "subtitleColor": theme.quiet,
            "subtitleFontSize": _FONT_SIZE - 1,
        },
        "text": {"color": theme.ink, "fontSize": _FONT_SIZE - 1},
    }


def write_pictures(pictures: Sequence[Picture], directory: Path) -> list[Path]:
    """Writes ``NAME.svg`` and ``NAME.png`` of each picture, and returns the paths.

    Raises SerbenchError where they cannot be drawn, or the folder cannot be made or written.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SerbenchError(f"The pictures cannot be written to {directory}: {reason_of(error)}.") from error
    files = drawn("The pictures", lambda: [file for picture in pictures for file in _files(picture)])
    for name, content in files:
        write_output(directory / name, content)
    return [directory / name for name, _ in files]


def _files(picture: Picture) -> list[tuple[str, bytes]]:
    stem = re.sub(r"[^A-Za-z0-9._-]+", "_", picture.name)
    return [(f"{stem}.svg", svg(picture, FILE).encode()), (f"{stem}.png", png(picture, FILE))]
