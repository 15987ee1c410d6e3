"""``run --against`` over fakes: two sets of executables in the same rounds, compared at the end."""

import json
from pathlib import Path
from typing import Any

import pytest
from fakes import drive, packages

from serbench.cli.main import main
from serbench.record.run_folder import RunFolder
from serbench.record.shared import found_here


@pytest.fixture(autouse=True)
def fakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages.fakes_only(tmp_path, monkeypatch)


def measured(tmp_path: Path, against: Path | str | None = None, **how: Any) -> tuple[int, Path]:
    """The status of a run of two honest codecs, and its folder."""
    status = drive.begin(
        tmp_path, "honest", "decoder", operations=("encode", "decode"), forks=5,
        against=None if against is None else str(against), **how,
    )  # fmt: skip
    return status, max((tmp_path / "results").iterdir(), key=lambda path: path.stat().st_mtime_ns)


def slower_checkout(tmp_path: Path, first: Path) -> Path:
    """A checkout whose fake/honest is another fake, which takes twice the time."""
    record = found_here(json.loads((first / "run.json").read_text()))
    keys = ("codec", "workload", "command")
    runners = [{key: runner[key] for key in keys} for runner in record["runners"]]
    for runner in runners:
        if runner["codec"] == "fake/honest":
            runner["command"] = ["dawdler" if word == "honest" else word for word in runner["command"]]
    folder = tmp_path / "before"
    folder.mkdir()
    (folder / "document").write_text(json.dumps({"runners": runners}))
    (folder / "serbench").write_text("#!/bin/sh\ncat document\n")
    (folder / "serbench").chmod(0o755)
    return folder


def test_two_checkouts_are_measured_in_the_same_rounds_and_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, first = measured(tmp_path)
    before = slower_checkout(tmp_path, first)
    capsys.readouterr()
    status, folder = measured(tmp_path, before, as_json=True)
    found = json.loads(capsys.readouterr().out)
    assert status == 0
    assert {row["codec"] for row in found["rows"]} == {"fake/honest", "fake/decoder"}
    compared = found["against"]
    assert (compared["before"], compared["after"], compared["alternated"]) == ("before", folder.name, True)
    assert {(cell["codec"], cell["verdict"]) for cell in compared["cells"]} == {
        ("fake/honest", "shorter"),
        ("fake/decoder", "control"),
    }
    assert {cell["ratio"] for cell in compared["cells"]} == {0.5, 1.0}
    assert {row.codec for row in RunFolder.load(folder).rows} == {
        *("fake/honest", "fake/decoder", "fake/honest (against)", "fake/decoder (against)")
    }


def test_such_a_run_is_reported_compared_and_resumed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, first = measured(tmp_path)
    _, folder = measured(tmp_path, slower_checkout(tmp_path, first))
    capsys.readouterr()
    assert main(["compare", str(folder)]) == 0
    assert "A and B were measured alternately in one run" in capsys.readouterr().out
    assert main(["report", str(folder)]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "A before" in printed and "0.500-" in printed and "1.00=" in printed
    assert main(["report", str(folder), "--markdown"]) == 0
    sentence = "Against before, measured in the same rounds, 0 of 4 times are longer and 2 shorter"
    assert sentence in " ".join(capsys.readouterr().out.split())
    assert main(["compare", str(first), str(folder)]) == 0
    assert "(against)" not in capsys.readouterr().out
    lines = (folder / "measurements.jsonl").read_text().splitlines(keepends=True)
    (folder / "measurements.jsonl").write_text("".join(lines[:-4]))
    assert main(["run", "--resume", str(folder), "--quiet"]) == 0
    assert len((folder / "measurements.jsonl").read_text().splitlines()) == len(lines)


def test_an_earlier_run_of_the_same_executables_has_only_controls(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, first = measured(tmp_path)
    capsys.readouterr()
    status, _ = measured(tmp_path, first, as_json=True)
    compared = json.loads(capsys.readouterr().out)["against"]
    assert (status, compared["before"]) == (0, first.name)
    assert {cell["verdict"] for cell in compared["cells"]} == {"control"}


@pytest.mark.slow
def test_a_second_executable_that_fails_fails_the_run(tmp_path: Path) -> None:
    _, first = measured(tmp_path)
    before = slower_checkout(tmp_path, first)
    document = (before / "document").read_text()
    (before / "document").write_text(document.replace("dawdler", "liar"))
    status, _ = measured(tmp_path, before)
    assert status == 1


def test_a_checkout_takes_no_data_of_the_users(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = tmp_path / "before"
    before.mkdir()
    (before / "serbench").write_text("")
    assert main(["run", "--data", "x.jsonl", "--against", str(before)]) == 2
    assert "leave out --data and options of builds" in capsys.readouterr().err
    assert main(["run", "--against", str(tmp_path / "nowhere"), "--dry-run"]) == 2
    assert "a run or another checkout (a folder with ./serbench)" in capsys.readouterr().err
