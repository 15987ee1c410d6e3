"""Words and tables about collections: whether they fell into samples, and the times over whole ones."""

from dataclasses import replace
from typing import Any

from fakes.rows import store_row
from fakes.samples import measured

from serbench.experiments.memory.report.legend import legend
from serbench.experiments.memory.report.results import memory_results
from serbench.experiments.memory.report.tables import tables_of, with_gc_table
from serbench.experiments.memory.report.view import View
from serbench.experiments.store.report.tables import legend as store_legend
from serbench.experiments.store.results import store_results
from serbench.record.row import Row
from serbench.report.ranked import collector_words

RECORD: dict[str, Any] = {"experiment": "memory", "operations": None, "runners": [], "failures": []}
FELL = "Times include the collector's where samples span collections, on average one at least:"


def row_of(codec: str, operation: str, collections: int, fork: int = 0, **columns: object) -> Row:
    """A row of three samples with so many collections in all of them."""
    row = measured(codec, operation, fork, 1000)
    return replace(row, collections=collections, gc_ns=600, **columns)  # type: ignore[arg-type]


def stretch(cpu_ns: int, collections: int) -> dict[str, int]:
    return {"n": 1000, "cpu_ns": 1000 * cpu_ns, "wall_ns": 1, "gc_ns": 1, "collections": collections}


def view_of(*rows: Row) -> View:
    return View.of(memory_results(RECORD, rows), "record")


def test_each_language_has_the_number_of_its_times_that_span_collections() -> None:
    rows = [
        row_of("go/a", "encode", 0),
        row_of("go/a", "decode", 2),
        row_of("java/b", "encode", 2),
        row_of("java/b", "decode", 3),
    ]
    assert f"{FELL} none of 2 in Go and 1 of 2 in Java." in legend(view_of(*rows))


def test_what_allocates_nothing_or_is_not_counted_is_not_among_them() -> None:
    nothing = row_of("go/a", "encode", 0, allocated_bytes=0)
    assert not any(
        line.startswith(FELL) for line in legend(view_of(nothing, measured("cpp/a", "encode", 0, 9)))
    )
    some = row_of("go/a", "decode", 7, allocated_bytes=64)
    assert f"{FELL} 1 of 1 in Go." in legend(view_of(nothing, some))


def test_counts_of_other_experiments_are_told_by_language() -> None:
    counted = [("python/a", 1.0), ("go/b", 0.5), ("go/c", 40.0), ("rust/d", None)]
    assert collector_words(counted, "Fell") == [
        "Fell, on average one at least: 1 of 2 in Go and 1 of 1 in Python."
    ]
    assert collector_words([("rust/d", None)], "Fell") == []


def test_a_store_tells_what_fell_into_its_repetitions() -> None:
    rows = [
        replace(store_row("write", 2, 1, codec=f"go/{one}"), collections=at) for at, one in enumerate("ab")
    ]
    found = store_results({"runners": []}, rows)
    said = "Collections fell into repetitions, checks included, on average one at least: 1 of 2 in Go."
    assert said in store_legend(found)
    assert [one.to_json()["collections"] for one in found.rows] == [0, 1]


def test_json_has_what_fell_into_samples_and_the_time_over_whole_collections() -> None:
    rows = [
        row_of("go/a", "decode", 1, fork=0, collected=stretch(1200, 3)),
        row_of("go/a", "decode", 4, fork=1),
    ]
    (found,) = [one for one in memory_results(RECORD, rows).rows if not one.shown_as_decode]
    json = found.to_json()
    # Two forks of three samples of 1000 operations.
    assert (json["collections"], json["gc_ns"]) == (5, 0.2)
    assert (json["with_gc_ns"], json["with_gc_collections"], json["median_ns"]) == (1200.0, 3, 1000.0)
    (bare,) = memory_results(RECORD, [measured("cpp/a", "encode", 0, 9)]).rows
    assert [bare.to_json()[name] for name in ("collections", "gc_ns", "with_gc_ns")] == [None] * 3


def test_the_table_with_gc_has_what_was_measured_over_whole_collections() -> None:
    view = view_of(
        row_of("go/a", "decode", 0, collected=stretch(1210, 2)),
        row_of("go/a", "encode", 0),
        row_of("java/b", "decode", 9),
    )
    table = with_gc_table(view)
    assert (table.title, table.header) == ("µs of CPU time for one object, with GC", ("codec", "decode"))
    assert [line.texts for line in table.lines] == [("go/a", "1.21")]
    assert table in tables_of(view, [])
    assert any(
        line.startswith(
            "with GC: the mean of one stretch that spans whole collections, 2 or more, in one fork"
        )
        for line in legend(view)
    )


def test_without_a_stretch_there_is_no_table_and_no_word_of_it() -> None:
    view = view_of(row_of("java/b", "decode", 9))
    assert with_gc_table(view) not in tables_of(view, [])
    assert not any(line.startswith("with GC") for line in legend(view))
