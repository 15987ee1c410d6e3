"""Ranks, sentences, tables and pictures of made-up outcomes."""

from pathlib import Path
from typing import Any

from fakes.rows import torture_row as row

from serbench import locations
from serbench.engine.own_options import input_words
from serbench.experiments.torture.judging import OUTCOMES
from serbench.experiments.torture.repeating import repeat_words, replay_words
from serbench.experiments.torture.report import tables
from serbench.experiments.torture.report.sentences import answers, safest, sentence
from serbench.experiments.torture.results import TortureResults, torture_results
from serbench.report.web.rows import chart_of


def worst(outcome: str, kind: str, size_bytes: int, **more: str) -> dict[str, Any]:
    usual = {"case": "a bit", "name": "", "reference": "", "operation": "decode", "detail": "signal 11"}
    return {
        **usual,
        "class": kind,
        "outcome": outcome,
        "size_bytes": size_bytes,
        "bytes": "00ff",
        "file": "findings/f.json",
        **more,
    }


ROWS = (
    row(
        "cpp/bad",
        {"truncation": {"rejected": 480, "crashed": 20}, "bit flip": {"rejected": 490, "hung": 10}},
        (worst("crashed", "truncation", 5), worst("hung", "bit flip", 9, name="n", reference="https://r")),
    ),
    row("cpp/good", {"truncation": {"rejected": 500}, "bit flip": {"different": 400, "foreign": 100}}),
    row(
        "rust/other",
        {"truncation": {"rejected": 499, "overallocated": 1}, "bit flip": {"same": 500}},
        (worst("overallocated", "truncation", 3),),
    ),
    row("cpp/own", {"truncation": {"rejected": 1000}}),
)
RECORD: dict[str, Any] = {
    "workloads": ["w"],
    "plan": {"cases": 1000, "sanitizers": []},
    "promises": {"cpp/bad": "Only trusted bytes."},
    "runners": [
        {"codec": "cpp/own", "traits": ["hand-written"]},
        {"codec": "cpp/bad", "libraries": {"bad": "1.2"}},
    ],
}


def results() -> TortureResults:
    return torture_results(RECORD, ROWS)


def test_who_harms_less_often_comes_first() -> None:
    rows = {one.codec: one.to_json() for one in results().rows}
    found = {codec: (one["rank"], one["rank_across"]) for codec, one in rows.items()}
    assert list(found) == ["cpp/own", "cpp/good", "rust/other", "cpp/bad"]
    assert found == {"cpp/own": (None, None), "cpp/good": (1, 1), "rust/other": (None, 1), "cpp/bad": (2, 3)}
    bad = results().rows[-1]
    assert (bad.cases, bad.harm) == (1000, 30.0)
    assert (bad.versions, bad.promises) == ("bad 1.2", "Only trusted bytes.")
    assert set(bad.to_json()["outcomes"]) == set(OUTCOMES)


def test_what_a_run_says() -> None:
    said = answers(results())
    assert said[0] == (
        "2 of 4 codecs survived 1,000 malformed messages of w, in time and within memory: cpp/own and"
        " cpp/good."
    )
    assert sentence(results().rows[-1]) == (
        "Of 1,000 malformed messages cpp/bad rejects 970, does not end at 10, dies at 20; the smallest such"
        " message has 5 bytes."
    )
    assert (
        sentence(results().rows[1])
        == "Of 1,000 malformed messages cpp/good rejects 500 and survives all (<0.3 % harm)."
    )


def test_codecs_that_had_other_numbers_of_messages_survived_from_to() -> None:
    fewer = row("cpp/large", {"truncation": {"rejected": 40}})
    said = answers(torture_results(RECORD, (*ROWS, fewer)))
    assert said[0] == (
        "3 of 5 codecs survived 40 to 1,000 malformed messages of w, in time and within memory: cpp/large,"
        " cpp/own and cpp/good."
    )


def test_the_safest_of_some_codecs() -> None:
    assert safest(results(), {"cpp/good", "cpp/bad", "cpp/own"}, 6) == (
        "2 of the 6 fast libraries were tried with malformed messages; harm was done on w by cpp/good in 0 of"
        " 1,000 (<0.3 %) and cpp/bad in 30 of 1,000 (2.1–4.3 %)"
    )
    assert safest(results(), {"cpp/own", "cpp/none"}, 6) == ""


