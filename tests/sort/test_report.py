"""The output of a run of the sort: sentences, tables, the marks of budgets."""

from dataclasses import replace

from fakes.rows import sort_row as row

from serbench.experiments.sort.report.sentences import answers, codecs_share
from serbench.experiments.sort.report.tables import group_table, groups_of, legend
from serbench.experiments.sort.results import SortResults, sort_results
from serbench.record.row import Row

MIB = 2**20
RUNNERS = [
    {"codec": "cpp/memcpy", "workload": "tweet", "floor": True},
    {"codec": "cpp/own", "workload": "tweet", "traits": ["hand-written"]},
]


def with_parameters(row: Row, **parameters: object) -> Row:
    return replace(row, parameters={**row.parameters, **parameters})


def results(*rows: Row, missing: str = "") -> SortResults:
    return sort_results({"runners": RUNNERS, "lines_missing": missing}, rows)


FOUND = results(
    row("cpp/a", "objects", 8, held=80 * MIB),
    row("cpp/a", "bytes", 2, chunks=4, size=1000),
    row("cpp/b", "objects", 4),
    row("cpp/b", "bytes", 4, chunks=9, size=2500),
    row("cpp/own", "bytes", 1, chunks=3, size=900),
    row("cpp/memcpy", "raw", 0.5),
    row("cpp/a", "lines", 3),
)


def test_the_legend_tells_whether_collections_fell_into_sorts() -> None:
    fell = [replace(row("go/a", "objects", 2), collections=count) for count in (0, 3, 4)]
    rows = [replace(one, fork=fork) for fork, one in enumerate(fell)]
    rows += [replace(row("java/b", "objects", 2), collections=0)]
    said = "Collections fell into sorts, on average one at least: 1 of 1 in Go and none of 1 in Java."
    assert said in legend(results(*rows))
    assert results(*rows).rows[0].to_json()["collections"] == 3
    assert not any("Collections fell" in line for line in legend(FOUND))


def test_sentences_tell_what_the_modes_say_of_each_other() -> None:
    assert answers(FOUND, False) == [
        "objects, 100 tweet objects in 64.0 MiB, cold, on all cores: sorted fastest by cpp/b (4.00 s, too few"
        " repetitions to distinguish it).",
        "bytes, 100 tweet objects in 64.0 MiB, cold, on all cores: sorted fastest by cpp/a (2.00 s, too few"
        " repetitions to distinguish it).",
        "Decoding and encoding take from 75% (cpp/b) to 75% (cpp/a) of the time of a sort of objects.",
        "Speed with bytes relative to objects: cpp/a 4.0 × and cpp/b 1.0 ×.",
        "The same memory holds more of a compact format: cpp/own (900 bytes per object) makes 3 chunks, cpp/b"
        " (2500) 9.",
        "More than the budget was held by cpp/a with objects (1.25 times as much).",
        "GNU sort takes 3.00 s for the lines of cpp/a in 64.0 MiB; it decodes nothing.",
    ]
    assert [round(codecs_share(one), 2) for one in FOUND.rows if one.mode == "bytes"] == [0.1] * 3


def test_each_table_has_the_floors_and_marks_what_exceeds_its_budget() -> None:
    objects, kept = groups_of(FOUND)
    table = group_table(objects)
    assert table.title == (
        "objects: decoded and encoded when chunks are made and when they are merged; 100 tweet objects in"
        " 64.0 MiB, cold, on all cores"
    )
    assert table.header[:6] == ("codec", "s", "±", "I/O s", "processor s", "÷ raw")
    assert [line.texts[:2] + line.texts[5:6] for line in table.lines] == [
        ("cpp/b", "4.00", "8.00"),
        ("cpp/a !", "8.00", "16.0"),
        ("cpp/memcpy (floor)", "0.500", "1.00"),
    ]
    assert [line.kind for line in group_table(kept).lines] == ["", "", "reference", "reference"]
    assert dict(zip(table.header, table.lines[0].texts, strict=True))["decodes"] == "2.0"
    assert "! holds more than 20% beyond its budget." in legend(FOUND)
    assert table.header[-3:] == ("chunks-read µs", "chunks-decode µs", "merge-encode µs")
    assert table.lines[0].texts[-3:] == ("10000", "15000", "15000")


def test_twenty_per_cent_are_tolerated() -> None:
    within = row("cpp/a", "bytes", 1, held=int(64 * MIB * 1.2))
    beyond = replace(within, figures={**within.figures, "held_bytes": within.figures["held_bytes"] + 10})
    (one,), (other,) = results(within).rows, results(beyond).rows
    assert (one.exceeds, other.exceeds) == (False, True)
    assert (one.to_json()["exceeds_budget"], other.to_json()["exceeds_budget"]) == (False, True)


def test_the_studys_key_is_told() -> None:
    by_study = with_parameters(row("cpp/a", "bytes", 1), key="study")
    found = results(by_study)
    (group,) = groups_of(found)
    assert group_table(group).title.endswith("cold, on all cores, by the study's key")
    assert any("bytes decodes each object for it" in line for line in legend(found))
    assert found.rows[0].to_json()["parameters"]["key"] == "study"
    assert not any("study" in line for line in legend(FOUND))


def test_only_floors_are_a_table_and_a_missing_mark_is_said() -> None:
    missing = "GNU sort is not shown: it is not on this machine."
    found = results(row("cpp/memcpy", "raw", 0.5), missing=missing)
    (group,) = groups_of(found)
    assert group_table(group).title.startswith("raw: the same bytes with keys from a list; 100 tweet objects")
    assert answers(found, False) == []
    assert missing in legend(found)
