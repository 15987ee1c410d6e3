"""``serbench sql``: questions about the measurements, and what is refused."""

import json
import os
import signal
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.samples import measured

from serbench.cli.main import main
from serbench.record import run_folder
from serbench.record.run_folder import RunFolder
from serbench.report import database
from serbench.report.database import ask, columns
from serbench.statistics.estimate import outliers


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[RunFolder]:
    """Two runs: codec a in both, codec b in the second."""
    monkeypatch.setattr(run_folder, "results_directory", lambda: tmp_path)
    found = []
    for codecs in (["cpp/a"], ["cpp/a", "cpp/b"]):
        folder = RunFolder.create(tmp_path, {})
        with folder.writing():
            for fork, codec in enumerate(codecs):
                folder.append_fork([measured(codec, "encode", fork, 10 + fork)])
        found.append(folder)
    return found


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["sql", *arguments]) == 0
    return capsys.readouterr().out


def test_both_views_know_their_run(results: list[RunFolder], capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (folder.name for folder in results)
    question = "SELECT run, codec, fork, len(n) AS samples FROM measurements ORDER BY ALL"
    assert json.loads(asked(capsys, question, "--json")) == [
        {"run": first, "codec": "cpp/a", "fork": 0, "samples": 3},
        {"run": second, "codec": "cpp/a", "fork": 0, "samples": 3},
        {"run": second, "codec": "cpp/b", "fork": 1, "samples": 3},
    ]
    question = f"SELECT sample, n, cpu_ns, wall_ns FROM samples WHERE codec = 'cpp/b' AND run = '{second}'"
    assert asked(capsys, question, "--csv") == (
        "sample,n,cpu_ns,wall_ns\n0,1000,11050,22000\n1,1000,11000,22007\n2,1000,10999,21999\n"
    )


def test_a_workload_whose_record_tells_no_title_has_its_name(
    results: list[RunFolder], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # No run has titles in its record but one that is shown.
    strange = RunFolder.create(tmp_path, {"titles": 5})
    lacking = RunFolder.create(tmp_path, {"own": {"types": [{}]}, "workloads": ["record"]})
    for folder in (strange, lacking):
        with folder.writing():
            folder.append_fork([measured("cpp/a", "encode", 0, 10)])
    question = f"SELECT DISTINCT title FROM measurements WHERE run IN ('{strange.name}', '{lacking.name}')"
    assert asked(capsys, question, "--csv") == "title\nrecord\n"
    assert main(["show", "cpp/cereal", "record", "--run", str(lacking.path)]) == 2
    assert "does not fit together" in capsys.readouterr().err


def test_a_sample_has_its_time_for_one_operation(
    results: list[RunFolder], capsys: pytest.CaptureFixture[str]
) -> None:
    question = "SELECT median(cpu_ns_per_operation) AS m, max(wall_ns_per_operation) AS w FROM samples"
    assert json.loads(asked(capsys, question, "--json", "--run", str(results[0].path))) == [
        {"m": 10.0, "w": 20.007}
    ]


def test_a_sample_is_an_outlier_by_the_fences_of_the_statistics(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    times_ns = (1000, 1010, 1020, 1030, 1040, 1071, 990)
    assert [times_ns[position] for position in outliers(times_ns)] == []
    late_ns = (*times_ns[:-2], 1120, 990)
    folder = RunFolder.create(tmp_path, {})
    row = measured("cpp/a", "encode", 0, 10)
    with folder.writing():
        for fork, cpu_ns in enumerate((times_ns, late_ns, late_ns[:3])):
            n = tuple(100 for _ in cpu_ns)
            folder.append_fork([replace(row, fork=fork, n=n, wall_ns=n, cpu_ns=cpu_ns)])
    question = "SELECT fork, cpu_ns FROM samples WHERE outlier ORDER BY ALL"
    found = json.loads(asked(capsys, question, "--json", "--run", str(folder.path)))
    assert found == [{"fork": 1, "cpu_ns": late_ns[position]} for position in outliers(late_ns)]
    assert found == [{"fork": 1, "cpu_ns": 1120}]


def test_the_table_on_a_terminal(results: list[RunFolder], capsys: pytest.CaptureFixture[str]) -> None:
    out = asked(
        capsys, "SELECT codec, count(*) AS forks, NULL AS nothing FROM measurements GROUP BY ALL ORDER BY 1"
    )
    assert [line.split() for line in out.splitlines()] == [
        ["codec", "forks", "nothing"],
        ["cpp/a", "2", "–"],
        ["cpp/b", "1", "–"],
    ]


def test_json_and_csv_hold_what_they_can(
    results: list[RunFolder], capsys: pytest.CaptureFixture[str]
) -> None:
    question = (
        "SELECT 1 AS a, 2 AS a, 'NaN'::DOUBLE AS x, [1.5, NULL] AS l, DATE '2026-11-21' AS d, 'ü,\"' AS s"
    )
    assert json.loads(asked(capsys, question, "--json")) == [
        {"a": 1, "a_2": 2, "x": None, "l": [1.5, None], "d": "2026-11-21", "s": 'ü,"'}
    ]
    assert asked(capsys, "SELECT [1.5, NULL] AS l, 'ü,\"' AS s", "--csv") == 'l,s\n"[1.5, null]","ü,"""\n'


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("SELEC 1", 'The query failed: Parser Error: syntax error at or near "SELEC".'),
        ("SELECT 1; SELECT 2", "Give exactly one SELECT statement."),
        (" ", "Give exactly one SELECT statement."),
        ("DROP TABLE measurements", "The measurements are read-only: begin with SELECT."),
        ("INSTALL httpfs", "The measurements are read-only: begin with SELECT."),
        ("COPY samples TO '/tmp/x'", "The measurements are read-only: begin with SELECT."),
        ("ATTACH '/tmp/x.db'", "The measurements are read-only: begin with SELECT."),
        ("SET threads = 1", "The measurements are read-only: begin with SELECT."),
    ],
)
def test_what_is_no_question_is_one_sentence_and_status_two(
    results: list[RunFolder], capsys: pytest.CaptureFixture[str], question: str, sentence: str
) -> None:
    assert main(["sql", question]) == 2
    assert capsys.readouterr() == ("", f"serbench: {sentence}\n")


@pytest.mark.parametrize(
    "question",
    [
        "SELECT nothing FROM samples",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM read_parquet('https://example.com/x.parquet')",
        "SELECT CAST('x' AS INTEGER)",
    ],
)
def test_files_and_the_network_are_out_of_reach(
    results: list[RunFolder], capsys: pytest.CaptureFixture[str], question: str
) -> None:
    assert main(["sql", question]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("serbench: The query failed: ") and err.count("\n") == 1


def test_a_run_that_cannot_be_read_is_left_out_and_named(
    results: list[RunFolder], capsys: pytest.CaptureFixture[str]
) -> None:
    (results[0].path / "run.json").write_text("{")
    assert main(["sql", "SELECT count(*) AS n FROM measurements", "--csv"]) == 0
    out, err = capsys.readouterr()
    assert out == "n\n2\n"
    assert err.startswith(f"Skipped: {results[0].path / 'run.json'} cannot be read: ")


def test_every_column_of_a_row_is_there_even_without_runs() -> None:
    answer = ask([], "DESCRIBE measurements")
    types = {line[0]: line[1] for line in answer.lines}
    assert list(types) == ["run", "counts", "title", *columns()]
    assert (types["codec"], types["n"], types["touch"], types["load"], types["parameters"]) == (
        "VARCHAR",
        "BIGINT[]",
        "UBIGINT",
        "DOUBLE",
        "JSON",
    )
    assert ask([], "SELECT * FROM samples").lines == ()


def test_the_largest_touch_is_kept(tmp_path: Path) -> None:
    row = measured("cpp/a", "access-all", 0, 10)
    largest = replace(row, touch=2**64 - 1)
    assert ask([RunFolder(tmp_path, {}, [largest])], "SELECT touch FROM measurements").lines == (
        (2**64 - 1,),
    )


def test_only_one_form_at_a_time(results: list[RunFolder], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sql", "SELECT 1", "--csv", "--json"]) == 2
    assert capsys.readouterr().err == "serbench: Use only one of --csv and --json at a time.\n"
    assert main(["sql", "SELECT 1", "--run", "none"]) == 2
    assert capsys.readouterr().err.startswith("serbench: There is no run none")


def test_the_temporary_folder_is_no_column(
    results: list[RunFolder], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "fork=7"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    assert ask(results, "SELECT DISTINCT fork FROM measurements ORDER BY 1").lines == ((0,), (1,))


def test_an_interrupt_ends_a_query(
    results: list[RunFolder], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    # The query, which begins as soon as it is checked, would take minutes.
    interrupt = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    monkeypatch.setattr(database, "_require_question", lambda *_: interrupt.start())
    try:
        assert main(["sql", "SELECT count(*) FROM range(100000000000), range(1000)"]) == 130
    finally:
        interrupt.join()
        signal.signal(signal.SIGINT, before)
    assert capsys.readouterr() == ("", "Interrupted.\n")


def test_a_time_with_a_zone_is_shown_or_refused_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    # Whether it can be shown depends on a module that serbench does not ask for.
    assert main(["sql", "SELECT now()"]) in (0, 2)
    assert "Traceback" not in capsys.readouterr().err
    assert main(["sql", "--json", "SELECT now()::VARCHAR AS a"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["a"].startswith("20")
