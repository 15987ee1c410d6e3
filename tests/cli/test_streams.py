"""Standard streams that are missing, full, or read by nobody."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from report.folders import folder_of

from serbench.cli.main import main
from serbench.record.run_folder import RunFolder

SOURCES = Path(__file__).parents[2] / "src"
PRINTING = [["list", "sets"], ["list", "sets", "--json"], ["--help"], ["report", "--help"]]
FORMS = ["--markdown", "--latex", "--csv", "--samples", "--json", "--costs"]


@pytest.fixture(
    params=[*PRINTING, *(["report", form] for form in FORMS), ["sql", "--csv"], ["sql"]], ids=" ".join
)
def words(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """A command with all that it prints."""
    command, *options = request.param
    if command not in ("report", "sql") or "--help" in options:
        return [command, *options]
    made = folder_of(tmp_path)
    folder = RunFolder.create(tmp_path, made.record)
    with folder.writing():
        for row in made.rows:
            folder.append_fork([row])
    if command == "sql":
        return [command, *options, "--run", str(folder.path), "SELECT * FROM measurements"]
    return [command, str(folder.path), *options]


def test_a_full_place_is_one_sentence(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", os.fdopen(os.open("/dev/full", os.O_WRONLY), "w"))
    assert main(words) == 2
    where = "" if "--help" in words else "Standard output: "
    assert capfd.readouterr().err == f"serbench: {where}the disk is full.\n"
    sys.stdout.close()


def test_a_reader_who_is_gone_is_no_success_and_needs_no_word(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    monkeypatch.setattr(sys, "stdout", os.fdopen(writing, "w"))
    assert main(words) == 141
    assert capfd.readouterr().err == ""
    sys.stdout.close()


def ran(command: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A command of the shell, in which $serbench is the command line."""
    variables = {**os.environ, "PYTHONPATH": str(SOURCES), "serbench": f"{sys.executable} -m serbench"}
    return subprocess.run(
        ["sh", "-c", command], check=False, env={**variables, **environment}, capture_output=True
    )


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_may_be_missing(closed: str) -> None:
    ended = ran(f"$serbench list sets {closed}")
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert (b"default" in ended.stdout) == (">&-" not in closed.split())


def test_letters_that_a_stream_lacks_are_escaped(tmp_path: Path) -> None:
    ended = ran("$serbench describe ж$(printf 'ê\\377')", PYTHONIOENCODING="latin-1")
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert ended.stderr.startswith(b"serbench: There is no workload \\u0436\xea\\xff; ")
    lines = tmp_path / "ж.jsonl"
    lines.write_text('{"ж": 1}\n')
    ended = ran(f"$serbench describe {lines} --json", PYTHONIOENCODING="latin-1")
    assert json.loads(ended.stdout)["fields"] == [{"path": "ж", "present": 1, "of": 1}]
    assert b"\\u0436 " in ran(f"$serbench describe {lines}", PYTHONIOENCODING="latin-1").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "--out", ""],
        ["run", "--out="],
        ["run", "--data", ""],
        ["run", "--schema", "", "--data", "x"],
        ["store", "--ids", ""],
        ["store", "write", "--dir", ""],
        ["sort", "--keep="],
        ["report", "--html", ""],
        ["report", "--plots", ""],
        ["compare", "a", "b", "--plots", ""],
        ["sql", "SELECT 1", "--run", ""],
    ],
    ids=" ".join,
)
def test_an_empty_value_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    (option,) = (
        word.rstrip("=")
        for word, after in zip(arguments, [*arguments[1:], None], strict=True)
        if word.endswith("=") or after == ""
    )
    assert capsys.readouterr().err == f"serbench: {option} is empty: give it a value, or leave it out.\n"


@pytest.mark.parametrize("command", ["describe", "infer", "report", "show", "verify"])
def test_an_empty_argument_is_refused(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, ""]) == 2
    assert capsys.readouterr().err == "serbench: An argument is empty: give it a value, or leave it out.\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "--out", "{}"],
        ["run", "{}"],
        ["run", "--resume", "{}"],
        ["run", "--codecs", "{}"],
        ["run", "--data", "{}"],
        ["run", "--data", "x", "--schema", "{}"],
        ["store", "--dir", "{}"],
        ["store", "--ids", "{}"],
        ["torture", "replay", "{}"],
        ["report", "{}"],
        ["report", "--html", "{}"],
        ["sql", "--run", "{}", "SELECT 1"],
        ["compare", "{}", "x"],
        ["compare", "published:{}", "x"],
        ["describe", "{}"],
        ["infer", "{}"],
        ["show", "{}", "record"],
        ["{}"],
    ],
    ids=" ".join,
)
def test_a_name_of_5000_letters_is_refused_in_few(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([word.format("a" * 5000) for word in arguments]) == 2
    said = capsys.readouterr().err
    assert (said.count("\n"), said.startswith("serbench: ")) == (1, True)
    assert len(said) < 600
