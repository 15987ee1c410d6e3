"""Results as views over rows, and the document of ``--json``."""

from dataclasses import replace
from math import exp, log
from pathlib import Path

import pytest
from fakes.samples import RECORD, failed, measured

from serbench.experiments.memory.report.best import answer
from serbench.experiments.memory.report.legend import legend
from serbench.experiments.memory.report.results import memory_results
from serbench.experiments.memory.report.sums import sums
from serbench.experiments.memory.report.view import View
from serbench.experiments.memory.reporting import document_of
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder
from serbench.report.standing import UNRANKED


def test_a_cell_is_the_median_of_its_fork_medians() -> None:
    rows = [measured("cpp/a", "encode", fork, cpu) for fork, cpu in enumerate([14, 10, 12, 11, 13])]
    (result,) = memory_results(RECORD, rows).rows
    assert (result.cpu.median, result.cpu.low, result.cpu.high) == (12.0, 10.0, 14.0)
    assert result.wall.median == 24.0
    assert result.to_json() == {
        "codec": "cpp/a",
        "workload": "record",
        "operation": "encode",
        "parameters": {},
        "side": "application",
        "median_ns": 12.0,
        "low_ns": 10.0,
        "high_ns": 14.0,
        "level": 0.9375,
        "mean_ns": 12.016,
        "wall_median_ns": 24.0,
        "size_bytes": 100,
        "rank": None,
        "rank_high": None,
        "rank_across": None,
        "rank_across_high": None,
        "tied": [],
        "hand_written": False,
        "ended": None,
        "library": None,
        "version": None,
        "released": None,
        "objects_per_s": 83333333.333,
        "forks": 5,
        "samples": 15,
        "collections": None,
        "gc_ns": None,
        "with_gc_ns": None,
        "with_gc_collections": None,
        "peak_bytes": None,
        "allocations": None,
        "allocated_bytes": None,
        "instructions": None,
        "instructions_by": None,
        "read_bytes": None,
        "corrected": None,
        "outliers": 0,
        "outlier_forks": [],
        "disturbed_forks": 0,
        "conversion_share": None,
    }


def test_a_mean_counts_what_the_median_drops() -> None:
    # Four samples without a collection of garbage, and one that has it.
    row = replace(
        measured("java/a", "decode", 0, 10),
        n=(5,) * 5,
        cpu_ns=(50, 50, 50, 50, 100),
        wall_ns=(50,) * 5,
        peak_bytes=7,
    )
    results = memory_results(RECORD | {"access_tenth": {"record": [1, 2]}}, [row])
    assert (results.rows[0].cpu.median, results.rows[0].to_json()["mean_ns"]) == (10.0, 12.0)
    assert results.rows[0].peak_bytes == 7
    said = legend(View.of(results, "record"))
    sentence = (
        "The mean over all operations exceeds the median by at most 20% (java/a, decode); rare garbage"
        " collections show only there."
    )
    assert sentence in said


def test_the_share_of_access_tenth_is_said() -> None:
    names = ("decode", "access-tenth")
    runner = {"codec": "cpp/a", "workload": "record", "operations": dict.fromkeys(names, "application")}
    record = RECORD | {"runners": [runner], "access_tenth": {"record": [1, 2]}}
    results = memory_results(record, [measured("cpp/a", name, 0, 10) for name in names])
    assert "access-tenth reads 1 of the 2 leaf fields of the schema." in legend(View.of(results, "record"))


def test_the_mean_size_is_whole_only_where_it_is() -> None:
    rows = [measured("cpp/a", "encode", 0, 10, size_bytes=6450)]
    assert memory_results(RECORD, rows).rows[0].to_json()["size_bytes"] == 100.781


def test_ranks_and_ties_are_among_the_same_operation() -> None:
    rows = [measured("cpp/a", "encode", fork, 10 + fork / 10) for fork in range(5)]
    rows += [measured("cpp/b", "encode", fork, 10.2 + fork / 10) for fork in range(5)]
    rows += [measured("cpp/c", "encode", fork, 20 + fork / 10) for fork in range(5)]
    rows += [measured("cpp/c", "decode", fork, 5 + fork / 10) for fork in range(5)]
    found = [result.to_json() for result in memory_results(RECORD, rows).rows if not result.shown_as_decode]
    assert {(r["codec"], r["operation"]): (r["rank"], r["rank_high"], r["tied"]) for r in found} == {
        ("cpp/a", "encode"): (1, 2, ["cpp/b"]),
        ("cpp/b", "encode"): (1, 2, ["cpp/a"]),
        ("cpp/c", "encode"): (3, 3, []),
        ("cpp/c", "decode"): (None, None, []),
    }


