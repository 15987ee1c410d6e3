"""The picture that stands beside a link to the repository: JSON and the fastest library of each language in
README's table.

It is a PNG, because sites that show links draw no SVG. The SVG that it is drawn from is inside it as a text.
"""

import struct
import zlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass

import vl_convert
from drawing import Drawing, Scale, colours, mark
from published import Published, Row

from serbench.languages import languages
from serbench.languages.language import Language
from serbench.selection.discovery import find_adapters

_JSON = "json"
# Pixels. No letter is smaller than _PLAIN: sites show the picture at a third of its size.
WIDTH, HEIGHT, _PLAIN, _MARK = 1200, 630, 28, 24
_LEFT, _RIGHT, _FIRST_Y, _ROW = 48, 1152, 222, 60
# Between the marks at both ends the names of libraries stand at the left, and JSON's gap at the right.
_FROM_X, _TO_X = 440, 860
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
# The keyword of a compressed text, which has neither a language nor a translation.
_SOURCE = b"Source\0\x01\0\0\0"


@dataclass(frozen=True, slots=True)
class Gap:
    """The fastest library of a language, and its fastest library of JSON."""

    language: Language
    first: Row
    json: Row

    @property
    def ratio(self) -> float:
        return self.json.middle / self.first.middle


def json_codecs() -> frozenset[str]:
    """The codecs whose format is JSON."""
    return frozenset(codec.name for codec in find_adapters() if codec.format == _JSON)


def gaps(table: Published, json: Collection[str]) -> list[Gap]:
    """The gap of each language that has libraries of JSON and others in the table."""
    found = []
    for language in languages():
        ranked = [row for row in table.rows if row.language == language.name and row.rank]
        of_json = [row for row in ranked if f"{row.language}/{row.name}" in json]
        if of_json and len(ranked) > 1:
            first, fastest = (min(of, key=lambda row: row.middle) for of in (ranked, of_json))
            found.append(Gap(language, first, fastest))
    return found


def social(table: Published, json: Collection[str]) -> str:
    """The picture as SVG. Raises ValueError for a table without libraries of JSON."""
    shown = gaps(table, json)
    if not shown:
        raise ValueError("README's published table has no library of JSON beside others")
    drawing = Drawing(WIDTH, colours("light"), _PLAIN, corner=0)
    times = [row.middle for gap in shown for row in (gap.first, gap.json)]
    scale = Scale(min(times), max(times), _FROM_X, _TO_X)
    drawing.text(_LEFT, 84, "Which serializer?", size=64)
    drawing.text(_RIGHT, 84, "serbench", "quiet", "end", size=36)
    drawing.text(
        _LEFT, 136, "CPU time to encode and decode: the fastest well-known library, and JSON", "quiet"
    )
    for tick in scale.ticks((1,)):
        drawing.path(f"M{scale.x(tick):.1f} {_FIRST_Y - 28}v{_MARK / 2:g}", "quiet", ' stroke-width="2"')
        drawing.text(round(scale.x(tick), 1), _FIRST_Y - 36, f"{tick:,g} {table.unit}", "quiet", "middle")
    largest = max(shown, key=lambda gap: gap.ratio)
    for at, gap in enumerate(shown):
        _draw(drawing, gap, _FIRST_Y + at * _ROW, scale, gap is largest)
    told = f"an object of {table.workload}, {table.day}, {table.machine}"
    drawing.text(_LEFT, HEIGHT - 30, told, "quiet")
    return drawing.svg(HEIGHT, f"Which serializer? {answer(largest)}")


def answer(gap: Gap) -> str:
    """The gap in a sentence."""
    return f"In {gap.language.title} JSON takes {gap.ratio:.1f} times as long as {gap.first.name}."


def _draw(drawing: Drawing, gap: Gap, y: float, scale: Scale, is_largest: bool) -> None:
    """A language: its name, a line from its fastest library to its JSON, and a mark at both ends."""
    baseline, colour = y + _PLAIN / 3, gap.language.colours.light
    start, end = scale.x(gap.first.middle), scale.x(gap.json.middle)
    drawing.text(_LEFT, baseline, gap.language.title, size=32)
    drawing.path(f"M{start:.1f} {y:g}H{end:.1f}", "quiet", ' stroke-width="4"')
    drawing.parts.append(mark(gap.language, start, y, f'fill="{colour}"', _MARK))
    if gap.json == gap.first:
        drawing.text(end + _MARK, baseline, "JSON")
        return
    paper = drawing.colours["paper"]
    hollow = f'fill="{paper}" stroke="{colour}" stroke-width="4"'
    drawing.parts.append(mark(gap.language, end, y, hollow, _MARK))
    drawing.text(start - _MARK, baseline, gap.first.name, anchor="end")
    words = f"JSON: {gap.ratio:.1f} × as long" if is_largest else "JSON"
    drawing.text(end + _MARK, baseline, words, size=_PLAIN + is_largest)


def png(svg: str) -> bytes:
    """The picture as PNG, with its source, and packed as small as it goes."""
    drawn = vl_convert.svg_to_png(svg)
    text = _SOURCE + zlib.compress(svg.encode(), 9)
    header, *others = _chunks(drawn)
    pixels = zlib.decompress(b"".join(data for kind, data in others if kind == b"IDAT"))
    kept = [header, (b"iTXt", text), (b"IDAT", zlib.compress(pixels, 9)), (b"IEND", b"")]
    return _SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in kept
    )


def source_of(picture: bytes) -> str:
    """The SVG inside a PNG of ``png``."""
    (text,) = (data for kind, data in _chunks(picture) if kind == b"iTXt")
    return zlib.decompress(text.removeprefix(_SOURCE)).decode()


def _chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The kind and the data of each chunk of a PNG."""
    at = len(_SIGNATURE)
    while at < len(picture):
        size, kind = struct.unpack_from(">I4s", picture, at)
        yield kind, picture[at + 8 : at + 8 + size]
        at += size + 12
