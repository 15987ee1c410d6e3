"""Answers where there is little to say: no codec, a system at one end, a narrow terminal."""

from dataclasses import replace
from io import StringIO

import pytest
from choose.knowing import asking, codec, knowing
from rich.console import Console

from serbench.choose.answer import stay_is_sound
from serbench.choose.decision import Decision, decide
from serbench.choose.table import figures, headings, print_answer, rows_of
from serbench.choose.words import sentences


def test_codecs_that_are_not_named_are_no_missing_libraries() -> None:
    known = knowing([codec("go/json", "json", 100), codec("go/cbor", "cbor", 90)], {("avro", "python"): True})
    request = replace(asking("go", "python"), codecs=("go/*",))
    found = decide(request, known, "measured")
    assert [one.id for one in found.sorted.excluded] == ["cbor", "json"]
    assert "- --codecs names none for python (--read, declared, --codecs): cbor, json" in printed(found)


def test_without_a_codec_that_may_be_chosen_no_constraint_is_blamed() -> None:
    request = replace(asking("go", "go"), codecs=("rust/*",))
    found = decide(request, knowing([codec("rust/json", "json", 9)]), "facts")
    assert sentences(found)[-1] == (
        "No codec here is for go among those of --codecs; `./serbench list codecs` lists them all."
    )


def test_two_ends_of_which_no_codec_is_here_are_told_so() -> None:
    found = decide(asking("c", "c"), knowing([]), "facts")
    assert sentences(found)[-1].startswith("c has no codecs here: name a language that has (cpp, go, ")


def test_of_what_runs_now_nothing_known_is_no_verdict() -> None:
    known = knowing([codec("go/json", "json", 100, text=True), codec("go/cbor", "cbor", 90, text=False)])
    for now, sound in (("go/json", True), ("go/cbor", False), ("go/other", None), ("jboss", None)):
        unknown = decide(replace(asking("go", "go", text=True), now=(now,)), known, "measured")
        assert stay_is_sound(unknown.now) is sound
    assert "stay with jboss: nothing is known of it here" in printed(unknown)


def test_what_a_system_takes_is_not_measured() -> None:
    known = knowing([codec("go/json", "json", 100)], {("json", "clickhouse"): True})
    found = decide(asking("clickhouse", "go"), known, "measured")
    assert "What clickhouse takes is not measured." in sentences(found)
    reading = asking("go", "clickhouse", evolves="rolling", trusted="anyone", text=True)
    lines = [one for one in sentences(decide(reading, known, "measured")) if one.startswith("What ")]
    assert lines == [
        "What clickhouse takes is not measured, and whether it satisfies --evolves rolling and --trusted"
        " anyone is unknown."
    ]
    (option,) = found.sorted.options
    assert option.cost is not None
    told = option.cost.to_json(found.request, None)
    assert (told["write_ns"], told["read_ns"]) == (None, 50)
    assert figures(option.cost, found)[:2] == ["–", "50"]


def test_figures_stay_whole_on_a_narrow_terminal() -> None:
    found = decide(
        asking("go", "go"), knowing([codec("go/json-of-a-long-name", "json", 123_456)]), "measured"
    )
    assert "61.7" in printed(found, width=20) and "…" not in printed(found, width=20)


@pytest.mark.parametrize(
    ("least_ns", "shown"),
    [
        (80, ["write ns", "read ns", "40", "40", "80 ±2%", "4000", "4000", "8000 ±2%"]),
        (8_000, ["write µs", "read µs", "4", "4", "8 ±2%", "400", "400", "800 ±2%"]),
        (8_000_000, ["write ms", "read ms", "4", "4", "8 ±2%", "400", "400", "800 ±2%"]),
        (8_000_000_000, ["write s", "read s", "4", "4", "8 ±2%", "400", "400", "800 ±2%"]),
    ],
)
def test_times_have_the_unit_of_the_least(least_ns: float, shown: list[str]) -> None:
    codecs = [codec("go/a", "a", least_ns), codec("go/b", "b", 100 * least_ns, size=1)]
    found = decide(asking("go", "go"), knowing(codecs), "measured")
    cells = [figures(option.cost, found)[:3] for _, option, _ in rows_of(found)]
    assert [*headings(found)[:2], *cells[0], *cells[1]] == shown


def printed(decision: Decision, width: int = 80) -> str:
    console = Console(file=StringIO(), width=width)
    print_answer(decision, console)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()
