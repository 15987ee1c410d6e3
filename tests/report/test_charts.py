"""The charts: what they hold, and that vl-convert draws them."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from report.folders import folder_of, hostile_folder, rows_of

from serbench.experiments.memory.report.contents import views_of
from serbench.experiments.memory.report.pictures import bars, level_curves, pictures_of
from serbench.experiments.memory.report.results import memory_results
from serbench.experiments.memory.report.view import View
from serbench.experiments.reporting import report_of
from serbench.operations import OPERATION_BY_NAME
from serbench.record.run_folder import RunFolder
from serbench.report.charts.marks import log_ticks, spread
from serbench.report.charts.picture import FILE, PAGE, png, svg
from serbench.report.report import all_pictures


def views(folder: RunFolder) -> list[View]:
    return views_of(memory_results(folder.record, folder.rows))


def view_of(path: Path) -> View:
    return views(folder_of(path))[0]


def labels(text: str) -> set[str]:
    """The texts that a screen reader says of the marks."""
    return set(re.findall(r'<path aria-label="([^"]*)" role="graphics-symbol"', text))


def test_axes_have_few_lines_at_round_numbers() -> None:
    assert log_ticks(0.5, 2000) == [1, 10, 100, 1000]
    assert log_ticks(1, 50) == [1, 2, 5, 10, 20, 50]
    assert log_ticks(10_000, 20_000) == []


def test_names_are_moved_apart_in_their_order() -> None:
    assert spread([0.0, 10.0], 2.0) == [0.0, 10.0]
    assert spread([5.0, 5.0], 2.0) == [4.0, 6.0]
    # Only those move that would overlap, and no further than they must.
    assert spread([5.5, 5.0, 20.0], 2.0) == [6.25, 4.25, 20.0]
    assert spread([0.0, 1.0, 3.5], 2.0) == [-0.5, 1.5, 3.5]


def test_a_picture_says_each_measurement_and_leads_to_it(tmp_path: Path) -> None:
    drawn = {picture.name: svg(picture, PAGE) for picture in pictures_of(view_of(tmp_path), PAGE)}
    assert list(drawn) == ["record-encode", "record-decode", "record-serialize"]
    assert labels(drawn["record-encode"]) == {
        "cpp/a, encode: 4.00 µs (4.00 to 4.00)",
        "cpp/c, encode: 2.00 µs (2.00 to 2.00)",
    }
    assert re.findall(r'href="([^"]*)"', drawn["record-encode"]) == [
        "#cell/cpp%2Fc/record/encode",
        "#cell/cpp%2Fa/record/encode",
    ]
    assert "var(--cpp)" in drawn["record-encode"]


def test_the_floor_of_an_operation_is_a_line(tmp_path: Path) -> None:
    drawn = {picture.name: svg(picture, PAGE) for picture in pictures_of(view_of(tmp_path), PAGE)}
    assert 'aria-label="floor cpp/floor"' in drawn["record-decode"]
    assert "floor" not in drawn["record-encode"]


def test_files_have_the_dots_of_every_operation_that_was_measured(tmp_path: Path) -> None:
    rows = [
        *rows_of(),
        *(replace(row, operation="roundtrip") for row in rows_of() if row.operation == "decode"),
    ]
    runners = [
        {"codec": "cpp/c", "workload": "record", "operations": {}, "not_read": ["roundtrip"]},
        {"codec": "cpp/floor", "workload": "record", "operations": {}, "floor": True},
    ]
    pictures = all_pictures(report_of(folder_of(tmp_path, rows, runners=runners)), FILE)
    named = {picture.name: picture for picture in pictures}
    assert [name for name in named if name.rpartition("-")[2] in OPERATION_BY_NAME] == [
        "record-encode",
        "record-decode",
        "record-serialize",
        "record-roundtrip",
    ]
    assert labels(svg(named["record-serialize"], FILE)) == {"cpp/a, serialize: 3.00 µs (3.00 to 3.00)"}
    drawn = svg(named["record-roundtrip"], FILE)
    assert {label.partition(":")[0] for label in labels(drawn)} == {
        "cpp/a, roundtrip",
        "cpp/b, roundtrip",
        "cpp/c, roundtrip",
    }
    # The floor is a line, and what reads nothing has another shape.
    assert 'aria-label="floor cpp/floor"' in drawn and ">nothing is read<" in drawn


def test_a_file_has_colours_of_its_own_and_no_links(tmp_path: Path) -> None:
    size, time = bars(view_of(tmp_path), FILE)
    assert (size.name, time.name) == ("record-size", "record-time")
    drawn = svg(size, FILE)
    assert "var(" not in drawn and "href" not in drawn
    assert ">17416<" in drawn and ">100<" in drawn
    assert ">Size<" in drawn and "The mean size of a message. Less is better." in drawn
    assert png(time, FILE).startswith(b"\x89PNG")


def test_the_pictures_of_a_folder_name_their_workload_and_say_what_they_show(tmp_path: Path) -> None:
    pictures = {picture.name: picture for picture in all_pictures(report_of(folder_of(tmp_path)), FILE)}
    assert pictures["record-decode"].title == "record: Time to decode"
    words = " ".join(re.sub(r"<[^>]+>", " ", svg(pictures["record-decode"], FILE)).split())
    assert "record: Time to decode" in words
    assert "Dashed lines are floors: cpp/floor." in words


def test_a_strangers_name_stays_text_in_a_picture(tmp_path: Path) -> None:
    folder = hostile_folder(tmp_path)
    drawn = [svg(picture, PAGE) for picture in pictures_of(views(folder)[0], PAGE)]
    assert drawn
    assert not any("<script" in text for text in drawn)
    assert any("&lt;script&gt;" in text for text in drawn)


@pytest.mark.parametrize(
    ("workloads", "curves"), [(("n:levels=1", "n:levels=4"), 1), (("n:levels=1", "n"), 0)]
)
def test_a_curve_needs_two_settings_of_one_parameter(
    tmp_path: Path, workloads: tuple[str, str], curves: int
) -> None:
    rows = [replace(row, workload=name) for name in workloads for row in rows_of()]
    found = level_curves(views(folder_of(tmp_path, rows)), PAGE)
    assert len(found) == curves
    for picture in found:
        assert labels(svg(picture, PAGE)) == {
            "cpp/a, levels 1: 12.0 µs",
            "cpp/a, levels 4: 12.0 µs",
            "cpp/c, levels 1: 6.00 µs",
            "cpp/c, levels 4: 6.00 µs",
        }
