"""Draws README's pictures: its published table as rows of dots, and how a number is made.

Run from the root: ``PYTHONPATH=src .venv/bin/python docs/pictures/make.py``. Every figure comes from the
table between README's marks ``published``, which ``./serbench archive pages`` writes, so picture and table
never differ. It also writes the text of the picture into README. Colours and marks are those of reports.
"""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from serbench.languages import languages
from serbench.languages.language import Language

HERE = Path(__file__).resolve().parent
README = HERE.parents[1] / "README.md"
THEMES = ("light", "dark")
_WEB = HERE.parents[1] / "src" / "serbench" / "report" / "web"
_BAND = re.compile(r"<!-- published -->\n(.*?)<!-- /published -->", re.DOTALL)
# The workload, the day and the unit, as the sentence above the table tells them.
_FACTS = (r"`(?:\./serbench run )?([a-z]+)`", r"(20\d\d-\d\d-\d\d)", r"(ns|µs|ms) of CPU time")
# A time with its interval, which may be uneven; that of one fork has none.
_TIME = re.compile(r"([\d.]+) (?:±([\d.]+)%|−([\d.]+)/\+([\d.]+)%|once)\*?")
_OWN = ("serialize", "deserialize")
_ALT = re.compile(r'(choice-light\.svg" alt=")[^"]*')
# The first of each language, by rank.
_MOST_OF_A_LANGUAGE = 3
_TICKS = (1, 2, 5)
# Pixels: rows, what is above them, the ends of the scale, and the texts beside it.
_WIDTH, _ROW, _GAP, _TOP, _MARK = 820, 19, 9, 58, 10
_FROM_X, _TO_X = 262, 700
_LANGUAGE_X, _RANK_X, _NAME_X, _TIME_X, _BYTES_X = 14, 134, 146, 752, 806
_NOTE = (
    "Hollow: from the library's own message. Dotted: hand-written code for this schema. Lines: the intervals"
    " of both times, added."
)
# Each step with what it is; an arrow leads to the next.
STEPS = (
    ("schema", ("a workload's,", "or yours")),
    ("types", ("generated in", "six languages")),
    ("executables", ("one per codec:", "adapter + library")),
    ("forks", ("processes, in", "shuffled rounds")),
    ("checks", ("values, before", "and after timing")),
    ("report", ("intervals and", "ranges of ranks")),
)


@dataclass(frozen=True, slots=True)
class Row:
    """A codec of README's table. ``rank`` is empty for a reference. ``low``, ``middle`` and ``high`` are CPU
    times to encode and decode one object, in the table's unit; the intervals of both are added. ``own`` is
    the middle of those from the library's own message, None where it has none."""

    language: str
    name: str
    rank: str
    low: float
    middle: float
    high: float
    size_bytes: str
    own: float | None = None

    @property
    def is_by_hand(self) -> bool:
        return not self.rank and "(hand-written)" in self.name


@dataclass(frozen=True, slots=True)
class Published:
    """README's published table, with the workload and the day of its run, and the unit of its times."""

    rows: tuple[Row, ...]
    workload: str
    day: str
    unit: str

    def of(self, language: Language) -> list[Row]:
        """The libraries of a language that the picture shows."""
        ranked = [row for row in self.rows if row.language == language.name and row.rank]
        return ranked[:_MOST_OF_A_LANGUAGE]

    def by_hand(self, language: Language) -> Row | None:
        """The hand-written reference of a language."""
        return next((row for row in self.rows if row.language == language.name and row.is_by_hand), None)


@dataclass(slots=True)
class Drawing:
    """An SVG picture that grows by elements. ``colours`` are ink, paper, quiet, line and tint of a theme."""

    colours: Mapping[str, str]
    parts: list[str] = field(default_factory=list)

    def text(
        self, x: float, y: float, words: str, colour: str = "ink", anchor: str = "start", size: int = 13
    ) -> None:
        """Words at a place; those above 13 pixels are bold."""
        weight = ' font-weight="600"' if size > 13 else ""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" fill="{self.colours[colour]}" text-anchor="{anchor}"'
            f' font-size="{size}"{weight}>{escape(words)}</text>'
        )

    def path(self, way: str, colour: str, more: str = "") -> None:
        self.parts.append(f'<path d="{way}" fill="none" stroke="{self.colours[colour]}"{more}/>')

    def svg(self, height: float, label: str) -> str:
        """The whole file; ``label`` says what the picture shows."""
        size = f'width="{_WIDTH}" height="{height:g}"'
        font = 'font-family="system-ui, Arial, Helvetica, sans-serif"'
        return "\n".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:g}" {size} {font}'
                f' role="img" aria-label="{escape(label)}">',
                f'<rect {size} rx="8" fill="{self.colours["paper"]}"/>',
                *self.parts,
                "</svg>\n",
            )
        )


