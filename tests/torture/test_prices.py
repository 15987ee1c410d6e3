"""The time of decoding, beside the outcomes, from a run in memory that lies next to a run of torture."""

from pathlib import Path
from typing import Any

from fakes.neighbours import run_in_memory, runner, write
from fakes.rows import torture_row as row

from serbench.experiments.reporting import report_of, times_beside
from serbench.record.run_folder import RunFolder


def tortured(results: Path, *runners: dict[str, Any]) -> RunFolder:
    rows = [row(one["codec"], {"truncation": {"rejected": 9}}, workload="record") for one in runners]
    record = {
        "experiment": "torture",
        "workloads": ["record"],
        "plan": {"cases": 9, "sanitizers": [], "seed": 1},
        "runners": list(runners),
    }
    return write(results / "20261125-100000", record, rows)


def test_the_time_of_the_same_versions_stands_beside(tmp_path: Path) -> None:
    run = tortured(tmp_path, runner("cpp/a"), runner("cpp/b", "2.0"))
    assert times_beside(run, "decode").ns == {}
    run_in_memory(tmp_path, "cpp/a", "cpp/b")
    found = times_beside(run, "decode")
    assert (found.run, found.ns) == ("20261121-210700", {("cpp/a", "record"): 1002.0})
    (section,) = report_of(run).contents.sections
    (table,) = section.tables
    assert table.header[-3:] == ("worst case", "ns", "library")
    assert [line.texts[-2] for line in table.lines] == ["1002", "–"]
    assert section.legend[-1].startswith("ns: CPU time to decode a valid message in the run 20261121-210700")