def test_ranks_are_within_a_language_and_known_across_all_and_what_is_by_hand_has_none() -> None:
    times = {"cpp/a": 10.0, "cpp/own": 5.0, "java/b": 10.2, "java/c": 8.0}
    rows = [
        measured(codec, "encode", fork, ns + fork / 10) for codec, ns in times.items() for fork in range(5)
    ]
    runners = [{"codec": "cpp/own", "traits": ["binary", "hand-written"]}]
    found = [result.to_json() for result in memory_results({**RECORD, "runners": runners}, rows).rows]
    ranks = ("rank", "rank_high", "rank_across", "rank_across_high", "tied", "hand_written")
    assert {row["codec"]: tuple(row[name] for name in ranks) for row in found} == {
        "cpp/own": (None, None, None, None, [], True),
        "java/c": (1, 1, 1, 1, [], False),
        "cpp/a": (None, None, 2, 3, [], False),
        "java/b": (2, 2, 2, 3, [], False),
    }


def test_a_floor_is_beside_the_rows_and_unranked() -> None:
    rows = [measured("cpp/floor", "decode", 0, 1), measured("cpp/a", "decode", 0, 10)]
    results = memory_results(RECORD, rows)
    assert [(result.codec, result.standing) for result in results.floors] == [("cpp/floor", UNRANKED)]
    assert {result.codec for result in results.rows} == {"cpp/a"}


def test_a_codec_without_access_shows_its_decode() -> None:
    rows = [measured("cpp/a", "decode", 0, 10), measured("cpp/b", "decode", 0, 20)]
    rows.append(measured("cpp/b", "access-one", 0, 2))
    found = {
        (result.codec, result.operation): (result.cpu.median, dict(result.parameters))
        for result in memory_results(RECORD, rows).rows
        if result.operation.startswith("access-")
    }
    decode = {"shown_as": "decode"}
    assert found == {
        ("cpp/a", "access-one"): (10.0, decode),
        ("cpp/a", "access-tenth"): (10.0, decode),
        ("cpp/a", "access-all"): (10.0, decode),
        ("cpp/b", "access-one"): (2.0, {}),
        ("cpp/b", "access-tenth"): (20.0, decode),
    }


def test_an_access_that_failed_is_not_replaced_by_decode() -> None:
    rows = [measured("cpp/b", "decode", 0, 20), failed("cpp/b", "access-one", 0, "wrong", "x")]
    results = memory_results(RECORD, rows)
    assert "access-one" not in {result.operation for result in results.rows}


def test_only_the_operations_asked_for_are_shown() -> None:
    rows = [measured("cpp/a", "decode", 0, 10)]
    results = memory_results({**RECORD, "operations": ["access-all"]}, rows)
    assert [result.operation for result in results.rows] == ["access-all"]


def test_a_cell_with_one_failed_fork_has_no_number() -> None:
    rows = [measured("cpp/a", "encode", 0, 10), failed("cpp/a", "encode", 1, "wrong", "Another digest.")]
    rows.append(failed("cpp/a", "encode", 2, "wrong", "Another digest."))
    results = memory_results(RECORD, rows)
    assert results.rows == ()
    (failure,) = results.failures
    assert (failure.codec, failure.operation, failure.outcome) == ("cpp/a", "encode", "wrong")


def test_totals_add_encode_and_decode_fork_by_fork() -> None:
    encode, decode = [10, 20, 30, 40, 50], [5, 4, 3, 2, 1]
    rows: list[Row] = []
    for fork in range(5):
        rows.append(measured("cpp/a", "encode", fork, encode[fork]))
        rows.append(measured("cpp/a", "decode", fork, decode[fork]))
        rows.append(measured("cpp/b", "encode", fork, 1))
    found = sums(memory_results(RECORD, rows).rows)
    assert list(found) == ["cpp/a"]
    assert found["cpp/a"].fork_values == (15.0, 24.0, 33.0, 42.0, 51.0)


