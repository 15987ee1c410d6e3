"""The pictures of docs/pictures are those that its make.py draws from README's table."""

import importlib
import re
import struct
from collections.abc import Iterator
from types import ModuleType
from xml.etree import ElementTree

import pytest

from serbench.languages import languages
from serbench.locations import CHECKOUT

FOLDER = CHECKOUT / "docs" / "pictures"
README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
MOST_BYTES = 30_000
TABLE = """<!-- published -->
Published on 2027-01-02, commit `0123456789ab`, on amd:
Objects, ns of CPU time for one object, of `media`, with the rank on `log` (2027-01-01, `abcdefabcdef`).

| rank | codec | encode | decode | log | bytes | serialize | deserialize |
|:--|:--|--:|--:|--:|--:|--:|--:|
| **1** | **go/a** | **10.0 ±10%** | **30.0 ±5%** | **2** | **7** | **4.00 ±1%** | **5.00 −1/+2%*** |
| 2 | go/b | 100 −1/+2% | 300 ±1% | 1 | 9 |  |  |
| – | go/handcoded (hand-written) | 2.00 once | 3.00 ±1% |  | 5 |  |  |
<!-- /published -->
"""


@pytest.fixture(scope="module")
def make() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(FOLDER)
        yield importlib.import_module("make")


@pytest.fixture(scope="module")
def social(make: ModuleType) -> ModuleType:
    return importlib.import_module("social")


def test_the_pictures_are_those_of_the_table(make: ModuleType) -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.svg")}
    assert written == make.pictures(README), "docs/pictures/make.py draws them again"
    assert make.with_words(README) == README, "docs/pictures/make.py writes the text of the picture again"
    assert all(len(text.encode()) <= MOST_BYTES for text in written.values())


def test_readme_shows_each_picture_in_both_themes() -> None:
    shown = re.findall(r'(?:src|srcset)="docs/pictures/([\w-]+\.svg)"', README)
    assert sorted(shown) == sorted(path.name for path in FOLDER.glob("*.svg"))


def test_a_table_becomes_rows_with_times_added(make: ModuleType) -> None:
    table = make.published(TABLE)
    assert (table.workload, table.day, table.unit, table.machine) == ("media", "2027-01-02", "ns", "amd")
    first, second, by_hand = table.rows
    assert (first.language, first.name, first.rank, first.size_bytes) == ("go", "a", "1", "7")
    assert (first.low, first.middle, first.high) == (37.5, 40.0, 42.5)
    assert (second.low, second.high) == (396.0, 405.0)
    assert [row.own for row in table.rows] == [9.0, None, None]
    assert [row.is_by_hand for row in table.rows] == [False, False, True]
    assert "a in Go. The slowest library shown takes 10.0 to 10.0 times" in make.answer(table)
    assert by_hand.middle == 5.0


def test_a_time_has_three_digits_and_no_exponent(make: ModuleType) -> None:
    assert [make.digits(value) for value in (0.557, 12.0, 1234.0, 12849.0)] == [
        "0.557",
        "12",
        "1,230",
        "12,800",
    ]


def test_places_are_in_proportion_to_the_logarithms_of_times(make: ModuleType) -> None:
    scale = make.Scale(1.0, 100.0, 0.0, 10.0)
    start, middle, end = (scale.x(value) for value in (1.0, 10.0, 100.0))
    assert (start, middle, end) == pytest.approx((0.0, 5.0, 10.0))
    assert list(make.Scale(3.0, 60.0, 0.0, 1.0).ticks()) == [5, 10, 20, 50]
    assert list(make.Scale(3.0, 60.0, 0.0, 1.0).ticks((1,))) == [10]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_row_has_the_mark_of_its_language_and_its_words(make: ModuleType, theme: str) -> None:
    drawn = ElementTree.fromstring(make.choice(make.published(TABLE), theme))
    go = next(language for language in languages() if language.name == "go")
    marks = [one for one in drawn.iter() if one.tag.endswith("polygon")]
    colour = getattr(go.colours, theme)
    # The mark of the library's own message is hollow.
    assert [(one.get("fill"), one.get("stroke")) for one in marks] == [
        (colour, None),
        ("none", colour),
        (colour, None),
    ]
    texts = [one.text for one in drawn.iter() if one.tag.endswith("text")]
    assert {"Go", "a", "b", "40", "400", "7", "9", "ns"} <= set(texts)
    assert "handcoded (hand-written)" not in texts
    assert [one.get("stroke-dasharray") for one in drawn.iter() if one.get("stroke-dasharray")] == ["2 3"]


def test_each_language_has_a_mark_of_its_own(make: ModuleType) -> None:
    marks = {make.mark(language, 0, 0, 'fill="#000000"') for language in languages()}
    assert len(marks) == len(languages())


@pytest.mark.parametrize(
    "damage", [("±10%", ""), ("2027-01-02", "a day"), (", on amd", ""), ("<!-- /published -->", "")]
)
def test_a_table_that_cannot_be_drawn_is_refused(make: ModuleType, damage: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match=r"^README"):
        make.published(TABLE.replace(*damage))


def test_the_picture_beside_links_is_drawn_from_the_table(make: ModuleType, social: ModuleType) -> None:
    picture = (FOLDER / "social.png").read_bytes()
    source = social.social(make.published(README), social.json_codecs())
    assert social.source_of(picture) == source, "docs/pictures/make.py draws it again"
    assert struct.unpack_from(">4x4sII", picture, 8) == (b"IHDR", 1200, 630)
    assert len(picture) <= 150_000
    sizes = [int(size) for size in re.findall(r'font-size="(\d+)"', source)]
    assert min(sizes) >= 28
    texts = re.findall(r">([^<]+)</text>", source)
    assert {language.title for language in languages()} <= set(texts)


def test_it_shows_the_fastest_of_a_language_beside_its_json(make: ModuleType, social: ModuleType) -> None:
    rows = ("1 | rust/c | 5.00 ±1% | 5.00", "2 | rust/d | 9.00 ±1% | 6.00")
    rust = "".join(f"| {row} ±1% | 1 | 9 |  |  |\n" for row in rows)
    table = make.published(TABLE.replace("<!-- /", f"{rust}<!-- /"))
    json = {"go/b", "go/handcoded", "rust/d"}
    found = [
        (gap.language.name, gap.first.name, gap.json.name, gap.ratio) for gap in social.gaps(table, json)
    ]
    assert found == [("go", "a", "b", 10.0), ("rust", "c", "d", 1.5)]
    drawn = social.social(table, json)
    assert social.answer(social.gaps(table, json)[0]) == "In Go JSON takes 10.0 times as long as a."
    assert re.findall(r">(JSON[^<]*)</text>", drawn) == ["JSON: 10.0 × as long", "JSON"]
    assert ">an object of media, 2027-01-02, amd</text>" in drawn
    (kept,) = (gap for gap in social.gaps(table, {"rust/c"}))
    assert kept.first == kept.json
    with pytest.raises(ValueError, match=r"has no library of JSON"):
        social.social(table, set())


def test_its_source_stays_in_it(social: ModuleType) -> None:
    source = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"><!-- µs – × --></svg>'
    picture = social.png(source)
    assert picture.startswith(b"\x89PNG\r\n") and picture.endswith(b"IEND\xaeB\x60\x82")
    assert social.source_of(picture) == source
