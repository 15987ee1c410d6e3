"""Latencies of all modes on one scale, at a rate that was the same for all."""

from dataclasses import replace
from typing import Any

from fakes.rows import relay_row

from serbench.experiments.relay.report.tables import latency_table, mode_tables, page_tables
from serbench.experiments.relay.results import RelayResults, relay_results
from serbench.record.row import Row


def latency(load: str, p99_us: int, is_achieved: bool = True) -> dict[str, Any]:
    return {
        "load": load,
        "achieved": is_achieved,
        "p50_ns": 8000,
        "p99_ns": 1000 * p99_us,
        "p999_ns": 2000 * p99_us,
    }


def rows_of(codec: str, mode: str, *forks: dict[str, Any]) -> list[Row]:
    row = relay_row(codec)
    return [
        replace(row, operation=mode, fork=fork, figures={**row.figures, "latency": [one]})
        for fork, one in enumerate(forks)
    ]


def results_of(*rows: list[Row]) -> RelayResults:
    return relay_results({}, [row for of_cell in rows for row in of_cell])


FOUND = results_of(
    rows_of("cpp/a", "fresh", latency("1000", 24), latency("1000", 20), latency("1000", 40)),
    rows_of("rust/b", "fresh", latency("1000", 10)),
    rows_of("cpp/a", "peek", latency("1000", 9)),
    rows_of("rust/b", "peek", latency("1000", 9, is_achieved=False)),
)


def test_a_mark_is_the_p99_on_a_line_from_p50_to_p999_with_its_interval() -> None:
    table = latency_table(FOUND, "record")
    assert table
    assert table.title == ("record, latency at 1000 messages per second: p99, on a line from p50 to p99.9")
    assert table.header == ("codec", "p99 µs", "±", "p50 µs", "p99.9 µs")
    assert [(line.group, *line.texts) for line in table.lines] == [
        ("peek", "cpp/a", "9.00", "once", "8.00", "18.0"),
        ("peek", "rust/b", "not achieved", "–", "–", "–"),
        ("fresh", "rust/b", "10.0", "once", "8.00", "20.0"),
        ("fresh", "cpp/a", "24", "−17/+67%", "8.00", "48.0"),
    ]
    dots = [line.dot and (line.dot.low, line.dot.value, line.dot.high) for line in table.lines]
    assert dots == [(8, 9, 18), None, (8, 10, 20), (8, 24, 48)]


def test_the_report_has_latencies_once() -> None:
    *modes, latencies = page_tables(FOUND)
    assert [table.title.partition(":")[0] for table in modes] == ["record, fresh", "record, peek"]
    assert not any("p99 µs" in table.header for table in modes)
    assert latencies == latency_table(FOUND, "record")
    assert all("p99 µs" in table.header for table in mode_tables(FOUND))


def test_rates_that_are_each_codecs_own_are_not_compared() -> None:
    own = results_of(rows_of("cpp/a", "fresh", latency("50%", 24)))
    assert latency_table(own, "record") is None
    assert page_tables(own) == mode_tables(own)


def test_the_report_begins_with_the_mode_that_is_compared_with_others() -> None:
    lazier = results_of(
        rows_of("cpp/a", "reuse", latency("1000", 9)), rows_of("cpp/a", "peek", latency("1000", 8))
    )
    assert [table.title.split(":")[0] for table in page_tables(lazier)][:2] == [
        "record, reuse",
        "record, peek",
    ]
