"""A failure of any attempt fails its cell, in every experiment and every form of its results."""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from fakes.rows import (
    CLUSTER_RECORD,
    cluster_row,
    cost_row,
    relay_row,
    sizing_row,
    sort_row,
    store_row,
    torture_row,
)
from fakes.samples import failed, measured
from report.folders import folder_of

from serbench.compare.comparison import compare
from serbench.engine.attempts import cells_in, which_count
from serbench.experiments.cluster.results import cluster_results
from serbench.experiments.evolution.results import evolution_results
from serbench.experiments.memory.report.results import memory_results
from serbench.experiments.memory.reporting import document_of, side_of
from serbench.experiments.relay.results import relay_results
from serbench.experiments.sizing.results import sizing_results
from serbench.experiments.sort.results import sort_results
from serbench.experiments.store.results import store_results
from serbench.experiments.torture.results import torture_results
from serbench.record.row import Failure, Row
from serbench.report.csv_text import csv_samples
from serbench.report.database import ask
from serbench.report.web.packing import samples_data

DETAIL = "It died."


@dataclass(frozen=True)
class Case:
    """The results of rows of an experiment, of which ``row`` makes one of a codec."""

    row: Callable[[str], Row]
    results: Callable[[Sequence[Row]], Any]
    operation: str | None
    detail: str = DETAIL
    codecs: Callable[[Any], list[str]] = lambda results: [one.codec for one in results.rows]


def _plan(**plan: object) -> Mapping[str, Any]:
    return {"workloads": ["w"], "plan": plan}


CASES = {
    "memory": Case(
        lambda codec: measured(codec, "encode", 0, 10), lambda rows: memory_results({}, rows), "encode"
    ),
    "store": Case(
        lambda codec: store_row("sequential", 4, 3, codec=codec),
        lambda rows: store_results({}, rows),
        "sequential",
    ),
    "relay": Case(relay_row, lambda rows: relay_results({}, rows), "fresh"),
    "sort": Case(
        lambda codec: sort_row(codec, "bytes", 2), lambda rows: sort_results({"runners": []}, rows), "bytes"
    ),
    "cluster": Case(
        lambda codec: cluster_row(codec, 3, 0), lambda rows: cluster_results(CLUSTER_RECORD, rows), "shuffle"
    ),
    "torture": Case(
        lambda codec: torture_row(codec, {"truncation": {"rejected": 9}}),
        lambda rows: torture_results(_plan(cases=1000, sanitizers=[]), rows),
        None,
    ),
    "sizing": Case(
        sizing_row,
        lambda rows: sizing_results(
            {**_plan(compressed_bytes=1, seed=1, forks=[]), "workloads": ["w"]}, rows
        ),
        None,
    ),
    "evolution": Case(
        lambda codec: cost_row(codec, 0, 0, 100, 20),
        lambda rows: evolution_results(_plan(changes=["add-at-end"]), rows),
        "decode",
        f"With 0 unknown fields: {DETAIL}",
        lambda results: list(results.costs),
    ),
}


def died(row: Row, **different: Any) -> Row:
    nothing: dict[str, Any] = {"n": (), "cpu_ns": (), "wall_ns": (), "phases": {}, "figures": {}}
    return replace(row, outcome="crashed", detail=DETAIL, **nothing, **different)


NOISY: dict[str, Any] = {"disturbed": True, "load": 9.0}
# Which attempts of the codec's one fork the rows have, beginning with attempt 0.
ATTEMPTS: dict[str, Callable[[Row], list[Row]]] = {
    "the noisy one died": lambda row: [died(row, **NOISY), replace(row, attempt=1)],
    "the quiet one died": lambda row: [replace(row, **NOISY), died(row, attempt=1)],
    "one of three died": lambda row: [
        replace(row, disturbed=True, load=0.4), died(row, **NOISY, attempt=1), replace(row, attempt=2),
    ],
}  # fmt: skip


