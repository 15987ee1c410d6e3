"""``serbench report``: which run it takes, and its forms."""

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fakes.samples import RECORD
from record.damage import EXPERIMENTS, GOOD
from report.folders import rows_of

from serbench.cli.main import main
from serbench.experiments.memory.reporting import document_of
from serbench.record import run_folder
from serbench.record.run_folder import RunFolder


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(run_folder, "results_directory", lambda: tmp_path)
    return tmp_path


def make_run(results: Path, name: str) -> RunFolder:
    folder = RunFolder.create(results, RECORD)
    folder.path.rename(results / name)
    folder = RunFolder.load(results / name)
    with folder.writing():
        for row in rows_of():
            folder.append_fork([row])
    return folder


def test_the_last_run_is_shown_where_none_is_named(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("20261121-210700-10", "20261121-210700-2", "20261121-210659-11", "20261121-210700"):
        make_run(results, name)
    assert main(["report"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("record: µs of CPU time for one object\n")
    assert out.splitlines()[-1] == f"Measurements: {results / '20261121-210700-10'}"
    assert main(["report", "20261121-210700-2"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"Measurements: {results / '20261121-210700-2'}"


def test_each_form_goes_to_standard_output_or_its_file(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = make_run(results, "20261121-210700")
    assert main(["report", "--markdown"]) == 0
    assert capsys.readouterr().out.startswith("# serbench run 20261121-210700\n")
    assert main(["report", "--json"]) == 0
    without: dict[str, object] = {"runs": [], "against_others": {}, "cells": []}
    assert json.loads(capsys.readouterr().out) == {**document_of(folder), "history": without}
    page = results / "page.html"
    assert main(["report", str(folder.path), "--html", str(page)]) == 0
    assert capsys.readouterr().out == f"{page}\n"
    assert page.read_text().startswith("<!doctype html>")


def test_csv_has_a_line_for_each_row_of_the_document(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = make_run(results, "20261121-210700")
    assert main(["report", "--csv"]) == 0
    lines = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    document = document_of(folder)
    assert [line["codec"] for line in lines if line["kind"] == "row"] == [
        row["codec"] for row in document["rows"]
    ]
    (floor,) = [line for line in lines if line["kind"] == "floor"]
    assert (floor["codec"], floor["median_ns"], floor["rank"]) == ("cpp/floor", "110.0", "")
    encode = next(line for line in lines if (line["codec"], line["operation"]) == ("cpp/c", "encode"))
    assert (encode["median_ns"], encode["size_bytes"], encode["rank"]) == ("2002.0", "17416", "1")
    shown = next(line for line in lines if (line["codec"], line["operation"]) == ("cpp/c", "access-one"))
    assert json.loads(shown["parameters"]) == {"shown_as": "decode"}


def test_what_cannot_be_shown_is_one_sentence(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report"]) == 2
    assert capsys.readouterr().err == (
        f"serbench: There is no run in {results} yet; `./serbench run` creates one.\n"
    )
    assert main(["report", "--csv", "--json"]) == 2
    assert capsys.readouterr().err == ("serbench: Choose only one form of a report at a time.\n")


def test_every_sample_as_csv(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = make_run(results, "20261121-210700")
    assert main(["report", "--samples"]) == 0
    lines = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert len(lines) == sum(len(row.n) for row in folder.rows)
    first = folder.rows[0]
    assert [(line["codec"], line["operation"], line["sample"]) for line in lines[:3]] == [
        (first.codec, first.operation, str(sample)) for sample in range(3)
    ]
    assert [int(line["cpu_ns"]) for line in lines[:3]] == list(first.cpu_ns)
    assert (int(lines[0]["n"]), int(lines[0]["wall_ns"])) == (first.n[0], first.wall_ns[0])


def test_the_pictures_are_written_as_svg_and_png(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_run(results, "20261121-210700")
    assert main(["report", "--plots", str(tmp_path / "plots")]) == 0
    names = [Path(line).name for line in capsys.readouterr().out.splitlines()]
    assert sorted(names) == sorted(path.name for path in (tmp_path / "plots").iterdir())
    assert {"record-size.svg", "record-size.png", "record-time.svg", "record-encode.png"} <= set(names)
    (tmp_path / "file").touch()
    assert main(["report", "--plots", str(tmp_path / "file" / "plots")]) == 2
    assert "The pictures cannot be written to" in capsys.readouterr().err


@pytest.mark.parametrize("extra", [["--costs"], ["--legend"], ["--group", "format"]])
@pytest.mark.parametrize(
    "form", ["--html -", "--markdown", "--latex", "--csv", "--samples", "--json", "--plots plots"]
)
def test_what_only_a_terminal_shows_is_refused_in_other_forms(
    results: Path, extra: list[str], form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    make_run(results, "20261121-210700")
    assert main(["report", *extra, *form.split()]) == 2
    assert capsys.readouterr().err == (
        "serbench: --costs, --group and --legend are for the tables in a terminal, not for other forms.\n"
    )


@pytest.mark.parametrize("form", ["--csv", "--samples", "--json"])
def test_ranks_across_languages_are_refused_where_no_form_changes_by_them(
    results: Path, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    make_run(results, "20261121-210700")
    assert main(["report", "--across", form]) == 2
    assert capsys.readouterr().err == (
        "serbench: --across is for tables, pages and pictures, not for --csv, --samples and --json.\n"
    )


@pytest.mark.parametrize("experiment", sorted({*EXPERIMENTS} - {"memory"}))
def test_costs_and_groups_are_refused_of_other_experiments(
    experiment: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for extra in (["--costs"], ["--group", "language"]):
        assert main(["report", str(GOOD / experiment), *extra]) == 2
        err = capsys.readouterr().err
        assert "--costs and --group are for runs in memory; this one is of " in err


@pytest.mark.parametrize("experiment", ["cluster", "relay", "sort", "store"])
def test_csv_has_ranks_within_languages_and_across(
    experiment: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(GOOD / experiment), "--csv"]) == 0
    columns = capsys.readouterr().out.splitlines()[0].split(",")
    assert columns[:6] == ["codec", "workload", "rank", "rank_high", "rank_across", "rank_across_high"]


def test_a_run_that_was_interrupted_says_how_much_of_it_there_is(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    planned = [{"codec": "cpp/a", "workload": "record", "index": index} for index in range(3)]
    plan: dict[str, Any] = {"plan": {**RECORD.get("plan", {}), "forks": planned}}
    for name, record in (("20261121-210700", plan), ("20261121-210701", {**plan, "choice": {}})):
        folder = RunFolder.create(results, {**RECORD, **record})
        folder.path.rename(results / name)
        folder = RunFolder.load(results / name)
        with folder.writing():
            folder.append_fork([replace(rows_of()[0], codec="cpp/a", workload="record", fork=0)])
    told = "1 of 3 forks are measured; continue with: ./serbench run --resume 20261121-210700"
    for form in ((), ("--markdown",), ("--html", "-")):
        assert main(["report", "20261121-210700", *form]) == 0
        assert told in capsys.readouterr().out.replace("\n", " ").replace("  ", " ")
    # A choice ends once it is certain.
    assert main(["report", "20261121-210701"]) == 0
    assert "forks are measured" not in capsys.readouterr().out
