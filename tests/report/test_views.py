"""The two views of a workload: from an application's objects, and from the libraries' own messages."""

from dataclasses import replace
from io import StringIO
from pathlib import Path

from fakes.samples import failed, measured
from fakes.views import record_of, rows_of
from report.folders import folder_of
from rich.console import Console

from serbench.experiments.memory.report.best import answer
from serbench.experiments.memory.report.contents import cells_of
from serbench.experiments.memory.report.legend import legend
from serbench.experiments.memory.report.results import MemoryResults, memory_results
from serbench.experiments.memory.report.tables import ranking_table, tables_of
from serbench.experiments.memory.report.view import View
from serbench.experiments.memory.reporting import document_of, print_results
from serbench.experiments.reporting import report_of
from serbench.report.words import ABSENT, FAILED


def results_of(*not_read: str) -> MemoryResults:
    return memory_results(record_of(*not_read), rows_of())


def test_each_view_ranks_by_its_own_operations() -> None:
    objects, messages = tables_of(View.of(results_of(), "record"), [])[:2]
    assert objects.title == "from your objects, ns of CPU time for one object"
    assert messages.title == "from its own message, ns of CPU time for one object"
    assert [line.texts[:2] for line in objects.lines] == [("1", "cpp/c"), ("2", "cpp/a"), ("3", "cpp/b")]
    assert [line.texts[:2] for line in messages.lines] == [("1", "cpp/b"), ("2", "cpp/a")]
    assert messages.header == ("rank", "codec", "serialize", "deserialize", "bytes", "conversion")
    assert [cell.value for cell in messages.lines[0].cells[2:4]] == [100.02, 250.02]


def test_a_row_says_what_share_of_encode_and_decode_is_conversion() -> None:
    objects, messages = tables_of(View.of(results_of(), "record"), [])[:2]
    assert [line.texts[-1] for line in objects.lines] == ["–", "25/25 %", "90/75 %"]
    assert [line.texts[-1] for line in messages.lines] == ["90/75 %", "25/25 %"]
    shares = {(one.codec, one.operation): one.to_json()["conversion_share"] for one in results_of().rows}
    assert (shares["cpp/b", "encode"], shares["cpp/b", "decode"]) == (0.9, 0.75)
    assert shares["cpp/b", "serialize"] is None
    assert shares["cpp/c", "encode"] is None


def test_where_one_runtime_has_no_clock_of_cpu_time_all_times_of_its_language_are_wall_times() -> None:
    rows = [replace(row, wall_ns=tuple(2 * time_ns for time_ns in row.cpu_ns)) for row in rows_of()]
    record = record_of()
    record["runners"][1]["build"] = {"browser_clock": "wall"}
    walled = View.of(memory_results(record, rows), "record")
    usual = View.of(memory_results(record_of(), rows), "record")
    assert {codec: total.median for codec, total in walled.totals.items()} == {
        codec: 2 * total.median for codec, total in usual.totals.items()
    }
    assert walled.title == "µs of CPU time (C++: wall time) for one object"
    assert legend(walled)[0].startswith("CPU time (C++: wall time) of one operation")
    others = [replace(row, codec=row.codec.replace("cpp/", "go/")) for row in rows]
    assert View.of(memory_results(record, others), "record").title == "ns of CPU time for one object"


def test_noise_that_makes_the_part_longer_than_the_whole_is_no_conversion() -> None:
    rows = rows_of({"cpp/a": (400, 800, 410, 600)})
    shares = {one.operation: one.conversion_share for one in memory_results(record_of(), rows).rows}
    assert shares["encode"] == 0


def test_what_reads_nothing_has_no_rank_and_no_share() -> None:
    view = View.of(results_of("deserialize"), "record")
    messages = tables_of(view, [])[1]
    assert [line.texts[:2] for line in messages.lines] == [("cpp/a", "300 ±0.0%"), ("cpp/b", "100 ±0.0%")]
    assert messages.lines[1].texts[-1] == "90/– %"


def test_a_run_without_messages_has_one_view() -> None:
    rows = rows_of({"cpp/c": (200, 300)})
    view = View.of(memory_results(record_of(), rows), "record")
    assert view.messages is None
    assert ranking_table(view).title == "ns of CPU time for one object"
    assert not any("own message" in line for line in (*legend(view), *answer(view)))


def test_a_run_of_messages_alone_is_ranked_once() -> None:
    rows = [row for row in rows_of() if row.operation in ("serialize", "deserialize")]
    view = View.of(memory_results(record_of(), rows), "record")
    (table,) = tables_of(view, [])
    assert [line.texts[:2] for line in table.lines] == [("1", "cpp/b"), ("2", "cpp/a")]
    assert len([line for line in answer(view) if "fastest" in line]) == 1


