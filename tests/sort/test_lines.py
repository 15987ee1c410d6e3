"""GNU sort on the lines of a text codec."""

import importlib
import json
import shutil
from pathlib import Path

import pytest
from sort.calling import document_of

from serbench.cli.main import main
from serbench.experiments.sort import lines


def test_gnu_sort_is_a_mark_on_the_lines_of_a_text_codec(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert lines.gnu_sort() is not None
    found = document_of(place, capsys, "--codecs", "sorter,texter", "--distinct", "2")
    assert "lines" not in {row["mode"] for row in found["rows"]}
    (mark,) = found["marks"]
    assert (mark["codec"], mark["mode"], mark["rank"]) == ("fake/texter", "lines", None)
    assert (mark["repetitions"], found["marks_missing"]) == (2, None)
    row = next(
        json.loads(line)
        for line in Path(found["directory"], "measurements.jsonl").read_text().splitlines()
        if '"lines"' in line
    )
    assert row["command"][:2] == ["env", "LC_ALL=C"]
    assert {"-k1,1", "-k2,2", "4096b", "--parallel=1"} <= set(row["command"])
    assert main(["report", found["directory"]]) == 0
    assert "the lines of fake/texter" in " ".join(capsys.readouterr().out.split())


def test_gnu_sort_needs_a_codec_that_is_measured(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    builder = importlib.import_module("serbench.languages.fake.builder")
    monkeypatch.setitem(builder._WORDS, "texter", ("sorter", "describe", "whole"))
    found = document_of(place, capsys, "--codecs", "fake/sorter,texter", "--mode", "lazy", status=1)
    assert {row["codec"] for row in found["rows"]} == {"fake/sorter"}
    assert (found["marks"], found["marks_missing"]) == (
        [],
        "GNU sort is not shown: no codec of the format json is measured.",
    )


def test_gnu_sort_that_is_absent_is_a_sentence(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda program: None)
    found = document_of(place, capsys, "--codecs", "sorter,texter")
    assert (found["marks"], found["marks_missing"]) == (
        [],
        "GNU sort is not shown: it is not on this machine.",
    )