def test_the_document_has_the_shape_of_the_design(tmp_path: Path) -> None:
    build = {"codec": "cpp/x", "workload": "record", "operation": None, "outcome": "build", "detail": "No."}
    folder = RunFolder.create(tmp_path, {**RECORD, "failures": [build]})
    with folder.writing():
        folder.append_fork([measured("cpp/a", "encode", 0, 10)])
    document = document_of(folder)
    assert list(document) == [
        "run", "directory", "experiment", "noise_floors", "blocks", "measured_again", "disturbed_forks",
        "measuring", "rows", "floors", "twins", "views", "geometric_means", "mix", "formats", "failures",
        "costs", "compression", "interop",
    ]  # fmt: skip
    assert document["run"] == folder.name
    assert document["directory"] == str(folder.path)
    assert (document["noise_floors"], document["twins"]) == ({}, [])
    assert (document["measured_again"], document["disturbed_forks"]) == (0, 0)
    assert document["failures"] == [build]
    assert [row["codec"] for row in document["rows"]] == ["cpp/a"]


@pytest.mark.parametrize("rows", [[], [failed("cpp/a", "encode", 0, "crashed", "Killed.")]])
def test_a_run_without_results_has_none(rows: list[Row]) -> None:
    assert memory_results(RECORD, rows).rows == ()


def test_encode_and_decode_are_added_by_the_number_of_the_fork() -> None:
    # The second fork has no decode: pairs by position would add 20 and 300, 30 and 400, 40 and 500.
    rows = [measured("cpp/a", "encode", fork, 10 * (fork + 1)) for fork in range(5)]
    rows += [measured("cpp/a", "decode", fork, 100 * (fork + 1)) for fork in (0, 2, 3, 4)]
    assert sums(memory_results(RECORD, rows).rows)["cpp/a"].fork_values == (110, 330, 440, 550)


def test_operations_of_different_processes_are_added_as_they_come() -> None:
    # As thorough has them.
    rows = [measured("cpp/a", "encode", fork, 10 + fork) for fork in range(5)]
    rows += [measured("cpp/a", "decode", fork, 100 + fork) for fork in range(5, 10)]
    assert sums(memory_results(RECORD, rows).rows)["cpp/a"].fork_values == (115, 117, 119, 121, 123)


def test_what_read_nothing_is_marked_and_has_no_place() -> None:
    rows = [measured("cpp/a", "deserialize", fork, 1) for fork in range(5)]
    for codec, cpu_ns in (("cpp/b", 100), ("cpp/c", 200)):
        rows += [measured(codec, "deserialize", fork, cpu_ns) for fork in range(5)]
    runner = {"codec": "cpp/a", "workload": "record", "operations": {}, "not_read": ["deserialize"]}
    found = {result.codec: result for result in memory_results({**RECORD, "runners": [runner]}, rows).rows}
    assert found["cpp/a"].to_json()["parameters"] == {"not_read": True}
    assert found["cpp/a"].to_json()["rank"] is None
    assert found["cpp/b"].to_json()["rank"] == 1


def test_what_read_nothing_has_no_total() -> None:
    rows = [measured("cpp/a", "roundtrip", fork, 1, side="library") for fork in range(5)]
    rows += [measured("cpp/b", "roundtrip", fork, 100, side="library") for fork in range(5)]
    runner = {"codec": "cpp/a", "workload": "record", "operations": {}, "not_read": ["roundtrip"]}
    results = memory_results({**RECORD, "runners": [runner]}, rows)
    assert list(sums(results.rows)) == ["cpp/b"]
    view = View.of(results, "record")
    assert answer(view)[0] == ("On record, roundtrip one object took cpp/b 100 ns; nothing else was ranked.")
    assert not any("Rank" in line or "comparison" in line for line in legend(view))


def test_what_was_allocated_is_told_for_one_object() -> None:
    counted = replace(measured("cpp/a", "encode", 0, 10), objects=64, allocations=32, allocated_bytes=6400)
    (result,) = memory_results(RECORD, [counted]).rows
    assert (result.to_json()["allocations"], result.to_json()["allocated_bytes"]) == (0.5, 100)
    (result,) = memory_results(RECORD, [measured("cpp/a", "encode", 0, 10)]).rows
    assert result.to_json()["allocations"] is None


def test_a_codec_that_can_only_decode_reads_its_whole_message() -> None:
    part = replace(measured("cpp/b", "access-one", 0, 10), read_bytes=640)
    results = memory_results(RECORD, [measured("cpp/a", "decode", 0, 10), part]).rows
    read = {(one.codec, one.operation): one.to_json()["read_bytes"] for one in results}
    assert (read["cpp/a", "access-one"], read["cpp/b", "access-one"]) == (100, 10)


