"""Draws README's pictures, its published table as rows of dots and how a number is made, and the picture that
stands beside a link to the repository.

Run from the root: ``PYTHONPATH=src .venv/bin/python docs/pictures/make.py``. Every figure comes from the
table between README's marks ``published``, which ``./serbench archive pages`` writes, so picture and table
never differ. It also writes the text of the picture into README. Colours and marks are those of reports.
"""

import re
from html import escape
from pathlib import Path

from drawing import Drawing, Scale, colours, digits, mark
from published import Published, Row, answer, published
from social import json_codecs, png, social

from serbench.languages import languages
from serbench.languages.language import Language

HERE = Path(__file__).resolve().parent
README = HERE.parents[1] / "README.md"
THEMES = ("light", "dark")
_ALT = re.compile(r'(choice-light\.svg" alt=")[^"]*')
# Pixels: rows, what is above them, the ends of the scale, and the texts beside it.
_WIDTH, _ROW, _GAP, _TOP = 820, 19, 9, 58
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


def choice(table: Published, theme: str) -> str:
    """The published result: a row for each of the first libraries of a language, on one logarithmic scale."""
    drawing = Drawing(_WIDTH, colours(theme))
    groups = [(language, of) for language in languages() if (of := table.of(language))]
    by_hand = {language.name: one for language, _ in groups if (one := table.by_hand(language)) is not None}
    shown = [*by_hand.values(), *(row for _, of in groups for row in of)]
    own = [row.own for row in shown if row.own is not None]
    low = min([*own, *(row.low for row in shown)]) / 1.1
    high = max([*own, *(row.high for row in shown)]) * 1.1
    scale = Scale(low, high, _FROM_X, _TO_X)
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
    for x, words in ((_RANK_X, row.rank), (_TIME_X, digits(row.middle)), (_BYTES_X, row.size_bytes)):
        drawing.text(x, y + 14, words, anchor="end")
    low, high, middle = scale.x(row.low), scale.x(row.high), y + _ROW / 2
    width = max(high - low, 2.0)
    drawing.parts.append(
        f'<rect x="{(low + high - width) / 2:.1f}" y="{middle - 1.5:g}" width="{width:.1f}" height="3"'
        f' fill="{colour}"/>'
    )
    drawing.parts.append(mark(language, scale.x(row.middle), middle, f'fill="{colour}"'))
    if row.own is not None:
        hollow = f'fill="none" stroke="{colour}" stroke-width="1.5"'
        drawing.parts.append(mark(language, scale.x(row.own), middle, hollow))


def how_it_works(theme: str) -> str:
    """The way from a schema to a report, as a row of steps."""
    drawing, width, height = Drawing(_WIDTH, colours(theme)), 114, 76
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
    (HERE / "social.png").write_bytes(png(social(published(text), json_codecs())))
