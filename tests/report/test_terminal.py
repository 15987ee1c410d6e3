"""The one model of a table, and how a terminal draws it."""

import io

from rich.console import Console

from serbench.report.table import Cell, Column, Line, Table, giving_way, number_cell, text_line
from serbench.report.terminal import print_table

TABLE = Table(
    "some µs",
    (
        Column("codec", is_text=True),
        Column("µs per object", short="us"),
        Column("first to go", goes=0),
        Column("second to go", goes=1),
    ),
    (
        Line((Cell("cpp/a"), Cell("2.00 ±1%", 2.0, "#a", short="2.00"), Cell("11"), Cell("22")), "group"),
        text_line("cpp/floor", "1.00", "33", "44", kind="floor"),
    ),
)


def lines_of(table: Table, width: int = 80, encoding: str = "utf-8") -> list[str]:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n")
    print_table(table, Console(file=stream, width=width, force_terminal=False))
    stream.seek(0)
    return [line.rstrip() for line in stream.read().splitlines()]


def test_a_terminal_has_short_titles_and_texts() -> None:
    assert lines_of(TABLE) == [
        "some µs",
        "codec        us  first to go  second to go",
        "cpp/a      2.00           11            22",
        "cpp/floor  1.00           33            44",
        "± of µs per object: in the report and in --json.",
    ]


def test_columns_go_in_their_order_where_there_is_no_room() -> None:
    assert lines_of(TABLE, width=40)[1] == "codec        us  second to go"
    assert lines_of(TABLE, width=28)[1] == "codec        us"


def test_a_log_that_knows_only_ascii_has_every_sign() -> None:
    assert lines_of(TABLE, encoding="ascii")[0] == "some us"


def test_columns_are_left_out_with_their_cells() -> None:
    kept = TABLE.without(["first to go"])
    assert kept.header == ("codec", "µs per object", "second to go")
    assert [line.texts[2] for line in kept.lines] == ["22", "44"]
    assert kept.lines[1].kind == "floor"
    empty = Table("", (Column("codec", is_text=True), Column("n")), (Line((Cell(""), number_cell(None))),))
    assert empty.without_empty_columns().header == ("codec",)


def test_more_lines_than_asked_for_are_counted() -> None:
    stream = io.StringIO()
    print_table(TABLE, Console(file=stream, width=80), most_lines=1)
    lines = [line.rstrip() for line in stream.getvalue().splitlines()]
    assert lines[2:] == [
        "cpp/a  2.00           11            22",
        "± of µs per object: in the report and in --json.",
        "1 more row in the report and in --csv.",
    ]


def test_numbers_give_way_from_the_last_on_and_the_first_stays() -> None:
    columns = giving_way((Column("codec", is_text=True), Column("one"), Column("two"), Column("three")))
    table = Table("", columns, (text_line("cpp/a", "111111", "222222", "333333"),))
    assert lines_of(table, width=30)[0].split() == ["codec", "one", "two", "three"]
    assert lines_of(table, width=22)[0].split() == ["codec", "one", "two"]
    assert lines_of(table, width=13)[0].split() == ["codec", "one"]
