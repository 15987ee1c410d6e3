"""The SQL that the reference shows means something: one row a codec, of one run and one cell."""

import json
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.samples import failed, measured

from serbench.cli.main import main
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "measurements.md"


def documented_sql() -> list[str]:
    """The words of the page's ``./serbench sql`` command, without the launcher."""
    command = PAGE.read_text(encoding="utf-8").partition("\n    ./serbench sql ")[2]
    return ["sql", *shlex.split(command.partition("\n\n")[0])]


def in_run(folder: Path, rows: list[Row]) -> RunFolder:
    run = RunFolder.create(folder, {})
    with run.writing():
        for row in rows:
            run.append_fork([row])
    return run


def test_documented_sql_gives_one_row_a_codec(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    quiet = [
        measured(codec, "encode", fork, ns) for codec, ns in (("cpp/a", 20), ("cpp/b", 10)) for fork in (0, 1)
    ]
    slow = 1000.0
    left_out = [
        replace(measured("cpp/a", "encode", 1, slow), disturbed=True, attempt=1),
        replace(measured("cpp/a", "encode", 3, slow), workload="tweet"),
        measured("cpp/a", "decode", 4, slow),
        replace(measured("cpp/e", "encode", 5, slow), outcome="wrong"),
        failed("cpp/c", "encode", 0, "crashed", "It died."),
    ]
    run = in_run(tmp_path, quiet + left_out)
    in_run(
        tmp_path, [measured(codec, "encode", fork, slow) for codec in ("cpp/a", "cpp/d") for fork in range(9)]
    )
    words = documented_sql()
    words[words.index("--run") + 1] = str(run.path)
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {"codec": "cpp/b", "ns": 10.0, "forks": 2},
        {"codec": "cpp/a", "ns": 20.0, "forks": 2},
    ]