@pytest.mark.parametrize("attempts", ATTEMPTS)
@pytest.mark.parametrize("name", CASES)
def test_a_failed_attempt_fails_the_cell(name: str, attempts: str) -> None:
    case = CASES[name]
    bad = case.row("cpp/a")
    rows = [*ATTEMPTS[attempts](bad), case.row("cpp/b")]
    results = case.results(rows)
    assert case.codecs(results) == ["cpp/b"]
    assert results.failures == (Failure("cpp/a", bad.workload, case.operation, "crashed", case.detail),)


@pytest.mark.parametrize("name", CASES)
def test_without_a_failure_the_quiet_attempt_is_the_result(name: str) -> None:
    case = CASES[name]
    row = case.row("cpp/a")
    results = case.results([replace(row, **NOISY), replace(row, attempt=1), case.row("cpp/b")])
    assert sorted(case.codecs(results)) == ["cpp/a", "cpp/b"]
    assert results.failures == ()


def test_a_failure_of_one_repetition_fails_the_cell_and_no_other() -> None:
    rows = [
        store_row("sequential", 4, 3), died(store_row("sequential", 4, 3, repetition=1)),
        store_row("sequential", 4, 3, cache="warm"),
    ]  # fmt: skip
    assert which_count(rows) == [False, False, True]
    cells = cells_in(rows)
    assert (cells.whole, cells.failed) == (((rows[2],),), (rows[1],))


def test_a_process_that_failed_fails_the_cost_of_its_number_of_unknown_fields() -> None:
    rows = [cost_row("cpp/a", number, process, 100, 20) for number in (0, 1) for process in (0, 1, 2)]
    results = CASES["evolution"].results([*rows[:-1], died(rows[-1])])
    assert list(results.costs["cpp/a"]) == [0]


MEASURED = [
    replace(measured("cpp/a", "decode", 0, 10), **NOISY),
    replace(failed("cpp/a", "decode", 0, "crashed", DETAIL), attempt=1),
    replace(measured("cpp/a", "encode", 0, 10), **NOISY),
    replace(measured("cpp/a", "encode", 0, 20), attempt=1),
    measured("cpp/c", "decode", 0, 30),
]


def test_json_has_the_failure_and_no_row(tmp_path: Path) -> None:
    document = document_of(folder_of(tmp_path, MEASURED))
    found = [(row["codec"], row["operation"], row["median_ns"]) for row in document["rows"]]
    # A codec without access operations is shown there by its decode.
    found = [one for one in found if not one[1].startswith("access")]
    assert sorted(found) == [("cpp/a", "encode", 20.0), ("cpp/c", "decode", 30.0)]
    assert [(one["codec"], one["operation"], one["detail"]) for one in document["failures"]] == [
        ("cpp/a", "decode", DETAIL)
    ]


def test_compare_has_no_change_of_the_cell(tmp_path: Path) -> None:
    before = folder_of(tmp_path / "a", [measured("cpp/a", "decode", 0, 10), *MEASURED[2:]])
    found = compare(side_of(before), side_of(folder_of(tmp_path / "b", MEASURED)))
    assert [(one.codec, one.operation) for one in found.changes] == [("cpp/a", "encode"), ("cpp/c", "decode")]


def test_csv_and_sql_tell_what_counts(tmp_path: Path) -> None:
    lines = list(csv.DictReader(io.StringIO(csv_samples(MEASURED))))
    counting = [(line["codec"], line["operation"], line["attempt"], line["counts"]) for line in lines[::3]]
    assert counting == [
        ("cpp/a", "decode", "0", "False"), ("cpp/a", "encode", "0", "False"),
        ("cpp/a", "encode", "1", "True"), ("cpp/c", "decode", "0", "True"),
    ]  # fmt: skip
    folder = folder_of(tmp_path, MEASURED)
    question = (
        "SELECT codec, operation, attempt, count(*) FROM samples WHERE counts GROUP BY ALL ORDER BY ALL"
    )
    assert ask([folder], question).lines == (("cpp/a", "encode", 1, 3), ("cpp/c", "decode", 0, 3))


def test_the_page_has_no_samples_of_the_cell() -> None:
    assert samples_data(MEASURED).keys() == {"cpp/a\nrecord\nencode", "cpp/c\nrecord\ndecode"}
