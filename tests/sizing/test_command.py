"""The command line of sizes over fakes."""

import json
from pathlib import Path
from typing import Any

import pytest
from fakes import packages
from fakes.tiny import own_words

from serbench.cli.main import main

# The messages of the fake are the corpus bytes: four for each number.
NUMBERS = range(40)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a cache, where the command finds fakes and no other codec."""
    packages.fakes_only(tmp_path, monkeypatch)
    return tmp_path


def sized(place: Path, *words: str, codecs: str = "honest") -> int:
    own = own_words(place, NUMBERS)
    return main(["sizes", *own, "--codecs", codecs, "--out", str(place / "results"), "--quiet", *words])


def document(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_each_codec_is_a_row(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sized(place, "--json") == 0
    found = document(capsys)
    (row,) = found["rows"]
    assert (row["codec"], row["format"], row["objects"], row["total_bytes"]) == (
        "fake/honest",
        "fake",
        40,
        160,
    )
    assert (row["mean_bytes"], row["p50"], row["p99"]) == (4.0, 4, 4)
    assert row["single"]["raw"]["objects"] == 20
    assert row["batches"]["10"]["bytes"]["raw"] == 160
    assert found["failures"] == []
    assert (Path(found["directory"]) / "report.html").is_file()


def test_tables_and_sentences_are_printed(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sized(place) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "the smallest messages are those of fake (fake/honest), 4.00 bytes on average" in shown
    assert "prediction" not in shown


def test_a_codec_whose_messages_are_wrong_has_no_sizes(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = own_words(place, (1, 300))
    words = ("--codecs", "honest,forgetful", "--out", str(place / "results"), "--quiet", "--json")
    assert main(["sizes", *own, *words]) == 1
    found = document(capsys)
    assert [row["codec"] for row in found["rows"]] == ["fake/honest"]
    (failure,) = found["failures"]
    assert (failure["codec"], failure["operation"], failure["outcome"]) == ("fake/forgetful", None, "wrong")
    assert failure["detail"] == "Object 1, decode: another value came back"


def test_a_run_is_shown_again_compared_and_resumed(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sized(place, "--json")
    run = document(capsys)["directory"]
    assert main(["report", run, "--csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "codec,format,workload,compressor,together,objects,mean_bytes,p50,p95,p99"
    assert lines[1].startswith("fake/honest,fake,own-tiny,") and lines[1].endswith(",raw,1,40,4.0,4,4,4")
    assert main(["compare", run, run]) == 0
    assert "All outcomes that both have are the same." in capsys.readouterr().out
    rows = Path(run) / "measurements.jsonl"
    whole = rows.read_text()
    rows.write_text("")
    assert main(["sizes", "--resume", run, "--quiet", "--json"]) == 0
    again = json.loads(rows.read_text())
    assert again["figures"] == json.loads(whole)["figures"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--codecs", "honest", "--formats", "fake"), "--formats takes a codec for each format"),
        (("--formats", "fke"), "There is no format fke; did you mean fake?"),
        (("tour-map",), "tour-map is a conformance workload"),
    ],
)
def test_what_does_not_go_together_is_refused(
    place: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    assert main(["sizes", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_a_preview_names_the_codecs_of_the_formats(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = own_words(place, NUMBERS)
    assert main(["sizes", *own, "--formats", "all", "--dry-run", "--json"]) == 0
    assert "fake/absent" not in document(capsys)["codecs"]
