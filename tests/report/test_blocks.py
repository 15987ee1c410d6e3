"""A run in blocks as it is told: times, intervals and ranks are those of the blocks."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fakes.rows import relay_row, store_row
from fakes.samples import measured
from record.damage import GOOD, said
from report.folders import folder_of

from serbench.experiments.memory.report.results import memory_results
from serbench.experiments.memory.report.sums import sums
from serbench.experiments.memory.reporting import document_of
from serbench.experiments.relay.reporting import TELLING as RELAY
from serbench.experiments.relay.results import relay_results
from serbench.experiments.reporting import report_of
from serbench.experiments.store.results import store_results
from serbench.record.row import Row
from serbench.report.markdown import markdown
from serbench.report.ranked import firsts

_BEGAN = datetime(2026, 11, 21, 9, tzinfo=UTC)


def _rows(codec: str, by_block: Sequence[Sequence[float]]) -> list[Row]:
    """Rows of encode and decode; decode takes twice as long."""
    values = [(block, value) for block, of in enumerate(by_block) for value in of]
    return [
        replace(
            measured(codec, operation, fork, value * times),
            block=block,
            started_at=(_BEGAN + block * timedelta(minutes=33)).isoformat(),
        )
        for fork, (block, value) in enumerate(values)
        for operation, times in (("encode", 1), ("decode", 2))
    ]


# In a slow hour, the third block, all takes half as long again; inside a block forks agree better.
_A = [[100, 101, 180], [103, 104, 105], [150, 151, 152], [99, 100, 101], [102, 103, 104]]
_C = [[200, 201, 202], [203, 204, 205], [300, 301, 302], [198, 199, 200], [201, 202, 203]]


def test_times_and_intervals_are_of_the_blocks_medians(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, [*_rows("cpp/a", _A), *_rows("cpp/c", _C)])
    results = memory_results(folder.record, folder.rows)
    assert (results.blocks.number, results.blocks.gap_s // 60) == (5, 32)
    encode = next(one for one in results.rows if (one.codec, one.operation) == ("cpp/a", "encode"))
    assert encode.cpu.fork_values == (100, 101, 103, 104, 151)
    assert (encode.cpu.median, len(encode.fork_cpu_ns)) == (103, 15)
    assert sums([one for one in results.rows if one.codec == "cpp/a"])["cpp/a"].fork_values == (
        300, 303, 309, 312, 453,
    )  # fmt: skip
    ranks = {one.codec: one.standing.within for one in results.rows if one.operation == "encode"}
    assert [ranks[codec].rank for codec in ("cpp/a", "cpp/c")] == [1, 2]  # type: ignore[union-attr]


def test_a_report_says_that_times_are_from_blocks(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, [*_rows("cpp/a", _A), *_rows("cpp/c", _C)])
    text = markdown(report_of(folder))
    assert "Times are from 5 blocks, at least 32 min apart: medians of their medians" in text
    assert document_of(folder)["blocks"] == 5
    assert "blocks" not in markdown(report_of(folder_of(tmp_path)))
    assert document_of(folder_of(tmp_path))["blocks"] == 1


@pytest.mark.parametrize("experiment", ["cluster", "relay", "sort", "store"])
def test_every_timed_experiment_tells_its_blocks(tmp_path: Path, experiment: str) -> None:
    """The second repetition of each cell in a block of its own."""
    path = tmp_path / "20261121-090000"
    path.mkdir()
    (path / "run.json").write_bytes((GOOD / experiment / "run.json").read_bytes())
    rows = [json.loads(line) for line in (GOOD / experiment / "measurements.jsonl").read_text().splitlines()]
    for row in rows:
        block = row["fork"] % 2
        row |= {"block": block, "started_at": f"2026-11-21T{10 + block}:00:00Z"}
    (path / "measurements.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    told = " ".join(said("report", str(path), "--legend")[1].split())
    assert "Times are from 2 blocks, at least 59 min apart" in told
    assert json.loads(said("report", str(path), "--json")[1])["blocks"] == 2


def test_what_values_are_of_is_called_blocks(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, [*_rows("cpp/a", _A), *_rows("cpp/c", _C), *_rows("cpp/d", _C)])
    text = markdown(report_of(folder))
    assert "the median of 15 forks" in text
    assert "at 94 % (5 blocks)" in text
    few = folder_of(tmp_path, [*_rows("cpp/a", _A[:3]), *_rows("cpp/c", _C[:3])])
    assert "Codecs with fewer than 5 blocks are not ranked" in markdown(report_of(few))
    assert "so few blocks distinguish nothing" in markdown(report_of(few))


def _relay_rows() -> list[Row]:
    """Five blocks of five forks, of which three were disturbed; a fork of a block takes as long as the
    others."""
    rows = []
    for fork in range(25):
        row = relay_row("cpp/a")
        latency = [{"load": "1000", "p99_ns": 100 * (1 + fork // 5) + fork}]
        rows.append(
            replace(
                row, fork=fork, block=fork // 5, disturbed=fork in (3, 9, 17),
                figures={**row.figures, "latency": latency},
            )
        )  # fmt: skip
    return rows


def test_of_a_run_in_blocks_its_measurements_are_counted_and_its_blocks_are_values(tmp_path: Path) -> None:
    (found,) = relay_results({}, _relay_rows()).rows
    assert (found.measured, len(found.time.fork_values), found.to_json()["forks"]) == (25, 5, 25)
    assert (found.disturbed_forks, found.is_disturbed) == (3, False)
    (tail,) = found.tails.values()
    assert tail.fork_values == (102, 207, 312, 417, 522)
    saturated = [replace(row, figures={**row.figures, "latency": []}) for row in _relay_rows()]
    assert RELAY.contents(folder_of(tmp_path, saturated, runners=[])).samples == 25


def test_repetitions_of_a_run_in_blocks_are_counted() -> None:
    rows = [replace(store_row("write", 4, 1), fork=fork, block=fork // 2) for fork in range(6)]
    (found,) = store_results({}, rows).rows
    assert (found.to_json()["repetitions"], found.total.fork_values) == (6, (4e9, 4e9, 4e9))
    assert [first.doubt for first in firsts([found, replace(found, codec="cpp/b")], False)] == [
        ", too few blocks to distinguish it"
    ]
