"""What all pictures are drawn with: an SVG that grows, a scale, the marks and colours of reports."""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from serbench.languages.language import Language

_WEB = Path(__file__).resolve().parents[2] / "src" / "serbench" / "report" / "web"
_TICKS = (1, 2, 5)
_MARK = 10


@dataclass(slots=True)
class Drawing:
    """An SVG picture of a width that grows by elements. ``colours`` are ink, paper, quiet, line and tint of a
    theme. Words above ``plain`` pixels are bold, and corners have a radius of ``corner``."""

    width: int
    colours: Mapping[str, str]
    plain: int = 13
    corner: int = 8
    parts: list[str] = field(default_factory=list)

    def text(
        self, x: float, y: float, words: str, colour: str = "ink", anchor: str = "start", size: int = 0
    ) -> None:
        """Words at a place, of ``plain`` pixels unless their size is given."""
        weight = ' font-weight="600"' if size > self.plain else ""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" fill="{self.colours[colour]}" text-anchor="{anchor}"'
            f' font-size="{size or self.plain}"{weight}>{escape(words)}</text>'
        )

    def path(self, way: str, colour: str, more: str = "") -> None:
        self.parts.append(f'<path d="{way}" fill="none" stroke="{self.colours[colour]}"{more}/>')

    def svg(self, height: float, label: str) -> str:
        """The whole file; ``label`` says what the picture shows."""
        size = f'width="{self.width}" height="{height:g}"'
        font = 'font-family="system-ui, Arial, Helvetica, sans-serif"'
        return "\n".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {height:g}" {size} {font}'
                f' role="img" aria-label="{escape(label)}">',
                f'<rect {size} rx="{self.corner}" fill="{self.colours["paper"]}"/>',
                *self.parts,
                "</svg>\n",
            )
        )


@dataclass(frozen=True, slots=True)
class Scale:
    """A logarithmic scale of times, from one place to another."""

    low: float
    high: float
    from_x: float
    to_x: float

    def x(self, value: float) -> float:
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return self.from_x + share * (self.to_x - self.from_x)

    def ticks(self, steps: tuple[int, ...] = _TICKS) -> Iterator[float]:
        """The round numbers on it: these times powers of ten."""
        for power in range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1):
            yield from (at for step in steps if self.low <= (at := step * 10.0**power) <= self.high)


def digits(value: float) -> str:
    """Three significant digits, without an exponent."""
    return f"{float(f'{value:.3g}'):,.10g}"


def mark(language: Language, x: float, y: float, paint: str, size: float = _MARK) -> str:
    """The mark of a language in reports, around a place; ``paint`` are the attributes that fill it."""
    css = (_WEB / "report.css").read_text(encoding="utf-8")
    polygon = re.search(rf"--{language.shape}: polygon\(([^)]*)\)", css)
    inset = re.search(rf"--{language.shape}: inset\((\d+)%\)", css)
    if inset is not None:
        side = size * (1 - int(inset[1]) / 50)
        box = f'x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side:.1f}" height="{side:.1f}"'
        return f"<rect {box} {paint}/>"
    if polygon is None:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size / 2:g}" {paint}/>'
    corners = ([float(part.rstrip("%")) / 100 - 0.5 for part in one.split()] for one in polygon[1].split(","))
    points = " ".join(f"{x + size * right:.1f},{y + size * down:.1f}" for right, down in corners)
    return f'<polygon points="{points}" {paint}/>'


def colours(theme: str) -> dict[str, str]:
    """The colours of a report in a theme, by their names."""
    template = (_WEB / "report.html.j2").read_text(encoding="utf-8")
    macro = template.partition(f"macro {theme}()")[2].partition("endmacro")[0]
    return dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", macro))
