"""Runs of the store compared: with each other, and with the tables of the complex-object study."""

from dataclasses import replace
from pathlib import Path

import pytest
from fakes.rows import store_row as row
from fakes.samples import failed
from report.folders import folder_of, published

from serbench.compare.comparison import Comparison, compare
from serbench.compare.table import document_of
from serbench.errors import BadInput
from serbench.experiments.store.reporting import store_side, studys_side
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder
from serbench.statistics.comparison import Place


def stored(path: Path, rows: list[Row]) -> RunFolder:
    return folder_of(path, rows, experiment="store", runners=[], corpora={}, workloads=["tweet"])


def rows_of(decode_s: float = 8.0) -> list[Row]:
    """Reads of cpp/inplace take thrice those of cpp/handcoded, its writes twice."""
    return [
        row("write", 5, 1),
        row("write", 10, 1, codec="cpp/inplace"),
        row("sequential", 4, 3),
        row("sequential", 12, 3, codec="cpp/inplace"),
        row("sequential", 2, 1, codec="cpp/inplace", level="access-all"),
        row("sequential", decode_s, 3, codec="rust/own"),
        row("sequential", 40, 3, pin="core"),
    ]


def beside_the_study(path: Path, rows: list[Row], table: str = "study") -> Comparison:
    return compare(
        published(table), studys_side(stored(path, rows), "core" if table == "study-pinned" else "free")
    )


def test_the_study_gives_multiples_of_cpp_handcoded(tmp_path: Path) -> None:
    found = beside_the_study(tmp_path, rows_of())
    assert (found.claimed, found.relative_to) == (True, "cpp/handcoded")
    ours = {(c.codec, c.operation): c.after.median for c in found.changes}
    assert ours == {
        ("cpp/handcoded", "write"): 1,
        ("cpp/inplace", "write"): 2,
        ("cpp/handcoded", "sequential"): 1,
        ("cpp/inplace", "sequential"): 3,
    }
    theirs = {(c.codec, c.operation): round(c.before.median, 2) for c in found.changes}
    assert theirs["cpp/inplace", "sequential"] == 1.35
    assert theirs["cpp/handcoded", "write"] == 1
    assert [ranking.operations for ranking in found.rankings] == ["write", "sequential"]
    # One write of each tells none apart.
    assert found.rankings[0].places == {
        "cpp/handcoded": (Place.certain(1), None),
        "cpp/inplace": (Place.certain(2), None),
    }
    assert {(change.size_before, change.size_after) for change in found.changes} == {(None, 20)}


def test_its_pinned_table_stands_beside_what_was_pinned(tmp_path: Path) -> None:
    found = beside_the_study(tmp_path, rows_of(), "study-pinned")
    assert [(c.codec, c.operation) for c in found.changes] == [("cpp/handcoded", "sequential")]


def test_without_the_reference_the_geometric_mean_is_the_unit(tmp_path: Path) -> None:
    rows = [one for one in rows_of() if one.codec != "cpp/handcoded"]
    rows.append(row("write", 40, 1, codec="rust/bincode"))
    found = beside_the_study(tmp_path, rows)
    assert found.relative_to == ""
    ours = {(c.codec, c.operation): c.after.median for c in found.changes}
    assert ours["cpp/inplace", "write"] == pytest.approx(0.5)
    assert ours["rust/bincode", "write"] == pytest.approx(2)


def test_where_the_study_did_less_work_is_told(tmp_path: Path) -> None:
    found = beside_the_study(tmp_path, rows_of())
    assert found.less_work == {"cpp/inplace": "read no field of what it opened"}
    (document,) = document_of([(found, None)])["comparisons"]
    assert document["relative_to"] == "cpp/handcoded"
    assert document["less_work"] == found.less_work
    assert document["cells"][0]["size_before_bytes"] is None


def test_a_run_without_files_of_tweets_has_nothing_beside_the_study(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"nothing to compare with the study: .* store tweet --pin free"):
        studys_side(folder_of(tmp_path), pin="free")
    others = [replace(one, workload="record") for one in rows_of()]
    with pytest.raises(BadInput, match="nothing to compare"):
        studys_side(stored(tmp_path, others), pin="free")


def test_another_disk_is_a_difference(tmp_path: Path) -> None:
    def on(source: str, rotational: bool) -> RunFolder:
        system = {"type": "ext4", "source": source, "options": "rw", "rotational": rotational}
        folder = stored(tmp_path, rows_of())
        folder.record["machine"] = {"file_systems": {"store": system}}
        return folder

    turning, fast = on("/dev/sda1", True), on("/dev/nvme0n1", False)
    found = compare(store_side(turning), store_side(fast))
    assert found.differences == (
        "disk of the store: ext4 of /dev/sda1 (rw, turning) → ext4 of /dev/nvme0n1 (rw)",
    )
    assert found.same_machine
    assert compare(store_side(fast), store_side(fast)).differences == ()
    before = compare(store_side(stored(tmp_path, rows_of())), store_side(fast))
    assert before.differences[-1] == "disk of the store: unknown → ext4 of /dev/nvme0n1 (rw)"


def test_two_runs_are_compared_in_each_way_of_using_files(tmp_path: Path) -> None:
    after = [*rows_of(16.0)[:-1], failed("cpp/handcoded", "sequential", 0, "crashed", "Gone.")]
    after[-1] = replace(after[-1], workload="tweet", parameters=rows_of()[-1].parameters)
    found = compare(store_side(stored(tmp_path, rows_of())), store_side(stored(tmp_path, after)))
    assert {(c.codec, c.operation): c.ratio.ratio for c in found.changes} == {
        ("cpp/handcoded", "write buffered free of 100"): 1,
        ("cpp/inplace", "write buffered free of 100"): 1,
        ("cpp/handcoded", "sequential cold free decode of 100"): 1,
        ("cpp/inplace", "sequential cold free decode of 100"): 1,
        ("cpp/inplace", "sequential cold free access-all of 100"): 1,
        ("rust/own", "sequential cold free decode of 100"): 2,
    }
    assert found.broken() == (
        (("cpp/handcoded", "tweet", "sequential cold core decode of 100"), "crashed. Gone."),
    )
    assert [change.codec for change in found.slower(0.05)] == ["rust/own"]
    assert (found.before.clock, found.same_machine) == ("wall", True)
