"""Geometric means over the workloads of a run."""

import io
from dataclasses import replace

import pytest
from fakes.samples import RECORD, measured
from rich.console import Console

from serbench.experiments.memory.report.means import means
from serbench.experiments.memory.report.results import memory_results
from serbench.experiments.memory.reporting import print_means
from serbench.record.row import Row


def rows_of(codec: str, workload: str, cpu: float, operations: tuple[str, ...] = ("encode",)) -> list[Row]:
    return [
        replace(measured(codec, operation, fork, cpu), workload=workload)
        for operation in operations
        for fork in range(5)
    ]


ROWS = [
    *rows_of("cpp/a", "record", 10),
    *rows_of("cpp/b", "record", 20),
    *rows_of("cpp/c", "record", 5),
    *rows_of("cpp/a", "tweet", 100),
    *rows_of("cpp/b", "tweet", 800),
]


def test_a_codec_is_compared_where_it_has_every_workload() -> None:
    first, second = means(memory_results(RECORD, ROWS))
    assert (first.codec, first.over_best.ratio, first.operations) == ("cpp/a", 1.0, ("encode",))
    assert second.to_json() == {
        "codec": "cpp/b",
        "operations": ["encode"],
        "workloads": ["record", "tweet"],
        "ratio": 4.0,
        "low": 4.0,
        "high": 4.0,
        "is_range": False,
    }


# Nine of ten objects are records.
OF_TYPES = {
    **RECORD,
    "workloads": ["record", "tweet"],
    "own": {"types": [{"objects": 90}, {"objects": 10}]},
}


def test_of_several_types_the_mean_is_that_of_their_mix() -> None:
    first, second = means(memory_results(OF_TYPES, ROWS))
    assert (first.is_mix, first.codec, first.workloads) == (True, "cpp/a", ("record", "tweet"))
    # 0.9 × 20 + 0.1 × 800 over 0.9 × 10 + 0.1 × 100.
    assert second.over_best.ratio == pytest.approx(98 / 19)
    stream = io.StringIO()
    print_means([(first, second)], Console(file=stream, width=200))
    assert "the mix of 2 types: times cpp/a" in stream.getvalue()
    assert (
        "Mean for an object of the mix of record, tweet, each as often as the data have it"
        in stream.getvalue()
    )


def test_the_best_one_is_exactly_once_itself() -> None:
    rows = [
        replace(measured(codec, "encode", fork, time + fork), workload=workload)
        for codec, time in (("cpp/a", 10), ("cpp/b", 20))
        for workload in ("record", "tweet")
        for fork in range(5)
    ]
    first, second = means(memory_results(RECORD, rows))
    assert (first.codec, first.over_best.low, first.over_best.high) == ("cpp/a", 1.0, 1.0)
    assert second.over_best.low < second.over_best.ratio < second.over_best.high


def test_one_workload_has_no_mean() -> None:
    assert means(memory_results(RECORD, [row for row in ROWS if row.workload == "record"])) == ()


def test_workloads_that_rank_by_other_operations_have_no_mean() -> None:
    both = rows_of("cpp/a", "media", 10, ("encode", "decode"))
    assert means(memory_results(RECORD, [*ROWS, *both])) == ()


def test_the_table_names_the_multiple(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    print_means([means(memory_results(RECORD, ROWS))], Console(file=stream, width=80))
    lines = [" ".join(line.split()) for line in stream.getvalue().splitlines()]
    assert lines[:4] == [
        "over 2 workloads: times cpp/a",
        "codec times from to",
        "cpp/a 1.00",
        "cpp/b 4.00 4.00 4.00",
    ]
    assert lines[4].startswith("Geometric mean over record, tweet of encode, as a multiple of cpp/a's")


def test_without_one_of_its_types_there_is_no_mix() -> None:
    types = [{"objects": 90}, {"objects": 10}, {"objects": 1}]
    record = {**OF_TYPES, "workloads": ["record", "tweet", "media"], "own": {"types": types}}
    assert means(memory_results(record, ROWS)) == ()


def test_in_a_mix_forks_are_added_by_their_number() -> None:
    """The first type takes longer where the second takes less, so each fork takes the same for the mix."""
    rows = [
        replace(measured(codec, "encode", fork, times * time), workload=workload)
        for codec, times in (("cpp/a", 1), ("cpp/b", 2))
        for workload, of in (("record", (10, 20, 30, 40, 50)), ("tweet", (50, 40, 30, 20, 10, 900)))
        for fork, time in enumerate(of)
    ]
    halves = {**OF_TYPES, "own": {"types": [{"objects": 50}, {"objects": 50}]}}
    _, second = means(memory_results(halves, rows))
    over = second.over_best
    assert (over.ratio, over.low, over.high) == pytest.approx((2.0, 2.0, 2.0))
