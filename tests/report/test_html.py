"""The HTML page of a run: one file, whole without a network, in which every name is text."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from report.folders import folder_of, hostile_folder

from serbench.errors import SerbenchError
from serbench.report.html import html, write_html
from serbench.report.page import page_of


class _Outline(HTMLParser):
    """The tags of a page with their attributes, and its texts by the tag around them."""

    VOID = ("meta", "br", "img")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append((self.open[-1], " ".join(data.split())))


def outline(text: str) -> _Outline:
    found = _Outline()
    found.feed(text)
    found.close()
    assert found.open == []
    return found


def test_the_answer_comes_first_then_tables_machine_and_how_to_repeat(tmp_path: Path) -> None:
    found = outline(html(page_of(folder_of(tmp_path))))
    words = [text for tag, text in found.texts if tag in ("h1", "h2", "p")]
    assert words[:2] == [
        "serbench run 20261121-210700",
        "On record, cpp/c is the fastest: encoding and decoding one object takes it 6.00 µs.",
    ]
    assert [text for tag, text in found.texts if tag == "h2"] == [
        "record",
        "Machine and versions",
        "How to repeat",
    ]
    cells = [text for tag, text in found.texts if tag == "td"]
    assert cells[:4] == ["1", "cpp/c", "2.00 ±0.1%", "4.00 ±0.0%"]
    assert ("pre", "./serbench run --codecs 'cpp/*'") in found.texts
    assert ("dt", "processor") in found.texts
    assert ("pre", "runner") in found.texts


def test_bars_are_shares_of_the_slowest(tmp_path: Path) -> None:
    styles = [
        value for name, value in outline(html(page_of(folder_of(tmp_path)))).attributes if name == "style"
    ]
    assert styles == ["width: 50.0%", "width: 100.0%"]


def test_it_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    text = html(page_of(folder_of(tmp_path)))
    assert not re.search(r"https?://|url\(|@import|\bsrc=|<script|<link|<iframe", text)
    assert "prefers-color-scheme: dark" in text
    assert "default-src 'none'" in text


def test_a_codec_named_script_is_text(tmp_path: Path) -> None:
    found = outline(html(page_of(hostile_folder(tmp_path))))
    assert not {"script", "b", "i", "u", "img"} & set(found.tags)
    assert ("td", "cpp/<script>alert(1)</script>|*_`") in found.texts
    assert ("dd", "<img src=x>") in found.texts
    assert ("pre", "./serbench run '```' '</pre><script>'") in found.texts
    assert any("Said <b>“no”</b> & | died with [it](x)" in text for _, text in found.texts)


def test_it_lies_in_the_run_or_where_it_is_asked_for(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    folder.path.mkdir()
    assert write_html(folder) == folder.path / "report.html"
    other = tmp_path / "page.html"
    assert write_html(folder, other) == other
    assert other.read_bytes() == (folder.path / "report.html").read_bytes()
    with pytest.raises(SerbenchError, match="could not be written"):
        write_html(folder, tmp_path / "nowhere" / "page.html")
