"""The colours of languages: far enough apart for people with any kind of colour vision, on either page."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from serbench.languages import languages
from serbench.report.web import writing

# What a person without one kind of cones sees of linear red, green and blue (Machado, Oliveira and Fernandes,
# "A physiologically-based model for simulation of color vision deficiency", IEEE Transactions on
# Visualization and Computer Graphics 15, 2009, pages 1291-1298, severity 1).
VISIONS = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# Of the palette as it was searched; none may become less.
LEAST: dict[str, dict[str, float]] = {
    "light": {"normal": 39, "protanopia": 27.5, "deuteranopia": 27.9, "tritanopia": 23},
    "dark": {"normal": 45, "protanopia": 35, "deuteranopia": 34, "tritanopia": 28},
}
Colour = tuple[float, float, float]


def linear(colour: str) -> Colour:
    """The light of sRGB (IEC 61966-2-1)."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return red, green, blue


def seen(colour: str, vision: str) -> Colour:
    light = linear(colour)
    parts = (sum(a * b for a, b in zip(row, light, strict=True)) for row in VISIONS[vision])
    red, green, blue = (min(1.0, max(0.0, part)) for part in parts)
    return red, green, blue


def lab(light: Colour) -> Colour:
    """CIE L*a*b* of linear sRGB, D65."""
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.9505, 1.0, 1.089)
    x, y, z = (
        sum(a * b for a, b in zip(row, light, strict=True)) / of for row, of in zip(rows, white, strict=True)
    )
    f, g, h = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * g - 16, 500 * (f - g), 200 * (g - h)


def difference(one: str, other: str, vision: str) -> float:
    """ΔE of 1976."""
    pairs = zip(lab(seen(one, vision)), lab(seen(other, vision)), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2."""
    weights = (0.2126, 0.7152, 0.0722)
    lights = (sum(w * c for w, c in zip(weights, linear(colour), strict=True)) for colour in (one, other))
    low, high = sorted(lights)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("page", ["light", "dark"])
@pytest.mark.parametrize("vision", VISIONS)
def test_two_languages_differ_for_everybody(page: str, vision: str) -> None:
    colours = [getattr(language.colours, page) for language in languages()]
    least = min(difference(one, other, vision) for one, other in combinations(colours, 2))
    assert least >= LEAST[page][vision]


@pytest.mark.parametrize("page", ["light", "dark"])
def test_marks_stand_out_from_the_page(page: str) -> None:
    template = (Path(writing.__file__).parent / "report.html.j2").read_text(encoding="utf-8")
    papers = dict(zip(("light", "dark"), re.findall("--paper: (#[0-9a-f]{6})", template), strict=True))
    for language in languages():
        assert contrast(getattr(language.colours, page), papers[page]) >= 3, language.name


def test_every_language_has_a_shape_and_a_colour_of_a_terminal_of_its_own() -> None:
    shapes = [language.shape for language in languages()]
    terminals = [language.colours.terminal for language in languages()]
    assert len(set(shapes)) == len(set(terminals)) == len(languages())
