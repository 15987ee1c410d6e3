"""Where marks stand on the scale of a table, and what a group of rows has in common."""

import re
from dataclasses import replace
from math import log10

import pytest

from serbench.report.table import Cell, Column, Dot, Line, Table
from serbench.report.web.rows import Chart, chart_of
from serbench.statistics.estimate import Estimate
from serbench.statistics.noise import NoiseFloor


def line(codec: str, value: float, rank: str = "1", kind: str = "", is_rate: bool = False) -> Line:
    time = Estimate.of([value * (1 + step / 100) for step in (-2, -1, 0, 1, 2)])
    cells = (Cell(rank), Cell(codec), Cell(f"{value:g}", value, "#cell/a"))
    return Line(cells, kind, dot=Dot.of(codec, value, time, is_rate), group="C++")


def chart(*lines: Line) -> Chart:
    columns = (Column("rank", is_text=True), Column("codec", is_text=True), Column("µs"))
    found = chart_of(Table("t", columns, lines))
    assert found
    return found


def test_rows_have_their_place_their_multiple_of_the_best_and_the_bar_of_ties() -> None:
    drawn = chart(line("cpp/a", 10, "1–2"), line("cpp/b", 11, "1–2"), line("cpp/c", 100, "3"))
    (group,) = drawn.groups
    assert drawn.at == 2
    assert [row.style.split(";")[0] for row in group.rows] == ["--x:1.000", "--x:1.041", "--x:2.000"]
    assert [row.times for row in group.rows] == ["1.00", "1.10", "10.0"]
    assert [row.is_tied for row in group.rows] == [True, True, False]
    assert drawn.start < log10(9.8) and drawn.start + drawn.span > log10(102)


def test_more_is_better_of_a_rate() -> None:
    drawn = chart(line("cpp/a", 100, is_rate=True), line("cpp/b", 50, is_rate=True))
    assert drawn.is_rate and [row.times for row in drawn.groups[0].rows] == ["1.00", "2.00"]
    dot = Dot.of("cpp/a", 100, Estimate.of([1, 1, 1, 2, 2]), is_rate=True)
    assert (dot.low, dot.high) == (50, 100)


def test_references_are_lines_and_do_not_stretch_the_scale() -> None:
    lines = (line("cpp/a", 10), line("cpp/b", 100))
    own = line("cpp/own (hand-written)", 20, "–", "reference")
    drawn = chart(*lines, own, line("cpp/floor (floor)", 0.1, "–", "reference"))
    assert drawn.start == chart(*lines).start
    assert [mark.text for mark in drawn.groups[0].references] == ["‹ floor", "hand-written"]
    assert drawn.groups[0].references[1].at == pytest.approx(log10(20))
    assert drawn.groups[0].rows[2].times == "–"


def test_one_alone_is_no_multiple_and_few_forks_are_told() -> None:
    assert chart(line("cpp/a", 10)).groups[0].rows[0].times == "–"
    signs = [Dot.of("cpp/a", 1, Estimate.of([1.0] * forks)).sign for forks in (1, 2, 4, 5)]
    assert signs == ["once", "range", "range", ""]


def test_the_axis_has_round_numbers_or_its_ends() -> None:
    assert [tick.text for tick in chart(line("cpp/a", 1), line("cpp/b", 10)).ticks] == ["1", "2", "5", "10"]
    assert len(chart(line("cpp/a", 10.3), line("cpp/b", 10.5)).ticks) == 2
    assert chart(line("cpp/a", 1), line("cpp/b", 1000)).is_wide


def test_the_bar_of_a_time_begins_at_zero_and_has_its_parts() -> None:
    parts = {"read": 1.0, "decode": 3.0}
    first, second = (
        replace(one, dot=replace(one.dot, parts=parts))
        for one in (line("cpp/a", 50), line("cpp/b", 100))
        if one.dot
    )
    drawn = chart(first, second)
    assert (drawn.start, drawn.span, drawn.is_wide) == (0, 1, False)
    assert drawn.parts == {"read": "var(--part1)", "decode": "var(--part4)"}
    # The scale ends a little above the interval, which ends at 102.
    assert [tick.text for tick in drawn.ticks] == ["0", "50", "100"]
    assert drawn.ticks[1].at == pytest.approx(50 / (1.04 * 102))
    assert [row.style for row in drawn.groups[0].rows] == [
        f"--x:{value / 106.08:.3f};--l:{value * 0.98 / 106.08:.3f};--h:{value * 1.02 / 106.08:.3f}"
        ";--parts:linear-gradient(90deg,var(--part1) 0 25.0%,var(--part4) 0 100.0%)"
        for value in (50, 100)
    ]


def test_the_ends_of_a_narrow_rate_have_commas_and_few_digits() -> None:
    ticks = chart(line("cpp/a", 612_345, is_rate=True), line("cpp/b", 623_456, is_rate=True)).ticks
    assert all(re.fullmatch(r"\d{3},000", tick.text) for tick in ticks)
    assert [tick.at for tick in ticks] == [log10(float(tick.text.replace(",", ""))) for tick in ticks]


def test_the_gauge_of_a_language_is_as_wide_as_its_noise_floor() -> None:
    table = Table(
        "t", (Column("rank"), Column("codec"), Column("µs")), (line("cpp/a", 10), line("cpp/b", 20))
    )
    drawn = chart_of(table, {"cpp": NoiseFloor(0.1, 1, 1), "go": NoiseFloor(0.2, 1, 1)})
    assert drawn and drawn.groups[0].style == f"--n:{log10(1.1):.4f}"
    assert chart(line("cpp/a", 10)).groups[0].style == ""