def published(readme: str) -> Published:
    """README's published table. Raises ValueError for a table that cannot be drawn."""
    band = _BAND.search(readme)
    told = band[1].partition("\n\n|")[0] if band else ""
    facts = [re.search(pattern, told) for pattern in _FACTS]
    workload, day, unit = (fact[1] if fact is not None else "" for fact in facts)
    if band is None or not (workload and day and unit):
        raise ValueError("README has no published table with a workload, a day and a unit of CPU time")
    names, _, *lines = (_cells(line) for line in band[1].splitlines() if line.startswith("|"))
    rows = tuple(_row(dict(zip(names, cells, strict=True))) for cells in lines)
    return Published(rows, workload, day, unit)


def _cells(line: str) -> list[str]:
    return [cell.strip().strip("*") for cell in line.strip("|").split("|")]


def _row(cells: Mapping[str, str]) -> Row:
    found = [_time(cells.get(name, "")) for name in ("encode", "decode")]
    times = [time for time in found if time is not None]
    if len(times) != len(found):
        raise ValueError(f"README's row of {cells['codec']} lacks a time of encode or decode")
    language, _, name = cells["codec"].partition("/")
    low, middle, high = (sum(part) for part in zip(*times, strict=True))
    of_own = [time[1] for name in _OWN if (time := _time(cells.get(name, ""))) is not None]
    own = sum(of_own) if len(of_own) == len(_OWN) else None
    return Row(
        language, name, cells["rank"].strip("–") and cells["rank"], low, middle, high, cells["bytes"], own
    )


def _time(text: str) -> tuple[float, float, float] | None:
    """The low end, the middle and the high end of a time; None for a cell that has none."""
    found = _TIME.fullmatch(text)
    if found is None:
        return None
    middle = float(found[1])
    down, up = (float(share or found[2] or 0) / 100 for share in (found[3], found[4]))
    return middle * (1 - down), middle, middle * (1 + up)


def answer(table: Published) -> str:
    """Three sentences that say what the picture of the result shows, for those who do not see it."""
    groups = [(language, of) for language in languages() if (of := table.of(language))]
    firsts = [f"{of[0].name} in {language.title}" for language, of in groups]
    ratios = [of[-1].middle / of[0].middle for _, of in groups if len(of) > 1]
    return (
        f"Fastest to encode and decode an object of {table.workload} on {table.day}: {', '.join(firsts)}."
        f" The slowest library shown takes {min(ratios):.1f} to {max(ratios):.1f} times as long as the first"
        " of its language. Compare within a language: more differs between languages than the library."
    )


def choice(table: Published, theme: str) -> str:
    """The published result: a row for each of the first libraries of a language, on one logarithmic scale."""
    drawing = Drawing(_colours(theme))
    groups = [(language, of) for language in languages() if (of := table.of(language))]
    by_hand = {language.name: one for language, _ in groups if (one := table.by_hand(language)) is not None}
    shown = [*by_hand.values(), *(row for _, of in groups for row in of)]
    own = [row.own for row in shown if row.own is not None]
    scale = Scale(
        min([*own, *(row.low for row in shown)]) / 1.1, max([*own, *(row.high for row in shown)]) * 1.1
    )
    bottom = _TOP + sum(len(of) * _ROW + _GAP for _, of in groups)
    _draw_head(drawing, table, scale, bottom - _GAP)
    y = float(_TOP)
    for language, of in groups:
        if language.name in by_hand:
            way = f"M{scale.x(by_hand[language.name].middle):.1f} {y:g}v{len(of) * _ROW}"
            drawing.path(way, "quiet", ' stroke-dasharray="2 3"')
        drawing.text(_LANGUAGE_X, y + 14, language.title, size=14)
        for row in of:
            _draw_row(drawing, row, y, scale, language, getattr(language.colours, theme))
            y += _ROW
        y += _GAP
    drawing.text(_LANGUAGE_X, bottom + 14, _NOTE, "quiet", size=12)
    return drawing.svg(bottom + 28, answer(table))


@dataclass(frozen=True, slots=True)
class Scale:
    """A logarithmic scale of times."""

    low: float
    high: float

    def x(self, value: float) -> float:
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return _FROM_X + share * (_TO_X - _FROM_X)

    def ticks(self) -> Iterator[float]:
        """The round numbers on it."""
        for power in range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1):
            yield from (at for step in _TICKS if self.low <= (at := step * 10.0**power) <= self.high)


