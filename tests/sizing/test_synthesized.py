"""Sizes of objects that are drawn from a schema alone."""

import json
from pathlib import Path
from typing import Any

import pytest
from fakes import packages

from serbench.cli.main import main


@pytest.fixture
def schema(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A schema, where the command finds fakes and no other codec."""
    packages.fakes_only(tmp_path, monkeypatch)
    path = tmp_path / "tree.proto"
    path.write_text('syntax = "proto3"; message Tree { int32 id = 1; string name = 2; }')
    return path


def sized(schema: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[dict[str, Any], str]:
    out = ("--codecs", "honest", "--out", str(schema.parent / "results"), "--json")
    assert main(["sizes", "--schema", str(schema), *words, *out]) == 0
    shown = capsys.readouterr()
    return json.loads(shown.out), shown.err


def test_the_distribution_is_told_and_followed(schema: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found, told = sized(schema, capsys, "--synthesize", "300", "--distribution", "text=5")
    assert "Synthesized by seed 1: 5 to 5 letters of a text" in told
    assert "All 300 objects of the synthesized data are taken." in told
    (row,) = found["rows"]
    # The number and the length of the text have 4 bytes each.
    assert (row["objects"], row["mean_bytes"], row["p50"]) == (300, 13.0, 13)


def test_messages_without_a_field_have_no_bytes(schema: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schema.write_text('syntax = "proto3"; message Ping {}')
    found, _ = sized(schema, capsys, "--synthesize", "20")
    (row,) = found["rows"]
    assert (row["objects"], row["total_bytes"], row["p99"]) == (20, 0, 0)
    assert main(["report", found["directory"]]) == 0
    assert "those of fake (fake/honest), 0 bytes on average" in " ".join(capsys.readouterr().out.split())


def test_a_run_of_what_was_drawn_is_resumed(schema: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found, _ = sized(schema, capsys, "--synthesize", "50", "--seed", "7")
    rows = Path(found["directory"]) / "measurements.jsonl"
    before = json.loads(rows.read_text())["figures"]
    rows.write_text("")
    schema.unlink()
    assert main(["sizes", "--resume", found["directory"], "--quiet"]) == 0
    assert json.loads(rows.read_text())["figures"] == before


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--synthesize", "5"), "draws objects of --schema FILE.proto"),
        (("media", "--synthesize", "5", "--schema", "{schema}"), "and of no workload"),
        (("--synthesize", "5", "--schema", "{schema}", "--data", "x"), "stands for data"),
        (("--distribution", "text=1-2"), "belongs to --synthesize N"),
        (("--schema", "{schema}"), "or --synthesize N"),
    ],
)
def test_what_does_not_go_together_is_refused(
    schema: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    assert main(["sizes", *(word.format(schema=schema) for word in words)]) == 2
    assert sentence in capsys.readouterr().err
