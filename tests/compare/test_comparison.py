"""Two runs, or a run and a published table, cell by cell."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from fakes.samples import failed, measured
from report.folders import MACHINE, folder_of, published

from serbench.compare.comparison import Comparison, compare
from serbench.compare.side import Side
from serbench.errors import BadInput
from serbench.experiments.memory.reporting import side_of
from serbench.record.row import Row
from serbench.statistics.comparison import Place


def rows_of(times: Mapping[tuple[str, str], float], size_bytes: int = 6400) -> list[Row]:
    return [
        measured(codec, operation, fork, time * (1 + fork / 1000), size_bytes=size_bytes)
        for (codec, operation), time in times.items()
        for fork in range(5)
    ]


BEFORE = {
    ("cpp/a", "encode"): 100,
    ("cpp/a", "decode"): 200,
    ("cpp/c", "encode"): 50,
    ("cpp/c", "decode"): 60,
}
AFTER = {("cpp/a", "encode"): 100, ("cpp/a", "decode"): 240, ("cpp/c", "encode"): 51, ("cpp/c", "decode"): 60}


def side(path: Path, rows: list[Row], **record: Any) -> Side:
    return side_of(folder_of(path, rows, **record))


def compared(path: Path, after: Mapping[tuple[str, str], float], **record: Any) -> Comparison:
    return compare(side(path, rows_of(BEFORE)), side(path, rows_of(after), **record), alternated=True)


def test_each_cell_has_its_ratio_with_its_interval(tmp_path: Path) -> None:
    found = {(c.codec, c.operation): c.ratio for c in compared(tmp_path, AFTER).changes}
    assert {key: round(value.ratio, 3) for key, value in found.items()} == {
        ("cpp/a", "decode"): 1.2,
        ("cpp/a", "encode"): 1.0,
        ("cpp/c", "decode"): 1.0,
        ("cpp/c", "encode"): 1.02,
    }
    decode = found["cpp/a", "decode"]
    assert 1.19 < decode.low < 1.2 < decode.high < 1.21


FIRST, SECOND = Place(1, 1, 0, (), True), Place(2, 2, 1, (), True)


def test_both_rankings_stand_beside_each_other(tmp_path: Path) -> None:
    faster = AFTER | {("cpp/a", "encode"): 10, ("cpp/a", "decode"): 20}
    (ranking,) = compared(tmp_path, faster).rankings
    assert (ranking.workload, ranking.operations) == ("record", "encode + decode")
    assert ranking.places == {"cpp/c": (FIRST, SECOND), "cpp/a": (SECOND, FIRST)}
    assert ranking.correlation == pytest.approx(-1)
    assert [round(change.ratio.ratio, 3) for change in ranking.changes] == [1.009, 0.1]


def test_slower_is_what_lies_beyond_the_threshold_for_certain(tmp_path: Path) -> None:
    found = compared(tmp_path, AFTER)
    assert [(change.codec, change.operation) for change in found.slower(0.05)] == [("cpp/a", "decode")]
    assert [(change.codec, change.operation) for change in found.slower(0.01)] == [
        ("cpp/a", "decode"),
        ("cpp/c", "encode"),
    ]
    assert found.slower(0.2) == ()


def test_what_lies_within_the_noise_of_a_run_is_not_slower(tmp_path: Path) -> None:
    noisy = rows_of(AFTER | {("cpp/a (twin)", "encode"): 130})
    after = side(tmp_path, noisy, twins={"cpp/a (twin)": "cpp/a"})
    assert compare(side(tmp_path, rows_of(BEFORE)), after, alternated=True).slower(0.05) == ()


def test_messages_that_have_grown_are_found_once_for_each_codec(tmp_path: Path) -> None:
    after = side(tmp_path, rows_of(BEFORE, size_bytes=7000))
    found = compare(side(tmp_path, rows_of(BEFORE)), after).larger(0.05)
    assert [(change.codec, change.size_before, round(change.size_after or 0)) for change in found] == [
        ("cpp/a", 100, 109),
        ("cpp/c", 100, 109),
    ]


def test_cells_of_one_side_are_listed_with_what_failed(tmp_path: Path) -> None:
    after = {key: time for key, time in AFTER.items() if key[0] == "cpp/a"} | {("cpp/d", "encode"): 5}
    rows = [*rows_of(after), failed("cpp/c", "encode", 0, "wrong", "Another digest.")]
    found = compare(side(tmp_path, rows_of(BEFORE)), side(tmp_path, rows))
    assert found.only_before == (
        (("cpp/c", "record", "decode"), ""),
        (("cpp/c", "record", "encode"), "wrong. Another digest."),
    )
    assert found.only_after == ((("cpp/d", "record", "encode"), ""),)
    assert found.broken() == ((("cpp/c", "record", "encode"), "wrong. Another digest."),)


def test_other_data_is_refused_unless_told_otherwise(tmp_path: Path) -> None:
    before = side(tmp_path, rows_of(BEFORE))
    after = side(
        tmp_path, rows_of(AFTER), corpora={"record": {"sha256": "cd" * 32, "objects": 1, "bytes": 1}}
    )
    with pytest.raises(BadInput, match=r"different data of record .*abababababab and cdcdcdcdcdcd"):
        compare(before, after)
    assert len(compare(before, after, other_data=True).changes) == 4


def test_nothing_in_common_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no cell in common"):
        compared(tmp_path, {("cpp/z", "encode"): 1.0})


def test_what_else_differs_is_told_and_hardware_makes_another_machine(tmp_path: Path) -> None:
    assert compared(tmp_path, AFTER).differences == ()
    runner = {"codec": "cpp/a", "workload": "record", "operations": {}, "libraries": {"a": "2"}}
    newer = compared(
        tmp_path,
        AFTER,
        machine={**MACHINE, "allowed_cores": [4, 5, 7], "kernel": "6.2", "git_revision": "f00"},
        runners=[runner],
    )
    assert newer.same_machine
    assert newer.differences == (
        "allowed_cores: 0-1 → 4-5,7",
        "kernel: unknown → 6.2",
        "git_revision: unknown → f00",
        "cpp/a: no library → a 2",
    )
    board = compared(tmp_path, AFTER, machine={**MACHINE, "cpu_model": "A board", "architecture": "riscv64"})
    assert not board.same_machine
    assert board.differences == (
        "cpu_model: Some CPU | 3000 → A board",
        "architecture: aarch64 → riscv64",
    )


def test_a_published_table_gives_sizes_and_ratios_alone(tmp_path: Path) -> None:
    times = {("cpp/cereal", "roundtrip"): 5.0, ("cpp/boost", "roundtrip"): 20.0, ("cpp/a", "encode"): 1.0}
    found = compare(published("2020-laptop"), side(tmp_path, rows_of(times)))
    assert found.claimed and not found.same_machine
    changes = {change.codec: change for change in found.changes}
    # Theirs are 14203.78 and 14231.32 ms: nearly the same; ours are 5 and 20, so 0.5 and 2 of their mean.
    assert changes["cpp/cereal"].after.median == pytest.approx(0.5)
    assert changes["cpp/boost"].after.median == pytest.approx(2.0)
    assert changes["cpp/cereal"].before.median == pytest.approx(0.99903, abs=1e-5)
    assert (changes["cpp/cereal"].size_before, changes["cpp/cereal"].size_after) == (17416, 100)
    (ranking,) = found.rankings
    assert ranking.places == {
        "cpp/cereal": (Place.certain(1), FIRST),
        "cpp/boost": (Place.certain(2), SECOND),
    }
    assert [key for key, _ in found.only_after] == []
    assert ("cpp/yas", "record", "roundtrip") in [key for key, _ in found.only_before]


def test_the_two_machines_of_the_post_correlate() -> None:
    found = compare(published("2020-laptop"), published("2020-board"))
    (ranking,) = found.rankings
    assert len(ranking.changes) == 11
    assert ranking.correlation == pytest.approx(0.9545, abs=1e-4)


def test_an_unknown_table_names_those_there_are() -> None:
    with pytest.raises(BadInput, match="did you mean published:2020-laptop"):
        published("2020-laptp")
    with pytest.raises(BadInput, match="there are 2015-readme, 2014-readme, 2019-fork"):
        published("x")


@pytest.mark.parametrize(("was", "became", "is_worse"), [("9.5", "10.0", True), ("10.0", "9.5", False)])
def test_of_outcomes_that_are_numbers_more_is_worse(was: str, became: str, is_worse: bool) -> None:
    key = ("cpp/a", "w", "raw, bytes")
    before, after = (
        Side(name, False, {}, {}, outcomes={key: word}) for name, word in (("A", was), ("B", became))
    )
    assert [(turn.before, turn.after, turn.worse) for turn in compare(before, after).turns] == [
        (was, became, is_worse)
    ]


def test_of_outcomes_that_are_numbers_those_beyond_the_threshold_are_worse_and_of_words_all() -> None:
    def of(outcome: str, order: tuple[str, ...] = ()) -> Side:
        key = ("cpp/a", "record", "raw, bytes")
        return Side("run", False, {}, {}, outcomes={key: outcome}, worst_last=order)

    larger = compare(of("100.0"), of("100.1"))
    assert [turn.worse for turn in larger.turns] == [True]
    assert [len(larger.turned_worse(limit)) for limit in (0.0, 0.0005, 0.001, 0.05)] == [1, 1, 0, 0]
    assert (larger.is_worse(0.05), larger.is_worse(0.0)) == (False, True)
    words = ("same", "lost")
    assert compare(of("same", words), of("lost", words)).is_worse(0.05)
    assert not compare(of("lost", words), of("same", words)).is_worse(0.05)
