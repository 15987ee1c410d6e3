"""The advice of a run of schema changes on the fast codecs of a run in memory that lies next to it."""

from pathlib import Path
from typing import Any

from fakes.neighbours import run_in_memory, runner, write

from serbench.experiments.evolution.changes import all_changes
from serbench.experiments.reporting import advice_on, report_of
from serbench.record.row import Row

CHANGES = [change.name for change in all_changes()]
WORDS = "{} of the {} fast libraries were tried with schema changes: {}"


def evolved(results: Path, name: str, changes: list[str], *runners: dict[str, Any]) -> None:
    rows = [
        Row(
            codec=one["codec"], language="cpp", workload="evolution", operation=direction,
            side="application", fork=0, fork_rows=2 * len(changes), outcome="ok", detail="",
            product_key="key", command=(), started_at="", experiment="evolution",
            parameters={"change": change},
            figures={"outcome": "same", "detail": "", "written": "{}", "outcomes": ["same"]},
        )
        for one in runners
        for change in changes
        for direction in ("backward", "forward")
    ]  # fmt: skip
    record = {"experiment": "evolution", "plan": {"changes": changes}, "runners": list(runners)}
    write(results / name, record, rows)


def test_the_newest_run_with_all_changes_speaks(tmp_path: Path) -> None:
    run = run_in_memory(tmp_path, "cpp/a", "cpp/b")
    assert advice_on(run) == []
    evolved(tmp_path, "20261120-100000", CHANGES, runner("cpp/a"), runner("cpp/b"))
    evolved(tmp_path, "20261121-100000", CHANGES, runner("cpp/a"))
    evolved(tmp_path, "20261122-100000", CHANGES[:1], runner("cpp/b"))
    said = [WORDS.format(1, 2, "cpp/a misreads 0 of 24 silently") + " (run 20261121-100000)."]
    assert advice_on(run) == said
    assert report_of(run).answers[-1] == said[0]


def test_other_versions_and_slow_codecs_have_no_part(tmp_path: Path) -> None:
    run = run_in_memory(tmp_path, "cpp/a", "cpp/b")
    evolved(tmp_path, "20261121-100000", CHANGES, runner("cpp/a", "2.0"), runner("cpp/c"))
    assert advice_on(run) == []
    evolved(tmp_path, "20261121-090000", CHANGES, runner("cpp/a"), runner("cpp/b"), runner("cpp/c"))
    both = "cpp/a misreads 0 of 24 silently and cpp/b misreads 0 of 24 silently"
    assert advice_on(run) == [WORDS.format(2, 2, both) + " (run 20261121-090000)."]


def test_a_damaged_neighbour_is_passed_over(tmp_path: Path) -> None:
    run = run_in_memory(tmp_path, "cpp/a")
    evolved(tmp_path, "20261120-100000", CHANGES, runner("cpp/a"))
    (tmp_path / "20261123-100000").mkdir()
    (tmp_path / "20261123-100000" / "run.json").write_text("{")
    assert advice_on(run) == [
        WORDS.format(1, 1, "cpp/a misreads 0 of 24 silently") + " (run 20261120-100000)."
    ]