def _draw_head(drawing: Drawing, table: Published, scale: Scale, bottom: float) -> None:
    title = f"{table.unit} of CPU time to encode and decode one object of {table.workload}"
    drawing.text(_LANGUAGE_X, 24, title, size=15)
    drawing.text(_BYTES_X, 24, f"measured on {table.day}", "quiet", "end")
    for x, word in ((_RANK_X, "rank"), (_TIME_X, table.unit), (_BYTES_X, "bytes")):
        drawing.text(x, _TOP - 10, word, "quiet", "end")
    for tick in scale.ticks():
        drawing.path(f"M{scale.x(tick):.1f} {_TOP}V{bottom}", "line")
        drawing.text(round(scale.x(tick), 1), _TOP - 10, f"{tick:g}", "quiet", "middle")


def _draw_row(drawing: Drawing, row: Row, y: float, scale: Scale, language: Language, colour: str) -> None:
    """A codec: its words, its interval, which is at least two pixels wide, and its mark."""
    drawing.text(_NAME_X, y + 14, row.name)
    for x, words in ((_RANK_X, row.rank), (_TIME_X, _digits(row.middle)), (_BYTES_X, row.size_bytes)):
        drawing.text(x, y + 14, words, anchor="end")
    low, high, middle = scale.x(row.low), scale.x(row.high), y + _ROW / 2
    width = max(high - low, 2.0)
    drawing.parts.append(
        f'<rect x="{(low + high - width) / 2:.1f}" y="{middle - 1.5:g}" width="{width:.1f}" height="3"'
        f' fill="{colour}"/>'
    )
    drawing.parts.append(_mark(language, scale.x(row.middle), middle, f'fill="{colour}"'))
    if row.own is not None:
        hollow = f'fill="none" stroke="{colour}" stroke-width="1.5"'
        drawing.parts.append(_mark(language, scale.x(row.own), middle, hollow))


def _digits(value: float) -> str:
    """Three significant digits, without an exponent."""
    return f"{float(f'{value:.3g}'):,.10g}"


def _mark(language: Language, x: float, y: float, paint: str) -> str:
    """The mark of a language in reports, around a place; ``paint`` are the attributes that fill it."""
    css = (_WEB / "report.css").read_text(encoding="utf-8")
    polygon = re.search(rf"--{language.shape}: polygon\(([^)]*)\)", css)
    inset = re.search(rf"--{language.shape}: inset\((\d+)%\)", css)
    if inset is not None:
        side = _MARK * (1 - int(inset[1]) / 50)
        box = f'x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side:.1f}" height="{side:.1f}"'
        return f"<rect {box} {paint}/>"
    if polygon is None:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_MARK / 2:g}" {paint}/>'
    corners = ([float(part.rstrip("%")) / 100 - 0.5 for part in one.split()] for one in polygon[1].split(","))
    points = " ".join(f"{x + _MARK * right:.1f},{y + _MARK * down:.1f}" for right, down in corners)
    return f'<polygon points="{points}" {paint}/>'


def _colours(theme: str) -> dict[str, str]:
    """The colours of a report in a theme, by their names."""
    template = (_WEB / "report.html.j2").read_text(encoding="utf-8")
    macro = template.partition(f"macro {theme}()")[2].partition("endmacro")[0]
    return dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", macro))


def how_it_works(theme: str) -> str:
    """The way from a schema to a report, as a row of steps."""
    drawing, width, height = Drawing(_colours(theme)), 114, 76
    step = (_WIDTH - 2 * _LANGUAGE_X) / len(STEPS)
    for at, (name, words) in enumerate(STEPS):
        x = _LANGUAGE_X + at * step + (step - width) / 2
        drawing.parts.append(
            f'<rect x="{x:.1f}" y="14" width="{width}" height="{height}" rx="6"'
            f' fill="{drawing.colours["tint"]}" stroke="{drawing.colours["line"]}"/>'
        )
        drawing.text(x + width / 2, 36, name, anchor="middle", size=14)
        for line, one in enumerate(words):
            drawing.text(x + width / 2, 56 + 16 * line, one, "quiet", "middle", 12)
        if at + 1 < len(STEPS):
            drawing.path(f"M{x + width + 3:.1f} 52h{step - width - 8:.1f}m-4 -4l4 4l-4 4", "quiet")
    said = ", ".join(f"{name} ({' '.join(words)})" for name, words in STEPS)
    return drawing.svg(height + 28, f"How a number is made: {said}.")


def pictures(readme: str) -> dict[str, str]:
    """The files of this folder by name."""
    table = published(readme)
    made = {f"choice-{theme}.svg": choice(table, theme) for theme in THEMES}
    return made | {f"how-it-works-{theme}.svg": how_it_works(theme) for theme in THEMES}


def with_words(readme: str) -> str:
    """README with the words of the picture of its result."""
    words = escape(answer(published(readme)))
    return _ALT.sub(lambda found: f"{found[1]}{words}", readme)


if __name__ == "__main__":
    text = README.read_text(encoding="utf-8")
    README.write_text(with_words(text), encoding="utf-8")
    for name, picture in pictures(text).items():
        (HERE / name).write_text(picture, encoding="utf-8")