def test_the_sentences_say_of_which_view_they_are() -> None:
    sentences = answer(View.of(results_of(), "record"))
    assert sentences[0] == (
        "On record, from your objects, cpp/c is the fastest: encoding and decoding one object takes it"
        " 500 ns."
    )
    assert (
        "On record, from its own message, cpp/b is the fastest: serializing and deserializing one object"
        " takes it 350 ns."
    ) in sentences


def view_of_reads(read_bytes: int | None) -> View:
    rows = [*rows_of(), *(measured("cpp/b", "access-one", fork, 50 + fork) for fork in range(5))]
    rows = [replace(row, read_bytes=read_bytes) if "access" in row.operation else row for row in rows]
    record = record_of()
    record["runners"][1]["operations"]["access-one"] = "application"
    return View.of(memory_results(record, rows), "record")


def test_the_table_has_the_bytes_that_are_read_if_a_codec_reads_a_part() -> None:
    view = view_of_reads(640)
    objects, messages = tables_of(view, [])[:2]
    (at,) = (at for at, title in enumerate(objects.header) if title == "access-one reads")
    assert {line.texts[1]: line.texts[at] for line in objects.lines} == {
        "cpp/a": "100", "cpp/b": "10", "cpp/c": "100",
    }  # fmt: skip
    assert "access-one reads" not in messages.header
    assert any(line.startswith("access-one reads: the bytes of a message") for line in legend(view))


def test_it_has_none_if_each_reads_all_or_nobody_counts() -> None:
    for read_bytes in (6400, None):
        view = view_of_reads(read_bytes)
        assert "access-one reads" not in ranking_table(view).header
        assert not any(line.startswith("access-one reads") for line in legend(view))


def test_the_legend_says_what_the_views_are() -> None:
    lines = legend(View.of(results_of(), "record"))
    assert any(line.startswith("From your objects, the application's side: encode and") for line in lines)
    assert any(line.startswith("From its own message, the library's side: serialize and") for line in lines)
    assert any(line.startswith("conversion: the shares of encode and of decode") for line in lines)


def test_json_has_the_ranks_of_both_views(tmp_path: Path) -> None:
    document = document_of(folder_of(tmp_path, rows_of(), **record_of()))
    ranks = [(row["side"], row["codec"], row["rank"], row["median_ns"]) for row in document["views"]]
    assert ranks == [
        ("application", "cpp/c", 1, 500.04),
        ("application", "cpp/a", 2, 1200.04),
        ("application", "cpp/b", 3, 2000.04),
        ("library", "cpp/b", 1, 350.04),
        ("library", "cpp/a", 2, 900.04),
    ]
    assert document["views"][-1]["operations"] == ["serialize", "deserialize"]


def test_the_table_of_all_measurements_has_the_totals_of_both() -> None:
    results = results_of()
    cells = cells_of(results, [View.of(results, "record")])
    totals = {(cell.codec, cell.operation): cell.median for cell in cells if "+" in cell.operation}
    assert totals["cpp/b", "serialize + deserialize"] == 350.04
    assert totals["cpp/b", "encode + decode"] == 2000.04
    assert ("cpp/c", "serialize + deserialize") not in totals


def test_a_terminal_shows_both_tables_and_the_messages_only_there() -> None:
    out = StringIO()
    print_results(results_of(), Console(file=out, width=80, force_terminal=False, _environ={}))
    text = out.getvalue()
    assert text.index("from your objects") < text.index("from its own message")
    assert text.count("serialize deserialize") == 1
    assert max(map(len, text.splitlines()[:12])) <= 80


def test_the_rankings_of_both_views_stand_beside_each_other(tmp_path: Path) -> None:
    page = report_of(folder_of(tmp_path, rows_of(), **record_of())).contents.sections[0].page
    beside = {table.title: table.beside for table in page if table.beside}
    objects = "record: encode + decode, from your objects"
    messages = "record: serialize + deserialize, from its own message"
    assert beside == {objects: messages, messages: objects}
    assert page[0].title == objects


def test_a_failure_is_of_its_own_workload() -> None:
    of_tweet = [
        replace(measured("cpp/a", name, fork, 100), workload="tweet")
        for name in ("encode", "decode")
        for fork in range(5)
    ]
    rows = [*rows_of(), *of_tweet, failed("cpp/a", "access-one", 0, "crashed", "It died.")]
    found = memory_results(record_of(), rows)
    glyphs = [View.of(found, name).why_missing("cpp/a", "access-one") for name in ("record", "tweet")]
    assert glyphs == [FAILED, ABSENT]