def test_shares_lead_to_findings() -> None:
    native = tables.outcome_tables(results())[0]
    assert native.title == "w, C++: outcomes of malformed messages"
    bad = dict(zip(native.header, native.lines[-2].cells, strict=True))
    assert (bad["rank"].text, bad["crashed"].text, bad["hung"].text) == ("2", "20", "10")
    assert (bad["harmed"].text, bad["share"].text) == ("30 of 1,000", "2.1–4.3 %")
    # No codec of the table did it.
    assert "same" not in bad
    assert bad["crashed"].link == "#finding-cpp-bad-w-1"
    assert (bad["worst case"].text, bad["worst case"].link) == ("truncation: crashed", "#finding-cpp-bad-w-1")
    (classes,) = tables.class_tables(results())
    assert classes.header == ("codec", "truncation", "bit flip")
    assert classes.lines[-1].texts == ("cpp/bad", "20 of 500", "10 of 500")
    _, of_bad = tables.finding_tables(results(), locations.CHECKOUT / "results" / "RUN")
    assert of_bad.title == "cpp/bad on w (bad 1.2); its authors: Only trusted bytes."
    assert [line.anchor for line in of_bad.lines] == ["finding-cpp-bad-w-1", "finding-cpp-bad-w-2"]
    assert of_bad.lines[1].texts == (
        "hung", "n: a bit (https://r)", "decode", "signal 11", "9 bytes: 00ff…", "findings/f.json",
        "./serbench torture replay results/RUN/findings/f.json",
    )  # fmt: skip
    _, own = tables.finding_tables(results(), None)
    assert own.header == of_bad.header[:-1]
    assert own.lines[1].texts == of_bad.lines[1].texts[:-1]
    places = tables.place_table(results())
    assert places is not None
    assert places.lines[1].texts == ("cpp/good", "w", "400", "7", "2")


def test_the_commands_of_a_run_name_what_it_had() -> None:
    assert repeat_words(input_words(["media", "log"], None), "cpp/a", 500, (), 1) == (
        *("./serbench", "torture", "media", "log", "--codecs", "cpp/a", "--cases", "500", "--seed", "1"),
    )
    assert repeat_words(("media",), "cpp/a", 500, ("address", "undefined"), 7)[-4:] == (
        *("--sanitize", "address,undefined", "--seed", "7"),
    )
    assert input_words(["Item"], {"family": ""}) == ("--data", "FILE")
    assert input_words(["Media"], {"family": "media"}) == ("media", "--data", "FILE")
    words = ["--schema", "FILE.avsc", "--synthesize", "40"]
    assert input_words(["Ping"], {"synthesized": True, "words": words}) == tuple(words)
    assert replay_words(Path("/r/RUN"), "findings/f.json")[-1] == "DIR/RUN/findings/f.json"


def test_a_run_that_ends_early_is_told() -> None:
    cut = row("cpp/cut", {"truncation": {"crashed": 10}})
    legend = tables.legend(torture_results(RECORD, (*ROWS, cut)))
    assert legend[-1] == "Tried with fewer cases, because they died too often: cpp/cut (10)."


def test_a_class_is_as_dark_as_its_worst_outcome() -> None:
    (classes,) = tables.class_tables(results())
    grades = {line.texts[0]: [cell.verdict for cell in line.cells[1:]] for line in classes.lines}
    assert grades["cpp/bad"] == ["darkest", "dark"]
    assert grades["cpp/good"] == ["", "light"]
    assert grades["rust/other"] == ["hatched", ""]


def test_the_report_has_a_mark_for_each_share_and_its_bound_where_nothing_was_harmed() -> None:
    (table,) = tables.page_tables(results())
    assert table.title == "w: outcomes of malformed messages"
    assert table.header[:6] == ("rank", "codec", "harmed", "share", "crashed", "hung")
    dots = {line.texts[1]: line.dot for line in table.lines if line.dot}
    assert {name: dot.sign for name, dot in dots.items()} == {
        "cpp/good": "below", "cpp/bad": "", "rust/other": "", "cpp/own (hand-written)": "below",
    }  # fmt: skip
    assert dots["cpp/bad"].value == 3.0
    assert [line.group for line in table.lines] == ["C++", "C++", "Rust", "C++"]
    # About 3 in 1000, from below all other bounds.
    assert round(dots["cpp/good"].high, 2) == 0.3 and dots["cpp/good"].low < dots["rust/other"].low
    chart = chart_of(table)
    assert chart and chart.has_bounds and {row.times for group in chart.groups for row in group.rows} == {"–"}