def test_what_fails_in_both_twins_is_told_once() -> None:
    record = {**RECORD, "twins": {"cpp/a (twin)": "cpp/a"}}
    both = [failed(codec, "encode", 0, "wrong", "Another.") for codec in ("cpp/a", "cpp/a (twin)")]
    own = failed("cpp/a (twin)", "decode", 0, "crashed", "It died.")
    results = memory_results(record, [*both, own, measured("cpp/a", "decode", 0, 10)])
    assert [(failure.codec, failure.operation) for failure in results.failures] == [
        ("cpp/a", "encode"),
        ("cpp/a (twin)", "decode"),
    ]


def test_twins_stand_apart_and_their_disagreement_is_the_noise_floor() -> None:
    rows = [measured("cpp/a", "encode", fork, 1000 + 2 * fork) for fork in range(5)]
    rows += [measured("cpp/a (twin)", "encode", fork, 1060 + 2 * fork) for fork in range(5)]
    rows += [measured("cpp/b", "encode", fork, 1040 + 2 * fork) for fork in range(5)]
    apart = memory_results(RECORD, [row for row in rows if "twin" not in row.codec])
    assert [(result.codec, result.to_json()["rank"]) for result in apart.rows] == [
        ("cpp/a", 1),
        ("cpp/b", 2),
    ]
    found = memory_results({**RECORD, "twins": {"cpp/a (twin)": "cpp/a"}}, rows)
    (apart_by,) = found.twinned
    assert (apart_by.codec, apart_by.workload) == ("cpp/a", "record")
    assert apart_by.log_ratios == pytest.approx([log(1064 / 1004)])
    assert found.noise["cpp"].share == pytest.approx(exp(1.96 * log(1064 / 1004)) - 1, rel=1e-3)
    assert [(result.codec, result.standing) for result in found.twins] == [("cpp/a (twin)", UNRANKED)]
    # 4 % is within the noise of 12 %.
    assert [(result.codec, result.to_json()["rank"]) for result in found.rows] == [
        ("cpp/a", 1),
        ("cpp/b", 1),
    ]


def test_a_twin_can_what_its_codec_can() -> None:
    times = {"decode": 1000, "access-one": 10, "access-all": 300}
    rows = [
        measured(codec, operation, fork, time + plus)
        for operation, time in times.items()
        for fork in range(5)
        for codec, plus in (("cpp/b", 0), ("cpp/b (twin)", time // 10))
    ]
    runner = {**RECORD["runners"][1], "not_read": ["access-one"]}
    record = {**RECORD, "runners": [runner], "twins": {"cpp/b (twin)": "cpp/b"}}
    found = memory_results(record, rows)
    assert [(one.operation, one.cpu.median, one.shown_as_decode, one.not_read) for one in found.twins] == [
        ("access-all", 330.0, False, False),
        ("access-one", 11.0, False, True),
        ("access-tenth", 1100.0, True, False),
        ("decode", 1100.0, False, False),
    ]
    asked = memory_results({**record, "operations": ["access-all"]}, rows)
    assert asked.twinned[0].log_ratios == pytest.approx([log(1.1)])


def test_outliers_are_flagged_and_kept() -> None:
    rows = [measured("cpp/a", "encode", fork, cpu) for fork, cpu in enumerate([10, 11, 12, 90, 13])]
    n = tuple([100] * 6)
    rows[0] = replace(rows[0], n=n, cpu_ns=(1000, 1001, 1002, 1003, 1004, 9000), wall_ns=n)
    (result,) = memory_results(RECORD, rows).rows
    assert (result.outliers, result.outlier_forks) == (1, (3,))
    assert (result.cpu.high, result.samples) == (90.0, 18)


def test_the_quiet_attempt_counts_and_the_disturbed_one_does_not() -> None:
    rows = [measured("cpp/a", "encode", fork, 10 + fork) for fork in range(5)]
    disturbed = replace(rows[2], cpu_ns=tuple(10 * ns for ns in rows[2].cpu_ns), disturbed=True)
    again = [*rows[:2], disturbed, *rows[3:], replace(rows[2], attempt=1)]
    (result,) = memory_results(RECORD, again).rows
    (quiet,) = memory_results(RECORD, rows).rows
    assert (result.cpu, result.samples, result.disturbed_forks) == (quiet.cpu, quiet.samples, 0)
    (left,) = memory_results(RECORD, [*rows[:2], disturbed, *rows[3:]]).rows
    assert left.disturbed_forks == 1
